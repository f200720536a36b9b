"""Which texts can be the seed of a match."""

from engine.text import clean


def is_valid_seed(seed: str) -> bool:
    """Whether a text can be a seed: one line of plain text."""
    return bool(seed) and seed == clean(seed)
