"""Undercover in the laboratory: sides dealt by role, self-play, metrics of beliefs, judges."""
