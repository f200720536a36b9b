"""The report of a run, as a page, as text and as tables."""
