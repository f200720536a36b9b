"""The deck of keywords and the hint corpus."""

from functools import cache
from importlib.resources import files


@cache
def keywords() -> tuple[str, ...]:
    """Our own deck: single common English nouns, in alphabetical order.

    No two of them are forms of one word, and both embedded spaces have a vector for each.
    """
    return _read("keywords.txt")


@cache
def hint_corpus() -> tuple[str, ...]:
    """The nouns that machines choose hints from, in alphabetical order.

    Both embedded spaces have a vector for each; how they were chosen says words/making/hints.py.
    """
    return _read("hints.txt")


def _read(name: str) -> tuple[str, ...]:
    return tuple(files("words").joinpath(name).read_text(encoding="ascii").split())
