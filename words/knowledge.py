"""Read what is known of words: how common they are, kinds, facts and associations."""

from functools import cache
from importlib.resources import files

from words.list_file import read_words


@cache
def read_word_traits() -> dict[str, tuple[int, int]]:
    """Read, by hint, its frequency and its concreteness, from 0 to 9."""
    words = iter(read_words("traits.txt"))
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
    return frozenset(read_words("mass_nouns.txt"))


@cache
def read_word_facts() -> dict[str, tuple[str, ...]]:
    """Read, by word of the games, facts about it, each the rest of a sentence that begins "It"."""
    text = files("words").joinpath("facts.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return {word: tuple(facts.split("|")) for word, facts in rows}


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
def read_function_words() -> frozenset[str]:
    """Read words that hold sentences together, such as articles and pronouns."""
    return frozenset(read_words("function_words.txt"))
