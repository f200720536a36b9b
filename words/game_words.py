"""Read the words that the games deal, and those that baselines choose from."""

from functools import cache
from importlib.resources import files

from words.list_file import read_words


@cache
def read_keywords() -> tuple[str, ...]:
    """Read the keywords for Decrypto: common English nouns, in alphabetical order.

    No two are forms of the same word, and both built-in spaces have a vector for each.
    """
    return read_words("keywords.txt")


@cache
def read_hint_corpus() -> tuple[str, ...]:
    """Read the nouns that baselines choose hints from, in alphabetical order.

    Both built-in spaces have a vector for each. They were chosen by tools/lists/hints.py.
    """
    return read_words("hints.txt")


@cache
def read_taboo_targets() -> tuple[str, ...]:
    """Read target words for Adversarial Taboo: everyday nouns, in alphabetical order.

    All are in the hint corpus, and no two are forms of the same word.
    """
    return read_words("targets.txt")


@cache
def read_undercover_pairs() -> tuple[tuple[str, str, str], ...]:
    """Read pairs of similar words for Undercover: theme, one word, the other.

    Animals and food come from the CoMet paper; things and places are our own.
    """
    text = files("words").joinpath("pairs.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return tuple((theme, one, other) for theme, one, other, *_ in rows)
