"""Text from people, models and files: made safe to show, and compared word by word."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
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


def possible_lemmas(word: str) -> set[str]:
    """Every dictionary form that one folded word may have: of "leaves" also "leaf" and "leafe"."""
    if word.endswith("ves"):
        return {lemma(word), word[:-3] + "f", word[:-3] + "fe"}
    return {lemma(word)}


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


@lru_cache(maxsize=1)
def _stemmer() -> _Stemmer:
    from snowballstemmer import stemmer

    english: _Stemmer = stemmer("english")
    return english


@lru_cache(maxsize=16384)
def match_word(text: str, word: str) -> str | None:
    """The rule by which `text` contains `word` or a form of it; `None` if it does not.

    Both are compared after NFKC, case and accent folding: as they stand, joined
    or spelled out ("ice-cream", "icecream", "f.i.r.e"), by lemma and by stem.
    If `word` has several parts, each part counts as well.
    """
    if not _fold_and_join(text).isdisjoint(_fold_and_join(word)):
        if fold_words(text) == fold_words(word):
            return "the word itself"
        shared = not set(fold_words(text)).isdisjoint(fold_words(word))
        return "contains the word" if shared else "the word joined or spelled out"
    if not _lemmas(text).isdisjoint(_lemmas(word)):
        return "the same lemma"
    if not _stems(text).isdisjoint(_stems(word)):
        return "the same stem"
    return None


@lru_cache(maxsize=8192)
def _fold_and_join(text: str) -> frozenset[str]:
    words = fold_words(text)
    return frozenset({*words, "".join(words)}) if words else frozenset()


@lru_cache(maxsize=8192)
def _lemmas(text: str) -> frozenset[str]:
    return frozenset(form for part in _fold_and_join(text) for form in possible_lemmas(part))


@lru_cache(maxsize=8192)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(part) for part in _fold_and_join(text))


@lru_cache(maxsize=4096)
def match_in_line(line: str, word: str) -> str | None:
    """The rule by which a sentence contains `word` or a form of it; `None` if it does not.

    Each of its words is compared by `match_word`, and so are neighbours joined together:
    single letters ("f i r e"), and two words of three letters or more ("rain bow").
    """
    for piece in line.split():
        if rule := match_word(piece, word):
            return rule
    if any(match_word(piece, word) for piece in _join_neighbours(line)):
        return "the word joined or spelled out"
    return None


@lru_cache(maxsize=4096)
def _join_neighbours(line: str) -> tuple[str, ...]:
    """What in a sentence may be read together: runs of single letters, and pairs of words."""
    words = fold_words(line)
    runs = re.findall(r"(?<!\S)\S(?: \S)+(?!\S)", " ".join(words))
    pairs = (a + b for a, b in pairwise(words) if len(a) > 2 and len(b) > 2)
    spelled = [run.replace(" ", "") for run in runs]
    return (*spelled, *(run[1:] for run in spelled), *pairs)  # "a f i r e": a fire
