"""The CoMet agent, whose modules read, judge, plan and speak in turn; see docs/comet.md."""
