"""A run as a log of Inspect AI."""
