"""Decide for all games whether a text gives a secret word away, and how.

It does as the word itself, as a form of it (an inflection, a derivation or a spelling), as a
compound with it, as a part of it, and as one word of a name of several. A word that only has the
same letters does not: `refuse` is no form of `fuse`. What a game allows it passes as `allowed`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.forms.dictionary import find_bases, find_parts, find_roots, is_known
from engine.forms.folding import fold_words
from engine.forms.fragments import join_fragments
from engine.forms.lookalike import is_masked, read_look_alikes
from words.forms import read_spellings

FUNCTION_WORDS = frozenset({"a", "an", "and", "de", "for", "in", "of", "on", "or", "the", "to"})
"""Words that do not give away a secret of several words, as in "bird of prey"."""


MARKS = ".,;:!?\"'()\u201c\u201d\u2018\u2019\u2026 "
"""Punctuation that is stripped from both ends of a word."""


class Giveaway(NamedTuple):
    """A part of a text that gives a secret word away, and how."""

    said: str
    """The part of the text."""
    kind: str
    """The way in which it gives the word away, a key of `VERBS`."""

    def describe(self, quoted: str = "") -> str:
        """Explain the match: "“sunflower” is a compound with the word".

        Args:
            quoted: The text quoted before in the sentence; if it is the matching part, the
                explanation begins with "it".
        """
        said = "it" if self.said == quoted.strip(MARKS) else f"“{self.said}”"
        return f"{said} {VERBS[self.kind]}"

    def tell(self, word: str) -> str:
        """Tell what was said, and what it has to do with the secret: "“icy”, a form of “ice”"."""
        if self.kind == "the word itself":
            return f"“{self.said}”"
        return f"“{self.said}”, {RELATIONS[self.kind]} “{word}”"


VERBS = {
    "the word itself": "is the word itself",
    "contains the word": "contains the word",
    "the word joined or spelled out": "spells the word out",
    "letters that look alike": "looks like the word",
    "a form of the word": "is a form of the word",
    "a compound with the word": "is a compound with the word",
    "a part of the word": "is a part of the word",
    "a word of the name": "is a part of the word",
    "a form of its words": "is a form of a part of the word",
}
"""By kind of match: its wording in a sentence."""


RELATIONS = {
    "contains the word": "which contains",
    "the word joined or spelled out": "which spells out",
    "letters that look alike": "which looks like",
    "a form of the word": "a form of",
    "a compound with the word": "a compound with",
    "a part of the word": "a part of",
    "a word of the name": "a word of",
    "a form of its words": "a form of a word of",
}
"""By kind of match: its wording between what was said and the secret."""


NAME_WORDS = frozenset({"a word of the name", "a form of its words"})
"""The kinds in which the text is one word, or some, of a secret of several words."""
COMPOUNDS = NAME_WORDS | {"a compound with the word", "a part of the word"}
"""The kinds in which the text is not a form of the whole word."""


@lru_cache(maxsize=16384)
def match_word(text: str, word: str) -> Giveaway | None:
    """Find out whether a word or phrase gives away a secret word; `None` if it does not.

    Both are compared after folding case, accents and letter styles: as written, joined and spelled
    out; by inflection, spelling and derivation; as parts of compounds, in both directions; and
    again with look-alike characters replaced. If the secret has several words, each one counts.

    Args:
        text: The word or phrase.
        word: The secret.
    """
    kind = _find_kind(text, word) or _find_look_alike(text, word)
    if kind and len(pieces := text.split()) > 1:
        for piece in pieces:
            if (found := match_word(piece, word)) and found.kind == kind:
                return found
    return Giveaway(text.strip(MARKS), kind) if kind else None


def _find_look_alike(text: str, word: str) -> str | None:
    """Find the first reason why a text gives away a word once look-alikes are replaced."""
    if is_masked(text, word) or is_masked(word, text):
        return "letters that look alike"
    said, secret = read_look_alikes(text), read_look_alikes(word)
    if not said and not secret:
        return None
    pairs = (
        *((one, word) for one in said if _is_ascii(word)),
        *((text, one) for one in secret if _is_ascii(text)),
    )
    kinds = [kind for one, two in pairs if (kind := _find_reading(one, two))]
    whole = any(kind not in COMPOUNDS for kind in kinds)
    return "letters that look alike" if whole else next(iter(kinds), None)


def find_free(texts: Iterable[str], word: str) -> Iterator[str]:
    """Yield those of many texts that do not give away a secret word by `match_word`."""
    secret, parts = _collect(word), _collect_parts(word)
    plain = word.isalpha() and word.isascii()  # so look-alikes do not matter
    for text in texts:
        said = _collect(text)
        clear = (
            plain
            and text.isalpha()
            and not read_look_alikes(text)
            and said.units.isdisjoint(secret.units)
            and said.roots.isdisjoint(secret.roots)
            and parts.isdisjoint(said.bases)
            and _collect_parts(text).isdisjoint(secret.bases)
        )
        if clear or match_word(text, word) is None:
            yield text


@lru_cache(maxsize=4096)
def match_in_line(line: str, word: str, allowed: frozenset[str] = frozenset()) -> Giveaway | None:
    """Find the part of a sentence that gives away a secret word; `None` if there is none.

    Each word is compared by `match_word`, and so are joined neighbours: runs of single letters
    ("f i r e"), pairs of words with at least three letters each ("rain bow"), pieces of which one
    is no word ("fi re"), and as many words as the secret has.

    Args:
        line: The sentence.
        word: The secret.
        allowed: The kinds that do not count, such as `COMPOUNDS`.
    """
    for piece in line.split():
        if (found := match_word(piece, word)) and found.kind not in allowed:
            return found
    for piece, joined in _join_neighbours(line, len(fold_words(word))):
        kind = _find_whole(joined, word) if _may_be_form(joined, word) else None
        if kind and kind not in allowed:
            same = fold_words(piece) == fold_words(word)
            return Giveaway(piece, "the word itself" if same else "the word joined or spelled out")
    for piece, joined in join_fragments(line, len(word)):
        plain = joined.isascii() and joined.isalpha()
        found = None if plain and not _may_be_form(joined, word) else match_word(joined, word)
        if found and found.kind not in COMPOUNDS:
            return Giveaway(piece, "the word joined or spelled out")
    return None


def _may_be_form(joined: str, word: str) -> bool:
    """Whether joined neighbours may be a form of the word; a cheap test before `match_word`.

    Words that are in no dictionary can only differ from their forms in the ending, so comparing
    the first letters avoids computing their forms, which is slow.
    """
    if joined[:2] in _list_beginnings(word) or is_known(joined):
        return True
    return joined in _collect(word).units


@lru_cache(maxsize=1024)
def _list_beginnings(word: str) -> frozenset[str]:
    """List the first two letters of every form of a secret word, in all spellings."""
    roots = _collect(word).roots
    spelled = (one for one, base in read_spellings().items() if base in roots)
    return frozenset(one[:2] for one in (*roots, *spelled))


def _find_kind(text: str, word: str) -> str | None:
    """Find the first reason why a text gives away a word by these rules."""
    if whole := _find_whole(text, word):
        return whole
    if not _collect_parts(text).isdisjoint(_collect(word).bases):
        return "a compound with the word"
    if not _collect_parts(word).isdisjoint(_collect(text).bases):
        return "a part of the word"
    return None


def _find_reading(one: str, two: str) -> str | None:
    """Find the first reason why a reading of look-alikes gives a word away.

    As a compound it does only if it is a known one. Words of other languages may otherwise be read
    as two short words that are joined.
    """
    known = all(map(is_known, (*fold_words(one), *fold_words(two))))
    return _find_kind(one, two) if known else _find_whole(one, two)


def _find_whole(text: str, word: str) -> str | None:
    """Find a reason why a text is a word or a form of it, compounds excluded."""
    said, secret = _collect(text), _collect(word)
    if not said.units.isdisjoint(secret.units):
        given, whole = set(fold_words(text)), set(fold_words(word))
        if fold_words(text) == fold_words(word):
            return "the word itself"
        if given.isdisjoint(whole):
            return "the word joined or spelled out"
        contained = whole <= given or secret.joined in said.units
        return "contains the word" if contained else "a word of the name"
    if said.roots.isdisjoint(secret.roots):
        return None
    if len(fold_words(word)) > 1 and said.roots.isdisjoint(find_roots(secret.joined)):
        return "a form of its words"
    return "a form of the word"


class _Forms(NamedTuple):
    """The words and dictionary forms by which a text is compared."""

    joined: str
    """All of its words joined."""
    units: frozenset[str]
    """Its words, and all of them joined."""
    bases: frozenset[str]
    """Their dictionary forms, in one spelling; parts of compounds are compared with these."""
    roots: frozenset[str]
    """All that they are forms of, derivations included."""


@lru_cache(maxsize=16384)
def _collect(text: str) -> _Forms:
    joined = "".join(fold_words(text))
    units = frozenset({*_list_content_words(text), joined} - {""})
    return _Forms(
        joined,
        units,
        frozenset(base for unit in units for base in find_bases(unit)),
        frozenset(root for unit in units for root in find_roots(unit)),
    )


@lru_cache(maxsize=16384)
def _collect_parts(text: str) -> frozenset[str]:
    """Find the dictionary forms of the parts of all compounds in a text."""
    return frozenset(part for word in _list_content_words(text) for part in find_parts(word))


def _list_content_words(text: str) -> tuple[str, ...]:
    """List the folded words of a text; of several words, without function words."""
    words = fold_words(text)
    if len(words) == 1 or FUNCTION_WORDS.isdisjoint(words):
        return words
    return tuple(word for word in words if word not in FUNCTION_WORDS)


def _is_ascii(text: str) -> bool:
    return all(map(str.isascii, fold_words(text)))


@lru_cache(maxsize=4096)
def _join_neighbours(line: str, size: int) -> tuple[tuple[str, str], ...]:
    """List the neighbours in a sentence that may be read as one word: as written, and joined.

    Args:
        line: The sentence.
        size: The number of words of a secret; so many neighbours are joined, too.
    """
    words = fold_words(line)
    runs = re.findall(r"(?<!\S)\S(?: \S)+(?!\S)", " ".join(words))
    pairs = ((f"{a} {b}", a + b) for a, b in pairwise(words) if len(a) > 2 and len(b) > 2)
    spelled = [(run, run.replace(" ", "")) for run in runs]
    later = ((run, joined[1:]) for run, joined in spelled)  # "a f i r e": a fire
    places = range(len(words) - size + 1 if size > 1 else 0)
    names = ((" ".join(words[at : at + size]), "".join(words[at : at + size])) for at in places)
    return (*spelled, *later, *pairs, *names)
