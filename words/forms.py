"""Read word forms: compounds, spellings, irregular forms and dictionary forms."""

from functools import cache
from importlib.resources import files

from words.game_words import read_hint_corpus, read_keywords, read_taboo_targets
from words.list_file import read_pairs, read_words


@cache
def read_compounds() -> dict[str, tuple[str, str]]:
    """Read compounds and their two parts; a part with a hyphen is not a word by itself."""
    pairs = read_pairs("compounds.txt")
    return {(one + other).replace("-", ""): (one, other) for one, other in pairs}


@cache
def read_whole_words() -> frozenset[str]:
    """Read names and rare words that could be split into two words, but are not compounds."""
    return frozenset(read_words("whole_words.txt"))


@cache
def read_spellings() -> dict[str, str]:
    """Read spellings and the standard one for each: `colour`, `color`."""
    return dict(read_pairs("spellings.txt"))


@cache
def read_irregular_forms() -> dict[str, tuple[str, ...]]:
    """Read forms with several dictionary forms, and those that simplemma lacks."""
    found: dict[str, tuple[str, ...]] = {}
    for form, base in read_pairs("irregular.txt"):
        found[form] = (*found.get(form, ()), base)
    return found


@cache
def read_derivations() -> dict[str, tuple[str, ...]]:
    """Read derived words and what they derive from: `equality`, `equal`.

    Regular ones come from WordNet (tools/lists/families.py), irregular ones, such as `sight` and
    `see`, were written by hand.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name in ("families.txt", "roots.txt"):
        text = files("words").joinpath(name).read_text(encoding="ascii")
        for base, *derived in map(str.split, text.splitlines()):
            for word in derived:
                found[word] = (*found.get(word, ()), base)
    return found


@cache
def read_everyday_words() -> frozenset[str]:
    """Read the words of the games, and the parts of compounds."""
    parts = (part for pair in read_compounds().values() for part in pair if "-" not in part)
    return frozenset((*read_keywords(), *read_hint_corpus(), *read_taboo_targets(), *parts))


@cache
def read_listed_words() -> frozenset[str]:
    """Read everyday words and compounds."""
    return read_everyday_words() | read_compounds().keys()


@cache
def read_listed_bases() -> dict[str, str]:
    """Read the dictionary forms of listed words, in one line, if they differ from the word.

    A word without dictionary forms is in no dictionary.
    """
    text = files("words").joinpath("listed_bases.txt").read_text(encoding="ascii")
    parts = (line.partition(" ") for line in text.splitlines())
    return {word: bases for word, _, bases in parts}


def find_listed_bases(word: str) -> tuple[str, ...]:
    """Find the dictionary forms of a listed word, as `engine.forms.giveaway` computes them.

    With them, a game with listed words needs no dictionary, which takes longer to load than a
    hundred games to play. Empty if the word is not listed or in no dictionary.
    """
    bases = read_listed_bases().get(word)
    if bases is None:
        return (word,) if word in read_listed_words() else ()
    return tuple(bases.split())


@cache
def read_listed_lemmas() -> dict[str, str]:
    """Read simplemma's lemmas of listed words that are not their own lemmas.

    With them, a game with listed words does not load simplemma's dictionary.
    """
    words = iter(read_words("listed_lemmas.txt"))
    return {word: next(words) for word in words}


@cache
def read_agent_nouns() -> dict[str, str]:
    """Read nouns in -er in compounds and their verbs: `fisher` in "fisherman"."""
    return dict(read_pairs("agents.txt"))
