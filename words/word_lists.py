"""The built-in word lists: of the games, and of what words are forms of each other."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from zlib import crc32


@cache
def read_keywords() -> tuple[str, ...]:
    """Keywords for Decrypto: common English nouns, in alphabetical order.

    No two are forms of the same word, and both built-in spaces have a vector for each.
    """
    return _read("keywords.txt")


@cache
def read_hint_corpus() -> tuple[str, ...]:
    """The nouns that baselines choose hints from, in alphabetical order.

    Both built-in spaces have a vector for each. words/making/hints.py says how they were chosen.
    """
    return _read("hints.txt")


@cache
def read_taboo_targets() -> tuple[str, ...]:
    """Target words for Adversarial Taboo: everyday nouns, in alphabetical order.

    All are in the hint corpus, and no two are forms of the same word.
    """
    return _read("targets.txt")


@cache
def read_undercover_pairs() -> tuple[tuple[str, str, str], ...]:
    """Pairs of similar words for Undercover: theme, one word, the other.

    Animals and food come from the CoMet paper; things and places are our own.
    """
    text = files("words").joinpath("pairs.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return tuple((theme, one, other) for theme, one, other, *_ in rows)


@cache
def read_compounds() -> dict[str, tuple[str, str]]:
    """Compounds in one word, and their two parts; a part with a hyphen is no word of its own."""
    pairs = _read_pairs("compounds.txt")
    return {(one + other).replace("-", ""): (one, other) for one, other in pairs}


@cache
def read_whole_words() -> frozenset[str]:
    """Names and rare words that could be split into two words, and are no compounds."""
    return frozenset(_read("whole_words.txt"))


@cache
def read_spellings() -> dict[str, str]:
    """Spellings, and the one that stands for each: `colour`, `color`."""
    return dict(_read_pairs("spellings.txt"))


@cache
def read_irregular_forms() -> dict[str, tuple[str, ...]]:
    """Forms with more than one dictionary form, and those that simplemma does not tell."""
    found: dict[str, tuple[str, ...]] = {}
    for form, base in _read_pairs("irregular.txt"):
        found[form] = (*found.get(form, ()), base)
    return found


@cache
def read_everyday_words() -> frozenset[str]:
    """The words of the games, and the parts of compounds."""
    parts = (part for pair in read_compounds().values() for part in pair if "-" not in part)
    return frozenset((*read_keywords(), *read_hint_corpus(), *read_taboo_targets(), *parts))


@cache
def read_listed_words() -> frozenset[str]:
    """Everyday words and compounds."""
    return read_everyday_words() | read_compounds().keys()


@cache
def read_listed_bases() -> dict[str, str]:
    """The dictionary forms of listed words that have other forms than themselves, in one line.

    A word without any is in no dictionary.
    """
    text = files("words").joinpath("listed_bases.txt").read_text(encoding="ascii")
    parts = (line.partition(" ") for line in text.splitlines())
    return {word: bases for word, _, bases in parts}


def find_listed_bases(word: str) -> tuple[str, ...]:
    """The dictionary forms of a listed word, as `engine.word_forms` works them out.

    So a game that is played with these words alone needs no dictionary, which takes longer to
    read than a hundred games to play. None, if the word is not listed or in no dictionary.
    """
    bases = read_listed_bases().get(word)
    if bases is None:
        return (word,) if word in read_listed_words() else ()
    return tuple(bases.split())


@cache
def read_listed_lemmas() -> dict[str, str]:
    """The lemmas, as simplemma has them, of the listed words that are not their own lemmas.

    They spare a game that is played with listed words the same dictionary.
    """
    words = iter(_read("listed_lemmas.txt"))
    return {word: next(words) for word in words}


@cache
def read_word_traits() -> dict[str, tuple[int, int]]:
    """By hint: how common and how concrete it is, from 0 to 9."""
    words = iter(_read("traits.txt"))
    return {word: (int(next(words)), int(next(words))) for word in words}


@cache
def read_word_facts() -> dict[str, tuple[str, ...]]:
    """By word of the games: statements on it, each the rest of a sentence that begins "It"."""
    text = files("words").joinpath("facts.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return {word: tuple(facts.split("|")) for word, facts in rows}


@cache
def list_version(name: str) -> str:
    """The version of a list, `associations` or `facts`: the checksum of its file."""
    return f"{crc32(files('words').joinpath(f'{name}.tsv').read_bytes()):08x}"


@cache
def read_word_associations() -> dict[str, tuple[str, ...]]:
    """By word of the games or other common noun: what people think of, the most obvious first.

    Written for Parlour with a language model (words/making/README.md). All are in lower case; some
    are names, some two words.
    """
    text = files("words").joinpath("associations.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return {word: tuple(responses.split(", ")) for word, responses in rows}


@cache
def read_agent_nouns() -> dict[str, str]:
    """Nouns in -er in compounds, and their verbs: the `fisher` of "fisherman"."""
    return dict(_read_pairs("agents.txt"))


@cache
def read_confusables() -> dict[str, str]:
    """Characters that look like a Latin letter or digit, and that letter or digit."""
    text = files("words").joinpath("look_alikes.txt").read_text(encoding="utf-8")
    lines = (line.split(" ", 1) for line in text.split("\n") if line)
    return {character: letter for letter, others in lines for character in others}


def _read_pairs(name: str) -> Iterator[tuple[str, str]]:
    words = iter(_read(name))
    return zip(words, words, strict=True)


def _read(name: str) -> tuple[str, ...]:
    return tuple(files("words").joinpath(name).read_text(encoding="ascii").split())
