"""Clean text for the screen, fold words for comparison, and format names, counts and quotes."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Protocol
from unicodedata import category, combining, normalize

from engine.seat import Seat

MAX_LINE_LENGTH = 200
"""The default length at which `clean` cuts a line, in characters."""

ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f]).*?(?:\x07|\x1b\\|\x9c|\Z)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-~]"  # two-character escapes
    r"|\x9b[0-?]*[ -/]*[@-~]",  # CSI in one byte
    re.DOTALL,
)
"""Matches complete terminal escape sequences, so that no part of them is left as text."""
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Matches characters without a glyph: fillers, selectors, joiners, the Braille blank."""
MAX_MARKS = 3
"""Maximum number of combining marks on a letter."""
CONTROLS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories of controls, formats, surrogates, private and unassigned characters."""


def clean(text: str, longest: int = MAX_LINE_LENGTH) -> str:
    """Clean text into one line that is safe to show and to store.

    Removes escape sequences, control characters, bidi overrides, zero-width, invisible and
    unassigned characters, and combining marks past `MAX_MARKS` on a letter; collapses white
    space; normalises to NFC; cuts after `longest` characters.
    """
    if text.isascii() and text.isprintable():  # the usual case: there is nothing to remove
        return " ".join(text[: longest * 20].split())[:longest].rstrip()
    text = INVISIBLE.sub("", ESCAPES.sub("", text[: longest * 20]))
    spaced = "".join(" " if c.isspace() else c for c in text)
    kept = "".join(c for c in spaced if category(c) not in CONTROLS)
    return _limit_marks(normalize("NFC", " ".join(kept.split())))[:longest].rstrip()


def clean_lines(text: str, longest: int) -> str:
    """Clean text into lines that are safe to show: like `clean`, but keep line ends and spaces.

    Tabs and uncommon line separators, such as U+2028, become spaces.
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
    """Join names: `p1, p2 and p3`."""
    *rest, last = names
    return " and ".join(filter(None, (", ".join(rest), last)))


def describe_winners(outcome: str) -> str:
    """Write who has won: `p1 and p2 have won` for the outcome `p1, p2`."""
    known = {"draw": "It is a draw", "nobody": "Nobody has won", "everybody": "Everybody has won"}
    names = outcome.split(", ")
    verb = "has" if len(names) == 1 else "have"
    return known.get(outcome, f"{join_names(names)} {verb} won")


def make_up_word(rng: Random) -> str:
    """Make up a word without meaning, one of several million."""
    return "".join(rng.choice("bdgklmnprstv") + rng.choice("aeiou") for _ in range(4)) + "x"


def distinguish_names(names: Sequence[str]) -> tuple[str, ...]:
    """Number names that occur more than once: `GloVe`, `GloVe 2`."""
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
"""Matches a numbered seat: `p3`."""
QUOTED_OR_CODE = re.compile(rf'“[^”]*”|"(?:[^"\\]|\\.)*"|{SEAT_CODE.pattern}')


def split_seat_codes(sentence: str, seats: Sequence[str]) -> Iterator[str | Seat]:
    """Split a sentence at seat codes, such as `p3`, outside of quotations.

    Yields:
        The text between codes, and a `Seat` for each code.
    """
    end = 0
    for found in QUOTED_OR_CODE.finditer(sentence):
        if found[0] in seats:
            yield sentence[end : found.start()]
            yield Seat(seats.index(found[0]))
            end = found.end()
    yield sentence[end:]


def replace_seat_codes(sentence: str, seats: Sequence[str], names: Sequence[str]) -> str:
    """Replace seat codes by the players' names, outside of quotations."""
    parts = split_seat_codes(sentence, seats)
    return "".join(part if isinstance(part, str) else names[part] for part in parts)


def replace_roles(sentence: str, seats: Sequence[str], names: Sequence[str]) -> str:
    """Replace roles, such as `the encoder`, by the players' names, outside of quotations."""
    by_role = dict(zip(seats, names, strict=True))
    roles = "|".join(map(re.escape, seats))
    pattern = rf'“[^”]*”|"(?:[^"\\]|\\.)*"|\b(?:[Tt]he )?({roles})\b'
    return re.sub(pattern, lambda found: by_role.get(found[1] or "", found[0]), sentence)


@lru_cache(maxsize=65536)
def fold_words(text: str) -> tuple[str, ...]:
    """Split text into words for comparison: NFKC, case-folded, without accents, digits separate."""
    wide = normalize("NFKD", normalize("NFKC", text).casefold())
    bare = re.sub(r"['\u2019]s\b", "", "".join(c for c in wide if not combining(c)))
    spaced = "".join(c if c.isalnum() or category(c).startswith("M") else " " for c in bare)
    words = re.sub(r"\d+", r" \g<0> ", spaced).split()
    return tuple(word for word in words if any(c.isalnum() for c in word))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Compute the English stem of a folded word (Snowball)."""
    return _load_stemmer().stemWord(word)


@lru_cache(maxsize=65536)
def find_lemma(word: str) -> str:
    """Find the English dictionary form of a folded word (simplemma)."""
    from words.word_lists import read_listed_lemmas, read_listed_words

    return (
        read_listed_lemmas().get(word, word) if word in read_listed_words() else look_up_lemma(word)
    )


def look_up_lemma(word: str) -> str:
    """Look up a lemma in simplemma's own dictionary, which is slow to load."""
    from simplemma import lemmatize

    return lemmatize(word, lang="en").casefold()


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


@lru_cache(maxsize=1)
def _load_stemmer() -> _Stemmer:
    from snowballstemmer import stemmer

    english: _Stemmer = stemmer("english")
    return english


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def format_count(count: int, noun: str) -> str:
    """Format a count: `1 round`, `8 rounds`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def spell_number(number: int) -> str:
    """Spell out a number from 0 to 10 for use before a noun: `no`, `three`."""
    return NUMBERS[number]


def format_scores(names: Iterable[str], points: Iterable[int]) -> str:
    """Format seats with their points: `p1 3, p2 0`."""
    return ", ".join(f"{name} {got}" for name, got in zip(names, points, strict=True))


@lru_cache(maxsize=4096)  # a prompt repeats all earlier lines
def quote_text(text: str) -> str:
    """Quote untrusted text as a JSON string, so that it cannot end its own quotation."""
    return json.dumps(text, ensure_ascii=False)


SINGLE_QUOTES = str.maketrans("“”", "\u2018\u2019")


def quote_line(line: str) -> str:
    """Quote a line in prose; quotation marks in it become single ones."""
    return f"“{line.translate(SINGLE_QUOTES)}”"


def join_paragraphs(*paragraphs: str) -> str:
    """Join paragraphs with blank lines; empty ones are left out."""
    return "\n\n".join(filter(None, paragraphs))


def order_neutrally(choices: Iterable[str], *occasion: object) -> tuple[str, ...]:
    """Shuffle choices, always in the same way for the same occasion.

    A model may prefer the first or the last of several choices, so the order must reveal nothing,
    neither the order of seats nor the card that was drawn last.

    Args:
        choices: Distinct texts.
        occasion: Values that the seat knows and that identify the decision.
    """
    salt = "/".join(map(str, occasion))
    return tuple(sorted(choices, key=lambda choice: sha256(f"{salt}/{choice}".encode()).digest()))
