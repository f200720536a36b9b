"""Recorded games: read them for experiments, and collect those that people share."""
