"""Dixit: give a clue for a picture that some players, but not all, should find."""
