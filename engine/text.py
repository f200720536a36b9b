"""Words from outside: cleaning them at the edge, and comparing them."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Protocol
from unicodedata import category, combining, normalize

LONGEST = 200
"""The most characters that a line from outside keeps, unless a caller says otherwise."""

ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f]).*?(?:\x07|\x1b\\|\x9c|\Z)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-~]"  # two-character escapes
    r"|\x9b[0-?]*[ -/]*[@-~]",  # CSI in one byte
    re.DOTALL,
)
"""Terminal escape sequences, whole: their text must not stay behind when ESC goes."""
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing: fillers, selectors, joiners, the blank of Braille."""
PILE = 3
"""The most marks that one letter keeps."""
CONTROLS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories of controls, formats, surrogates, private and unassigned characters."""


def clean(text: str, longest: int = LONGEST) -> str:
    """One line of plain text, safe to show and to keep.

    Takes out escape sequences, control characters, bidi overrides, zero-width,
    invisible and unassigned characters, and marks piled up on a letter; folds
    white space; normalises to NFC; cuts after `longest` characters.
    """
    if text.isascii() and text.isprintable():  # most text, and nothing in it to take out
        return " ".join(text[: longest * 20].split())[:longest].rstrip()
    text = UNSEEN.sub("", ESCAPES.sub("", text[: longest * 20]))
    spaced = "".join(" " if c.isspace() else c for c in text)
    kept = "".join(c for c in spaced if category(c) not in CONTROLS)
    return _level(normalize("NFC", " ".join(kept.split())))[:longest].rstrip()


def clean_lines(text: str, longest: int) -> str:
    """Several lines of plain text, safe to show: as `clean`, but lines and spaces stay.

    Tabs become spaces; what is no end of a line by itself, such as U+2028, becomes a space.
    """
    text = UNSEEN.sub("", ESCAPES.sub("", text[: longest * 2])).replace("\r\n", "\n")
    text = text.replace("\r", "\n").expandtabs(4)
    spaced = "".join(" " if c.isspace() and c != "\n" else c for c in text)
    kept = "".join(c for c in spaced if c == "\n" or category(c) not in CONTROLS)
    return _level(normalize("NFC", kept))[:longest]


def _level(text: str) -> str:
    """Without the marks that would pile up past `PILE` and into the lines around."""
    kept = []
    pile = 0
    for c in text:
        pile = pile + 1 if category(c).startswith("M") else 0
        if pile <= PILE:
            kept.append(c)
    return "".join(kept)


def join_names(names: Iterable[str]) -> str:
    """The names as `p1, p2 and p3`."""
    *rest, last = names
    return " and ".join(filter(None, (", ".join(rest), last)))


@lru_cache(maxsize=65536)
def fold(text: str) -> tuple[str, ...]:
    """The words of `text` as they compare: NFKC, no case, no accents, letters and digits apart."""
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


def lemmas(word: str) -> set[str]:
    """Every dictionary form that one folded word may have: "leaves" are leaves, or leave."""
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
def same_word(said: str, word: str) -> str | None:
    """The rule by which `said` contains `word` or a form of it; `None` if it does not.

    Both are compared after NFKC, case and accent folding: as they stand, joined
    or spelled out ("ice-cream", "icecream", "f.i.r.e"), by lemma and by stem.
    Of a `word` of several parts, no part may be said either.
    """
    if not _parts(said).isdisjoint(_parts(word)):
        if fold(said) == fold(word):
            return "the word itself"
        shared = not set(fold(said)).isdisjoint(fold(word))
        return "contains the word" if shared else "the word joined or spelled out"
    if not _lemmas(said).isdisjoint(_lemmas(word)):
        return "the same lemma"
    if not _stems(said).isdisjoint(_stems(word)):
        return "the same stem"
    return None


@lru_cache(maxsize=8192)
def _parts(text: str) -> frozenset[str]:
    words = fold(text)
    return frozenset({*words, "".join(words)}) if words else frozenset()


@lru_cache(maxsize=8192)
def _lemmas(text: str) -> frozenset[str]:
    return frozenset(form for part in _parts(text) for form in lemmas(part))


@lru_cache(maxsize=8192)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(part) for part in _parts(text))


@lru_cache(maxsize=4096)
def said_in(line: str, word: str) -> str | None:
    """The rule by which a sentence contains `word` or a form of it; `None` if it does not.

    Each of its words is compared as `same_word` compares. Neighbours are read together, too:
    letters that stand alone ("f i r e"), and two words of three letters or more ("rain bow").
    """
    for piece in line.split():
        if rule := same_word(piece, word):
            return rule
    if any(same_word(piece, word) for piece in _joined(line)):
        return "the word joined or spelled out"
    return None


@lru_cache(maxsize=4096)
def _joined(line: str) -> tuple[str, ...]:
    """What may be read together in a sentence: runs of single letters, and pairs of words."""
    words = fold(line)
    runs = re.findall(r"(?<!\S)\S(?: \S)+(?!\S)", " ".join(words))
    pairs = (a + b for a, b in pairwise(words) if len(a) > 2 and len(b) > 2)
    spelled = [run.replace(" ", "") for run in runs]
    return (*spelled, *(run[1:] for run in spelled), *pairs)  # "a f i r e": a fire
