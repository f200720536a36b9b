"""Compose a line of a baseline from a template and words."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from random import Random


def compose_line(
    words: Iterable[str],
    sentences: Sequence[str],
    is_allowed: Callable[[str], bool],
    rng: Random,
    counts: Sequence[int] = (1,),
) -> str:
    """Compose a line from a template and the first allowed words.

    Args:
        words: The words in order of preference, at least one of them allowed.
        sentences: Templates with one placeholder.
        is_allowed: Whether the rules allow a text.
        rng: Draws the number of words and the template.
        counts: The possible numbers of words.
    """
    said = " and ".join(islice(filter(is_allowed, words), rng.choice(counts)))
    lines = (sentence.format(said) for sentence in rng.sample(sentences, len(sentences)))
    return next(filter(is_allowed, lines), said)
