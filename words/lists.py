"""The deck of keywords, the hint corpus, the words to talk around, and pairs of similar words."""

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


@cache
def targets() -> tuple[str, ...]:
    """Everyday nouns to talk around, in alphabetical order.

    They are all in the hint corpus, and no two of them are forms of one word.
    """
    return _read("targets.txt")


@cache
def pairs() -> tuple[tuple[str, str, str], ...]:
    """The pairs of similar words for Undercover: theme, one word, the other.

    Animals and food are the CoMet paper's, things and places are our own.
    """
    text = files("words").joinpath("pairs.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return tuple((theme, one, other) for theme, one, other, *_ in rows)


def _read(name: str) -> tuple[str, ...]:
    return tuple(files("words").joinpath(name).read_text(encoding="ascii").split())
