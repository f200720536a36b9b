"""Read the built-in word lists: the words of the games, word forms, traits and associations."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from zlib import crc32


@cache
def read_keywords() -> tuple[str, ...]:
    """Read the keywords for Decrypto: common English nouns, in alphabetical order.

    No two are forms of the same word, and both built-in spaces have a vector for each.
    """
    return _read("keywords.txt")


@cache
def read_hint_corpus() -> tuple[str, ...]:
    """Read the nouns that baselines choose hints from, in alphabetical order.

    Both built-in spaces have a vector for each. They were chosen by tools/lists/hints.py.
    """
    return _read("hints.txt")


@cache
def read_taboo_targets() -> tuple[str, ...]:
    """Read target words for Adversarial Taboo: everyday nouns, in alphabetical order.

    All are in the hint corpus, and no two are forms of the same word.
    """
    return _read("targets.txt")


@cache
def read_undercover_pairs() -> tuple[tuple[str, str, str], ...]:
    """Read pairs of similar words for Undercover: theme, one word, the other.

    Animals and food come from the CoMet paper; things and places are our own.
    """
    text = files("words").joinpath("pairs.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return tuple((theme, one, other) for theme, one, other, *_ in rows)


@cache
def read_compounds() -> dict[str, tuple[str, str]]:
    """Read compounds and their two parts; a part with a hyphen is not a word by itself."""
    pairs = _read_pairs("compounds.txt")
    return {(one + other).replace("-", ""): (one, other) for one, other in pairs}


@cache
def read_whole_words() -> frozenset[str]:
    """Read names and rare words that could be split into two words, but are not compounds."""
    return frozenset(_read("whole_words.txt"))


@cache
def read_spellings() -> dict[str, str]:
    """Read spellings and the standard one for each: `colour`, `color`."""
    return dict(_read_pairs("spellings.txt"))


@cache
def read_irregular_forms() -> dict[str, tuple[str, ...]]:
    """Read forms with several dictionary forms, and those that simplemma lacks."""
    found: dict[str, tuple[str, ...]] = {}
    for form, base in _read_pairs("irregular.txt"):
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
    words = iter(_read("listed_lemmas.txt"))
    return {word: next(words) for word in words}


@cache
def read_word_traits() -> dict[str, tuple[int, int]]:
    """Read, by hint, its frequency and its concreteness, from 0 to 9."""
    words = iter(_read("traits.txt"))
    return {word: (int(next(words)), int(next(words))) for word in words}


@cache
def read_word_kinds() -> dict[str, str]:
    """Read, by noun, the kind of thing it names: `animal`, `place`; ideas are not listed."""
    text = files("words").joinpath("kinds.txt").read_text(encoding="ascii")
    rows = (line.split() for line in text.splitlines())
    return {word: kind for kind, *words in rows for word in words}


@cache
def read_mass_nouns() -> frozenset[str]:
    """Read nouns that take no article, as they are not counted: `rice`, `courage`."""
    return frozenset(_read("mass_nouns.txt"))


@cache
def read_function_words() -> frozenset[str]:
    """Read words that hold sentences together, such as articles and pronouns."""
    return frozenset(_read("function_words.txt"))


@cache
def read_word_facts() -> dict[str, tuple[str, ...]]:
    """Read, by word of the games, facts about it, each the rest of a sentence that begins "It"."""
    text = files("words").joinpath("facts.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return {word: tuple(facts.split("|")) for word, facts in rows}


@cache
def list_version(name: str) -> str:
    """Compute the version of a list, such as `associations` or `kinds`: its file's checksum."""
    paths = (files("words").joinpath(name + suffix) for suffix in (".tsv", ".txt"))
    path = next(path for path in paths if path.is_file())
    return f"{crc32(path.read_bytes()):08x}"


@cache
def read_word_associations() -> dict[str, tuple[str, ...]]:
    """Read, by word of the games or other common noun, its associations, most obvious first.

    Written for Parlour with a language model (tools/lists/README.md). All are in lower case; some
    are names, some two words.
    """
    text = files("words").joinpath("associations.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return {word: tuple(responses.split(", ")) for word, responses in rows}


@cache
def read_agent_nouns() -> dict[str, str]:
    """Read nouns in -er in compounds and their verbs: `fisher` in "fisherman"."""
    return dict(_read_pairs("agents.txt"))


def _read_pairs(name: str) -> Iterator[tuple[str, str]]:
    words = iter(_read(name))
    return zip(words, words, strict=True)


def _read(name: str) -> tuple[str, ...]:
    return tuple(files("words").joinpath(name).read_text(encoding="ascii").split())
