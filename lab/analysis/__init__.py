"""The results of a run as tables, line-ups and measures."""
