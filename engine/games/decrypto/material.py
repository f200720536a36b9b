"""The keywords of a match: drawn from a deck, or given by the user."""

from pathlib import Path
from random import Random
from typing import Annotated

from pydantic import AfterValidator

from engine.errors import OptionError
from engine.forms.giveaway import match_word
from engine.games.decrypto.view import Keywords
from engine.option_file import read_option_file
from engine.text import clean
from engine.word import clean_word, is_clean_word
from words.lists import read_keywords

LONGEST_KEYWORD = 40


def draw_keywords(given: str, rng: Random) -> Keywords:
    """Take the four keywords that a user gave, or draw four from a deck.

    Args:
        given: Four words separated by commas; or the path of a deck file, UTF-8 text with
            a keyword in each line (blank lines and lines that start with # are ignored);
            or empty for the built-in deck.
        rng: Draws from a deck, without replacement.

    Raises:
        OptionError: If there are not four usable, different keywords.
    """
    if not given.strip():
        return _draw_four(rng, list(read_keywords()))
    if "," in given:
        words = [clean_keyword(word) for word in given.split(",")]
        if len(words) != 4:
            raise OptionError(f"keywords: give four words with commas between, not {len(words)}.")
        a, b, c, d = words
        _check_different((a, b, c, d))
        return a, b, c, d
    return _draw_four(rng, read_keyword_file(Path(given)))


def read_keyword_file(path: Path) -> list[str]:
    """Read the different keywords of a deck file.

    Raises:
        OptionError: If it cannot be read, or has fewer than four keywords.
    """
    lines = read_option_file(path, "keywords: give four words with commas between, or a deck file")
    found = [clean_keyword(line) for line in lines]
    deck = list(dict.fromkeys(found))
    if len(deck) < 4:
        raise OptionError(
            f"keywords: the deck {clean(path.name)!r} has {len(deck)} keywords; it takes 4."
        )
    return deck


def clean_keyword(text: str) -> str:
    """Clean one keyword.

    Raises:
        OptionError: If it is empty or too long.
    """
    requirement = f"keywords: a keyword is a word of 1 to {LONGEST_KEYWORD} characters, not"
    return clean_word(text, LONGEST_KEYWORD, requirement)


def _draw_four(rng: Random, deck: list[str]) -> Keywords:
    for _ in range(100):
        a, b, c, d = rng.sample(deck, 4)
        if not _find_clash((a, b, c, d)):
            return a, b, c, d
    raise OptionError("keywords: the deck has no four words of which none is a form of another.")


def _check_different(words: Keywords) -> None:
    if clash := _find_clash(words):
        raise OptionError(f"keywords: {clash[0]!r} and {clash[1]!r} are forms of one word.")


def _find_clash(words: Keywords) -> tuple[str, str] | None:
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
