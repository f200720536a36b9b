"""Screens of studies: who rates next, rating a clue, and what the organiser sees."""
