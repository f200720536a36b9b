"""Words from outside: cleaning them at the edge, and comparing them."""

import re
from functools import lru_cache
from typing import Protocol
from unicodedata import category, combining, normalize

LONGEST = 200
"""The most characters that a line from outside keeps, unless a caller says otherwise."""

ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|\x9c|$)"  # OSC, DCS, SOS, PM, APC and their text
    r"|\x1b[ -/]*[0-~]"  # two-character escapes
    r"|\x9b[0-?]*[ -/]*[@-~]",  # CSI in one byte
    re.DOTALL,
)
"""Terminal escape sequences, whole: their text must not stay behind when ESC goes."""


def clean(text: str, longest: int = LONGEST) -> str:
    """One line of plain text, safe to show and to keep.

    Takes out escape sequences, control characters, bidi overrides, zero-width
    and unassigned characters; folds white space; normalises to NFC; cuts after
    `longest` characters.
    """
    text = ESCAPES.sub("", text[: longest * 20])
    spaced = "".join(" " if c.isspace() else c for c in text)
    kept = "".join(c for c in spaced if category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"})
    return normalize("NFC", " ".join(kept.split()))[:longest].rstrip()


@lru_cache(maxsize=65536)
def fold(text: str) -> tuple[str, ...]:
    """The words of `text` as they compare: NFKC, no case, no accents, letters and digits only."""
    wide = normalize("NFKD", normalize("NFKC", text).casefold())
    bare = "".join(c for c in wide if not combining(c))
    bare = re.sub(r"['\u2019]s\b", "", bare)
    return tuple(re.findall(r"[^\W_]+", bare))


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


@lru_cache(maxsize=65536)
def same_word(said: str, word: str) -> str | None:
    """The rule by which `said` contains `word` or a form of it; `None` if it does not.

    Both are compared after NFKC, case and accent folding: as they stand, joined
    or spelled out ("ice-cream", "icecream", "f.i.r.e"), by lemma and by stem.
    Of a `word` of several parts, no part may be said either.
    """
    ours, theirs = _parts(said), _parts(word)
    if fold(said) == fold(word):
        return "the word itself"
    if set(fold(said)) & set(fold(word)):
        return "contains the word"
    if ours & theirs:
        return "the word joined or spelled out"
    if {lemma(part) for part in ours} & {lemma(part) for part in theirs}:
        return "the same lemma"
    if {stem(part) for part in ours} & {stem(part) for part in theirs}:
        return "the same stem"
    return None


def _parts(text: str) -> set[str]:
    words = fold(text)
    return {*words, "".join(words)}
