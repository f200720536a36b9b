"""Our figures for the tables and figures of the paper, from runs and studies."""
