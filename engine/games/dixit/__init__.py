"""Dixit: a clue for one picture that some, but not all, should find."""
