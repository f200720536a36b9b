"""Experiment files: what they say, and what is wrong with them."""
