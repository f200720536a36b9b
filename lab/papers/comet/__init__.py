"""Undercover in the laboratory: sides by dealt roles, self-play, beliefs of players, and judges."""
