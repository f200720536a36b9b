"""The keywords of a Decrypto match, and the codes and moves of matches recorded elsewhere.

Keywords are given by the user, or drawn from a deck. A recorded match can have moves that Parlour's
rules would refuse; they are accepted as they were made.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from engine.games.decrypto.view_and_moves import CODES, SEATS, Code, Hint, Keywords, Move, View
from engine.options import OptionError, clean_word, is_clean_word, read_option_file
from engine.text import clean
from engine.word_forms import match_word
from words.word_lists import read_keywords

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


def load_keywords(material: Mapping[str, Any]) -> Keywords:
    """Take the keywords from the material in a journal.

    Raises:
        OptionError: If it holds no four keywords; the message quotes none of them.
    """
    match material.get("keywords"):
        case [str(a), str(b), str(c), str(d)]:
            words = (a, b, c, d)
            if all(is_clean_word(word, LONGEST_KEYWORD) for word in words):
                return words
    raise OptionError("the material of Decrypto is four keywords.")


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


MAX_ROUNDS = 24
MAX_HINT = 400
"""Maximum length of a hint in a recorded match, in characters."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Codes and irregular moves of a recorded match; empty for a match that is played here."""

    codes: tuple[Code, ...] = ()
    """The codes of its rounds, in order; later ones are drawn."""
    irregular: frozenset[tuple[int, str, tuple[str | int, ...]]] = frozenset()
    """Recorded moves that our rules would refuse: round, seat, and the words or digits. They are
    accepted as they were made; every other move must follow the rules."""

    def accepts(self, view: View, move: Move) -> bool:
        """Whether this is a move of the record that our rules would refuse."""
        if not self.irregular or view.role is None:
            return False
        made = move.words if isinstance(move, Hint) else move.code
        return (view.number, SEATS[view.role], made) in self.irregular


PLAYED_HERE = Recorded()


def load_recorded(material: Mapping[str, Any]) -> Recorded:
    """Load the codes and irregular moves of a recorded match from the material in a journal.

    Raises:
        OptionError: If they are damaged; the message does not quote them.
    """
    recorded = material.get("recorded")
    if recorded is None:
        return PLAYED_HERE
    try:
        codes = tuple(_read_code(code) for code in recorded["codes"])
        irregular = frozenset(
            (int(one["round"]), str(one["seat"]), _read_made(one["made"]))
            for one in recorded["irregular"]
        )
    except (TypeError, KeyError, ValueError):
        codes = ()
        irregular = frozenset()
    if not codes or len(codes) > MAX_ROUNDS:
        raise OptionError("the recorded codes of the material are damaged.")
    return Recorded(codes, irregular)


def _read_code(code: Iterable[int]) -> Code:
    a, b, c = code
    if (a, b, c) not in CODES:
        raise ValueError
    return a, b, c


def _read_made(made: list[Any]) -> tuple[str | int, ...]:
    first, second, third = made
    return first, second, third


def describe_recorded(
    codes: Iterable[Code], irregular: Iterable[tuple[int, str, tuple[str | int, ...]]]
) -> dict[str, Any]:
    """Build the material of a recorded match, for `load_recorded` to read."""
    return {
        "codes": [list(code) for code in codes],
        "irregular": [
            {"round": number, "seat": seat, "made": list(made)} for number, seat, made in irregular
        ],
    }
