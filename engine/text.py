"""Text from people, models and files: made safe to show, and folded for comparison."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol
from unicodedata import category, combining, normalize

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
    from simplemma import lemmatize

    return lemmatize(word, lang="en").casefold()


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


@lru_cache(maxsize=1)
def _stemmer() -> _Stemmer:
    from snowballstemmer import stemmer

    english: _Stemmer = stemmer("english")
    return english
