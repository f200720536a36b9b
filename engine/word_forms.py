"""Decide whether a text gives a secret word away: as the word itself, a form, or a compound."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, StrictInt

from engine.option_errors import OptionError
from engine.text import find_lemma, fold_words, stem
from words.word_lists import (
    find_listed_bases,
    read_agent_nouns,
    read_compounds,
    read_confusables,
    read_everyday_words,
    read_irregular_forms,
    read_spellings,
    read_whole_words,
)

WORD_RULES = 2
"""The version of these rules, which the journal keeps: a match is replayed by its own rules."""
WORD_FORMS = (
    "The forms of a word are its inflections (plural, tense), spellings and close derivations, "
    "compounds with it and parts of it, and letters that spell it out or look like it."
)
"""One sentence that defines the forms of a word, for prompts, rules and docs."""

SHORTEST_PART = 3
"""Minimum length of a part of a compound that is not in a dictionary."""
FUNCTION_WORDS = frozenset({"a", "an", "and", "de", "for", "in", "of", "on", "or", "the", "to"})
"""Words that do not give away a secret of several words, as in "bird of prey"."""
UNRELATED = frozenset(
    {
        *("business", "comely", "customs", "evening", "grateful", "hardly", "lately", "rugged"),
        *("singed", "wicked", "witness"),
    }
)
"""Words that look derived from another word, but are not forms of it."""
DERIVATIONS = re.compile(r"(?:(?<=ic)(?:al|ally|ity)|ful|fully|less|ly|ness|ous)$")
"""Matches endings of close derivations, such as "happiness"; a shared stem must confirm them."""
INFLECTIONS = (
    *(("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e")),
    *(("ing", ""), ("ing", "e")),
)
"""Regular endings, and the endings of the dictionary form."""
LEET = str.maketrans("013457@$|", "oieastasl")
"""Digits and signs that stand for letters inside a word."""
MARKS = ".,;:!?\"'()\u201c\u201d\u2018\u2019\u2026 "
"""Punctuation that is stripped from both ends of a word."""
MIXED = re.compile(r"(?<=[^\W\d_])[013457@$|]+|[013457@$|]+(?=[^\W\d_])")


def check_word_rules(version: int) -> int:
    """Check that these rules are of a version.

    Raises:
        OptionError: If they are not.
    """
    if version != WORD_RULES:
        raise OptionError("the word rules of the material are of no version known here.")
    return version


type WordRules = Annotated[StrictInt, AfterValidator(check_word_rules)]
"""The version of these rules, as a field of a game."""


class Match(NamedTuple):
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


VERBS = {
    "the word itself": "is the word itself",
    "contains the word": "contains the word",
    "the word joined or spelled out": "spells the word out",
    "letters that look alike": "looks like the word",
    "a form of the word": "is a form of the word",
    "a compound with the word": "is a compound with the word",
    "a part of the word": "is a part of the word",
}
"""By kind of match: its wording in a sentence."""
COMPOUNDS = frozenset({"a compound with the word", "a part of the word"})
"""The kinds in which the text is not a form of the word itself."""


@lru_cache(maxsize=16384)
def match_word(text: str, word: str) -> Match | None:
    """Find out whether a word or phrase gives away a secret word; `None` if it does not.

    Both are compared after folding case, accents and letter styles: as written, joined and spelled
    out; by inflection, spelling and close derivation; as parts of compounds, in both directions;
    and again with look-alike characters replaced. If the secret has several words, each one counts.

    Args:
        text: The word or phrase.
        word: The secret.
    """
    kind = _find_kind(text, word)
    if kind is None:
        pairs = ((one, word) for one in read_look_alikes(text) if _is_ascii(word))
        other = ((text, one) for one in read_look_alikes(word) if _is_ascii(text))
        if any(_find_kind(one, two) for one, two in (*pairs, *other)):
            kind = "letters that look alike"
    if kind and len(pieces := text.split()) > 1:
        for piece in pieces:
            if (found := match_word(piece, word)) and found.kind == kind:
                return found
    return Match(text.strip(MARKS), kind) if kind else None


def find_free(texts: Iterable[str], word: str) -> Iterator[str]:
    """Yield those of many texts that do not give away a secret word by `match_word`."""
    secret, parts = _collect(word), _collect_parts(word)
    plain = word.isalpha() and word.isascii()  # so look-alikes do not matter
    for text in texts:
        said = _collect(text)
        clear = (
            plain
            and text.isalpha()
            and text.isascii()
            and said.units.isdisjoint(secret.units)
            and said.bases.isdisjoint(secret.bases)
            and parts.isdisjoint(said.bases)
            and _collect_parts(text).isdisjoint(secret.bases)
        )
        if clear or match_word(text, word) is None:
            yield text


@lru_cache(maxsize=4096)
def match_in_line(line: str, word: str) -> Match | None:
    """Find the part of a sentence that gives away a secret word; `None` if there is none.

    Each word is compared by `match_word`, and so are joined neighbours: runs of single letters
    ("f i r e"), and pairs of words with at least three letters each ("rain bow").
    """
    for piece in line.split():
        if found := match_word(piece, word):
            return found
    lines = (line, *read_look_alikes(line)) if _is_ascii(word) else (line,)
    for piece, joined in (pair for one in lines for pair in _join_neighbours(one)):
        kind = _find_whole(joined, word) if _may_be_form(joined, word) else None
        if kind:
            return Match(piece, "the word joined or spelled out")
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
    bases = _collect(word).bases
    spelled = (one for one, base in read_spellings().items() if base in bases)
    return frozenset(one[:2] for one in (*bases, *spelled))


def _find_kind(text: str, word: str) -> str | None:
    """Find the first reason why a text gives away a word by these rules."""
    if whole := _find_whole(text, word):
        return whole
    if not _collect_parts(text).isdisjoint(_collect(word).bases):
        return "a compound with the word"
    if not _collect_parts(word).isdisjoint(_collect(text).bases):
        return "a part of the word"
    return None


def _find_whole(text: str, word: str) -> str | None:
    """Find a reason why a text is a word or a form of it, compounds excluded."""
    said, secret = _collect(text), _collect(word)
    if not said.units.isdisjoint(secret.units):
        if fold_words(text) == fold_words(word):
            return "the word itself"
        given, whole = set(fold_words(text)), set(fold_words(word))
        if given < whole:
            return "a part of the word"
        return "the word joined or spelled out" if given.isdisjoint(whole) else "contains the word"
    return None if said.bases.isdisjoint(secret.bases) else "a form of the word"


class _Forms(NamedTuple):
    """The words and dictionary forms by which a text is compared."""

    units: frozenset[str]
    """Its words, and all of them joined."""
    bases: frozenset[str]
    """Their dictionary forms, in one spelling."""


@lru_cache(maxsize=16384)
def _collect(text: str) -> _Forms:
    words = fold_words(text)
    units = frozenset({*_list_content_words(text), "".join(words)}) if words else frozenset()
    return _Forms(units, frozenset(base for unit in units for base in find_bases(unit)))


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


@lru_cache(maxsize=65536)
def find_bases(word: str) -> frozenset[str]:
    """Find the dictionary forms of a folded word, in one spelling: "leaf" for "leaves"."""
    return frozenset(find_listed_bases(word)) or compute_bases(word)


def compute_bases(word: str) -> frozenset[str]:
    """Compute the dictionary forms of a folded word from dictionaries and endings."""
    found = _collect_inflections(word)
    if word not in UNRELATED:
        found.update(root for one in tuple(found) if (root := _undo_derivation(one)))
    return frozenset(read_spellings().get(one, one) for one in found)


@lru_cache(maxsize=65536)
def find_inflected(word: str) -> frozenset[str]:
    """Find the words that a folded word is an inflection of, without derivations."""
    return frozenset(read_spellings().get(one, one) for one in _collect_inflections(word))


def _collect_inflections(word: str) -> set[str]:
    if word in UNRELATED:
        return {word}
    regular = _undo_inflection(word)
    found = {word, find_lemma(word), *read_irregular_forms().get(word, ())}
    if regular:  # simplemma's lemma of "mixed" is "mixe", that of "skies" is "ski"
        found = {one for one in found if one not in (f"{regular}e", f"{regular[:-1]}i")} | {regular}
    if not is_known(word):
        found.add(stem(word))
    return found


@lru_cache(maxsize=65536)
def find_parts(word: str) -> frozenset[str]:
    """Find the dictionary forms of the parts of a compound, a folded word.

    They come from the list of compounds, for any form of the compound. A word that is in no
    dictionary is a compound if it splits into two known words, at least one in everyday use.
    """
    known = read_compounds()
    found: set[str] = set()
    for base in {word, *find_bases(word)}:
        for verb in (base.removesuffix("er"), base.removesuffix("r")):
            if verb != base and verb in known:  # a "footballer"
                found |= {verb} | find_parts(verb)
        for part in known.get(base, ()):
            if not part.endswith("-"):
                found |= find_bases(part) | find_parts(part) | {read_agent_nouns().get(part, part)}
    if not found and not is_known(word):
        for place in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            one, other = word[:place], word[place:]
            common = is_everyday(one), is_everyday(other)
            if any(common) and (all(common) or (is_known(one) and is_known(other))):
                found |= find_bases(one) | find_bases(other)
    return frozenset(found)


def _undo_inflection(word: str) -> str | None:
    """Find the known word that a word is a regular inflection of, if they share their stem."""
    for ending, instead in INFLECTIONS:
        if word.endswith(ending):
            left = word.removesuffix(ending)
            for base in (left + instead, left[:-1] if left[-2:-1] == left[-1:] else ""):
                if len(base) >= SHORTEST_PART and is_known(base) and stem(base) == stem(word):
                    return base
    return None


def _undo_derivation(word: str) -> str | None:
    """Find the known word that a word is a close derivation of, if they share their stem."""
    root = DERIVATIONS.sub("", word)
    if root == word or len(root) < SHORTEST_PART:
        return None
    for base in (root, f"{root[:-1]}y"):
        if is_known(base) and stem(base) == stem(word):
            return base
    return None


@lru_cache(maxsize=65536)
def is_known(word: str) -> bool:
    """Whether a folded word, or the word it is a form of, is in a dictionary."""
    return bool(find_listed_bases(word)) or is_in_dictionary(word)


def is_in_dictionary(word: str) -> bool:
    """Look up a folded word in the dictionaries themselves."""
    if word in read_compounds() or word in read_whole_words():
        return True
    from simplemma import is_known

    return is_known(word, lang="en")


def is_everyday(word: str) -> bool:
    """Whether a word is in everyday use, or a part of a compound."""
    return not read_everyday_words().isdisjoint((word, find_lemma(word)))


def _is_ascii(text: str) -> bool:
    return all(map(str.isascii, fold_words(text)))


@lru_cache(maxsize=8192)
def read_look_alikes(text: str) -> tuple[str, ...]:
    """Replace characters by the Latin letters that they look like (Unicode TR 39).

    Returns nothing if the text has no other reading. Only Latin words are compared in this way.
    """
    if text.isascii() and text.isalpha():
        return ()
    seen = text if text.isascii() else "".join(read_confusables().get(c, c) for c in text)
    lettered = MIXED.sub(lambda found: found[0].translate(LEET), seen)
    barred = MIXED.sub(lambda found: found[0].replace("1", "l").translate(LEET), seen)
    return tuple(dict.fromkeys(one for one in (seen, lettered, barred) if one != text))


@lru_cache(maxsize=4096)
def _join_neighbours(line: str) -> tuple[tuple[str, str], ...]:
    """List the neighbours in a sentence that may be read as one word: as written, and joined."""
    words = fold_words(line)
    runs = re.findall(r"(?<!\S)\S(?: \S)+(?!\S)", " ".join(words))
    pairs = ((f"{a} {b}", a + b) for a, b in pairwise(words) if len(a) > 2 and len(b) > 2)
    spelled = [(run, run.replace(" ", "")) for run in runs]
    later = ((run, joined[1:]) for run, joined in spelled)  # "a f i r e": a fire
    return (*spelled, *later, *pairs)
