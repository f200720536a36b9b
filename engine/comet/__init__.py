"""CoMet: an agent whose modules read, judge, plan and speak one after another; docs/comet.md."""
