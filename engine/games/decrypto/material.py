"""The keywords of a match: drawn from a deck, or given by the user."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Annotated

from pydantic import AfterValidator

from engine.clean_word import clean_word, is_clean_word
from engine.count_text import spell_number
from engine.errors import OptionError
from engine.forms.giveaway import match_word
from engine.games.decrypto.view import Keywords
from engine.option_file import read_option_file
from engine.text import clean
from words.game_words import read_keywords

LONGEST_KEYWORD = 40


def draw_keywords(given: str, rng: Random, teams: int = 1) -> tuple[Keywords, ...]:
    """Take the keywords that a user gave, or draw four for each team from a deck.

    Args:
        given: Words separated by commas, four for each team; or the path of a deck file, UTF-8
            text with a keyword in each line (blank lines and lines that start with # are ignored);
            or empty for the built-in deck.
        rng: Draws from a deck, without replacement.
        teams: The number of teams.

    Raises:
        OptionError: If there are not four usable, different keywords.
    """
    if not given.strip():
        return _draw_sets(rng, list(read_keywords()), teams)
    if "," in given:
        words = [clean_keyword(word) for word in given.split(",")]
        if len(words) != 4 * teams:
            count = spell_number(4 * teams)
            raise OptionError(
                f"keywords: give {count} words with commas between, not {len(words)}."
            )
        _check_different(words)
        return _split_sets(words)
    return _draw_sets(rng, read_keyword_file(Path(given)), teams)


def read_keyword_file(path: Path) -> list[str]:
    """Read the different keywords of a deck file.

    Raises:
        OptionError: If it cannot be read, or has fewer than four keywords.
    """
    lines = read_option_file(path, "keywords: give four words with commas between, or a deck file")
    found = [clean_keyword(line, f"keywords: {clean(path.name)!r}") for line in lines]
    deck = list(dict.fromkeys(found))
    if len(deck) < 4:
        raise OptionError(
            f"keywords: the deck {clean(path.name)!r} has {len(deck)} keywords; it takes 4."
        )
    return deck


def clean_keyword(text: str, where: str = "keywords") -> str:
    """Clean one keyword.

    Args:
        text: The keyword.
        where: The option or the file, the beginning of an error message.

    Raises:
        OptionError: If it is empty or too long.
    """
    requirement = f"{where}: a keyword is a word of 1 to {LONGEST_KEYWORD} characters, not"
    return clean_word(text, LONGEST_KEYWORD, requirement)


def _draw_sets(rng: Random, deck: list[str], teams: int) -> tuple[Keywords, ...]:
    count = 4 * teams
    for _ in range(100 if len(deck) >= count else 0):
        words = rng.sample(deck, count)
        if not _find_clash(words):
            return _split_sets(words)
    raise OptionError(
        f"keywords: the deck has no {spell_number(count)} words of which none is a form of another."
    )


def _split_sets(words: Sequence[str]) -> tuple[Keywords, ...]:
    fours = (words[at : at + 4] for at in range(0, len(words), 4))
    return tuple((a, b, c, d) for a, b, c, d in fours)


def _check_different(words: Sequence[str]) -> None:
    if clash := _find_clash(words):
        raise OptionError(f"keywords: {clash[0]!r} and {clash[1]!r} are forms of one word.")


def _find_clash(words: Sequence[str]) -> tuple[str, str] | None:
    """Find two of these words that are forms of one word."""
    for place, word in enumerate(words):
        for other in words[:place]:
            if match_word(other, word):
                return other, word
    return None


def check_keywords(words: Keywords) -> Keywords:
    """Check that words from a journal are keywords."""
    if not all(is_clean_word(word, LONGEST_KEYWORD) for word in words):
        raise ValueError("not keywords")
    return words


type CleanKeywords = Annotated[Keywords, AfterValidator(check_keywords)]
"""Four keywords, as a field of the game."""
