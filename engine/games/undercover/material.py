"""The pair of words of a match: drawn from a theme or a file, or given by the user."""

from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Annotated

from pydantic import AfterValidator

from engine.clean_word import clean_word, is_clean_word
from engine.errors import OptionError
from engine.forms.folding import fold_words
from engine.games.undercover.options import Options
from engine.option_file import read_option_file
from engine.text import clean
from words.game_words import read_undercover_pairs

LONGEST_WORD = 40
ALL_THEMES = "all"
"""The theme that stands for all themes."""
COLUMN_NAMES = frozenset({"word_a", "word_b"})
"""Column names: a line of a file that contains one is a header."""

type Pair = tuple[str, str]


def list_themes() -> tuple[str, ...]:
    """List the themes of the built-in pairs."""
    themed = read_undercover_pairs()
    return (*dict.fromkeys(theme for theme, _, _ in themed), ALL_THEMES)


def draw_pair(options: Options, rng: Random) -> Pair:
    """Take the pair that a user gave, or draw one from a theme or a file.

    Raises:
        OptionError: If there is none.
    """
    wanted = options.words.strip() or ALL_THEMES
    if "," in wanted:
        words = tuple(clean_pair_word(word) for word in wanted.split(","))
        if len(words) != 2:
            raise OptionError(f"words: give two words with a comma between, not {len(words)}.")
        one, other = words
        _check_different((one, other))
        return one, other
    themed, themes = read_undercover_pairs(), list_themes()
    if wanted in themes:
        found = [(one, other) for theme, one, other in themed if wanted in (theme, ALL_THEMES)]
    else:
        near = get_close_matches(wanted.lower(), themes, 1)
        guess = f" (did you mean {near[0]!r}?)" if near else ""
        known = ", ".join(themes)
        found = read_pairs(
            Path(wanted),
            f"words: give a theme, one of {known}{guess}, two words with a comma between, "
            f"or a TSV file",
        )
    if not options.nested:
        found = [pair for pair in found if not is_nested(*pair)]
    if not found:
        raise OptionError("words: there is no pair left of which no word contains the other.")
    return rng.choice(found)


def is_nested(one: str, other: str) -> bool:
    """Whether one of two words contains the other, as they are spelled."""
    a, b = ("".join(fold_words(word)) for word in (one, other))
    return a in b or b in a


def read_pairs(path: Path, wanted: str) -> list[Pair]:
    """Read the pairs of a TSV file: two columns, which a theme may precede and others follow.

    Raises:
        OptionError: If it cannot be read, or a line holds no pair.
    """
    found = []
    for line in read_option_file(path, wanted):
        cells = [cell.strip() for cell in line.split("\t")]
        if not COLUMN_NAMES.isdisjoint(cells):
            continue
        if len(cells) < 2:
            raise OptionError(
                f"words: a line of {clean(path.name)!r} is no pair, as it has no tab: "
                f"{clean(line, 60)!r}."
            )
        where = f"words: {clean(path.name)!r}"
        pair = cells[:2] if len(cells) == 2 else cells[1:3]
        one, other = (clean_pair_word(word, where) for word in pair)
        _check_different((one, other))
        found.append((one, other))
    if not found:
        raise OptionError(f"words: there is no pair in {clean(path.name)!r}.")
    return found


def clean_pair_word(text: str, where: str = "words") -> str:
    """Clean one word of a pair.

    Args:
        text: The word.
        where: The option or the file, the beginning of an error message.

    Raises:
        OptionError: If it is empty or too long.
    """
    requirement = f"{where}: each word of a pair has 1 to {LONGEST_WORD} characters, unlike"
    return clean_word(text, LONGEST_WORD, requirement)


def _check_different(pair: Pair) -> None:
    if fold_words(pair[0]) == fold_words(pair[1]):
        raise OptionError(f"words: a pair is two different words, not twice {pair[0]!r}.")


def check_pair(pair: Pair) -> Pair:
    """Check that two words from a journal are a pair."""
    clean_words = all(is_clean_word(word, LONGEST_WORD) for word in pair)
    if not clean_words or fold_words(pair[0]) == fold_words(pair[1]):
        raise ValueError("not a pair")
    return pair


type CleanPair = Annotated[Pair, AfterValidator(check_pair)]
"""A pair of words, as a field of the game."""
