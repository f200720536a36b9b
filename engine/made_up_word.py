"""Make up words, for a truth that a seat cannot tell from its own."""

from random import Random


def make_up_word(rng: Random) -> str:
    """Make up a word without meaning, one of several million."""
    return "".join(rng.choice("bdgklmnprstv") + rng.choice("aeiou") for _ in range(4)) + "x"
