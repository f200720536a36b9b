"""CoMet agents, which play Undercover and Taboo and ask a model step by step; see docs/comet.md."""
