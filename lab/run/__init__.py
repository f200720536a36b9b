"""Runs: plan the trials of an experiment, run them, and store their outcomes."""
