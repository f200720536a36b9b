"""Polls of the audience: what it guesses, and who was right."""
