"""The built-in word lists: keywords, hint corpus, Taboo targets and Undercover pairs."""

from functools import cache
from importlib.resources import files


@cache
def keywords() -> tuple[str, ...]:
    """Keywords for Decrypto: common English nouns, in alphabetical order.

    No two are forms of the same word, and both built-in spaces have a vector for each.
    """
    return _read("keywords.txt")


@cache
def hint_corpus() -> tuple[str, ...]:
    """The nouns that baselines choose hints from, in alphabetical order.

    Both built-in spaces have a vector for each. words/making/hints.py says how they were chosen.
    """
    return _read("hints.txt")


@cache
def taboo_targets() -> tuple[str, ...]:
    """Target words for Adversarial Taboo: everyday nouns, in alphabetical order.

    All are in the hint corpus, and no two are forms of the same word.
    """
    return _read("targets.txt")


@cache
def undercover_pairs() -> tuple[tuple[str, str, str], ...]:
    """Pairs of similar words for Undercover: theme, one word, the other.

    Animals and food come from the CoMet paper; things and places are our own.
    """
    text = files("words").joinpath("pairs.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return tuple((theme, one, other) for theme, one, other, *_ in rows)


def _read(name: str) -> tuple[str, ...]:
    return tuple(files("words").joinpath(name).read_text(encoding="ascii").split())
