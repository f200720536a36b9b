"""Text made safe to show, folded for comparison; counts, scores and quotations in words."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Protocol
from unicodedata import category, combining, normalize

from engine.game import Seat

MAX_LINE_LENGTH = 200
"""The length to which `clean` cuts a line by default, in characters."""

ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f]).*?(?:\x07|\x1b\\|\x9c|\Z)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-~]"  # two-character escapes
    r"|\x9b[0-?]*[ -/]*[@-~]",  # CSI in one byte
    re.DOTALL,
)
"""Terminal escape sequences as a whole, so that no part of them stays behind as text."""
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks without a glyph: fillers, selectors, joiners, the Braille blank."""
MAX_MARKS = 3
"""How many combining marks one letter keeps."""
CONTROLS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories of controls, formats, surrogates, private and unassigned characters."""


def clean(text: str, longest: int = MAX_LINE_LENGTH) -> str:
    """Clean text into one line that is safe to show and to keep.

    Removes escape sequences, control characters, bidi overrides, zero-width, invisible and
    unassigned characters, and combining marks past `MAX_MARKS` on a letter; collapses white
    space; normalises to NFC; cuts after `longest` characters.
    """
    if text.isascii() and text.isprintable():  # most text, and nothing in it to take out
        return " ".join(text[: longest * 20].split())[:longest].rstrip()
    text = INVISIBLE.sub("", ESCAPES.sub("", text[: longest * 20]))
    spaced = "".join(" " if c.isspace() else c for c in text)
    kept = "".join(c for c in spaced if category(c) not in CONTROLS)
    return _limit_marks(normalize("NFC", " ".join(kept.split())))[:longest].rstrip()


def clean_lines(text: str, longest: int) -> str:
    """Clean text into lines that are safe to show: as `clean`, but line ends and spaces stay.

    Tabs become spaces, and so do uncommon line separators such as U+2028.
    """
    text = INVISIBLE.sub("", ESCAPES.sub("", text[: longest * 2])).replace("\r\n", "\n")
    text = text.replace("\r", "\n").expandtabs(4)
    spaced = "".join(" " if c.isspace() and c != "\n" else c for c in text)
    kept = "".join(c for c in spaced if c == "\n" or category(c) not in CONTROLS)
    return _limit_marks(normalize("NFC", kept))[:longest]


def _limit_marks(text: str) -> str:
    """Remove combining marks past `MAX_MARKS` on a letter, which would cover other lines."""
    kept = []
    pile = 0
    for c in text:
        pile = pile + 1 if category(c).startswith("M") else 0
        if pile <= MAX_MARKS:
            kept.append(c)
    return "".join(kept)


def join_names(names: Iterable[str]) -> str:
    """The names as `p1, p2 and p3`."""
    *rest, last = names
    return " and ".join(filter(None, (", ".join(rest), last)))


def describe_winners(outcome: str) -> str:
    """Say who has won, by the outcome of a report: names with commas between, or a word for it."""
    known = {"draw": "It is a draw", "nobody": "Nobody has won", "everybody": "Everybody has won"}
    names = outcome.split(", ")
    verb = "has" if len(names) == 1 else "have"
    return known.get(outcome, f"{join_names(names)} {verb} won")


def make_up_word(rng: Random) -> str:
    """One of some million words that mean nothing."""
    return "".join(rng.choice("bdgklmnprstv") + rng.choice("aeiou") for _ in range(4)) + "x"


def is_one_word(text: str, longest: int) -> bool:
    """Is this one word of at most so many characters, as `clean` would leave it?"""
    return text == clean(text, longest) and len(fold_words(text)) == 1


def distinguish_names(names: Sequence[str]) -> tuple[str, ...]:
    """Number the names that several players have: `GloVe`, `GloVe 2`."""
    taken: set[str] = set()
    wanted = {name.casefold() for name in names}
    different: list[str] = []
    for name in names:
        number, unique = 1, name
        while unique.casefold() in taken or (number > 1 and unique.casefold() in wanted):
            number += 1
            unique = f"{name} {number}"
        taken.add(unique.casefold())
        different.append(unique)
    return tuple(different)


SEAT_CODE = re.compile(r"\bp(\d+)\b")
"""A seat's name that says nothing: `p3`."""
QUOTED_OR_CODE = re.compile(rf'“[^”]*”|"(?:[^"\\]|\\.)*"|{SEAT_CODE.pattern}')


def split_seat_codes(sentence: str, seats: Sequence[str]) -> Iterator[str | Seat]:
    """Split a sentence at the codes of seats, such as `p3`, outside of what it quotes.

    Yields:
        The text between them, and the seat instead of each code.
    """
    end = 0
    for found in QUOTED_OR_CODE.finditer(sentence):
        if found[0] in seats:
            yield sentence[end : found.start()]
            yield Seat(seats.index(found[0]))
            end = found.end()
    yield sentence[end:]


def name_seat_codes(sentence: str, seats: Sequence[str], names: Sequence[str]) -> str:
    """Write the players' names for the codes of their seats, outside of what is quoted."""
    parts = split_seat_codes(sentence, seats)
    return "".join(part if isinstance(part, str) else names[part] for part in parts)


@lru_cache(maxsize=65536)
def fold_words(text: str) -> tuple[str, ...]:
    """Split text into words for comparison: NFKC, no case, no accents, digits apart."""
    wide = normalize("NFKD", normalize("NFKC", text).casefold())
    bare = re.sub(r"['\u2019]s\b", "", "".join(c for c in wide if not combining(c)))
    spaced = "".join(c if c.isalnum() or category(c).startswith("M") else " " for c in bare)
    words = re.sub(r"\d+", r" \g<0> ", spaced).split()
    return tuple(word for word in words if any(c.isalnum() for c in word))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The English stem of one folded word (Snowball)."""
    return _stemmer().stemWord(word)


@lru_cache(maxsize=65536)
def lemma(word: str) -> str:
    """The English dictionary form of one folded word (simplemma)."""
    from words.word_lists import listed_lemmas, listed_words

    return listed_lemmas().get(word, word) if word in listed_words() else look_up_lemma(word)


def look_up_lemma(word: str) -> str:
    """Look a lemma up in simplemma's dictionary itself, which takes long to read."""
    from simplemma import lemmatize

    return lemmatize(word, lang="en").casefold()


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


@lru_cache(maxsize=1)
def _stemmer() -> _Stemmer:
    from snowballstemmer import stemmer

    english: _Stemmer = stemmer("english")
    return english


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def format_count(count: int, noun: str) -> str:
    """Count something: `1 round`, `8 rounds`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def spell_number(number: int) -> str:
    """Spell a number from 0 to 10 out, as it stands before a noun: `no`, `three`."""
    return NUMBERS[number]


def format_scores(names: Iterable[str], points: Iterable[int]) -> str:
    """List seats with their points: `p1 3, p2 0`."""
    return ", ".join(f"{name} {got}" for name, got in zip(names, points, strict=True))


@lru_cache(maxsize=4096)  # a prompt repeats all that was said before
def quote_text(text: str) -> str:
    """Quote text from outside as a JSON string, so that it cannot end its own quotation."""
    return json.dumps(text, ensure_ascii=False)


SINGLE_QUOTES = str.maketrans("“”", "\u2018\u2019")


def quote_line(line: str) -> str:
    """Quote what somebody said, in prose: quotation marks within it become single ones."""
    return f"“{line.translate(SINGLE_QUOTES)}”"


def join_paragraphs(*paragraphs: str) -> str:
    """Join paragraphs with a blank line between; empty ones are left out."""
    return "\n\n".join(filter(None, paragraphs))


def order_neutrally(choices: Iterable[str], *occasion: object) -> tuple[str, ...]:
    """Order choices by chance, but always the same for the same occasion.

    A model may prefer the first or the last of several choices, so the order should tell nothing
    about them: neither who sits where nor which card was drawn last.

    Args:
        choices: Distinct texts.
        occasion: What the seat knows and what tells its decisions apart.
    """
    salt = "/".join(map(str, occasion))
    return tuple(sorted(choices, key=lambda choice: sha256(f"{salt}/{choice}".encode()).digest()))
