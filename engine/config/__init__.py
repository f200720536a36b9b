"""Paths, settings, models, trust, and the environment of child processes."""
