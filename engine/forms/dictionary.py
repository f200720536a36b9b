"""Find the dictionary forms of a word, and the parts of a compound."""

import re
from functools import lru_cache

from engine.forms.folding import find_lemma, stem
from words.forms import (
    find_listed_bases,
    read_agent_nouns,
    read_compounds,
    read_derivations,
    read_everyday_words,
    read_irregular_forms,
    read_spellings,
    read_whole_words,
)

SHORTEST_PART = 3
"""Minimum length of a part of a compound that is not in a dictionary."""


UNRELATED = frozenset(
    {
        *("business", "comely", "customs", "evening", "grateful", "hardly", "lately", "rugged"),
        *("singed", "wicked", "witness"),
    }
)
"""Words that look derived from another word, but are not forms of it."""


DERIVATIONS = re.compile(r"(?:(?<=ic)(?:al|ally|ity)|ful|fully|less|ly|ness|ous)$")
"""Matches endings of close derivations, such as "happiness"; a shared stem must confirm them."""


COINED = (
    r"^(?:anti|mis|non|over|re|under|un)",
    r"(?:dom|er|hood|ish|ism|ist|less|let|like|ness|ship|y)$",
)
"""Affixes with which anybody makes new words, such as "whaleless"."""


INFLECTIONS = (
    *(("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e")),
    *(("ing", ""), ("ing", "e")),
)
"""Regular endings, and the endings of the dictionary form."""


@lru_cache(maxsize=65536)
def find_roots(word: str) -> frozenset[str]:
    """Find the words that a folded word is a form of, in one spelling.

    They are its dictionary forms, "leaf" for "leaves", and all that these derive from: "care" for
    "carefulness". Two words are forms of each other if they have one of them in common.
    """
    derivations, spellings = read_derivations(), read_spellings()
    found = set(find_bases(word))
    waiting = [*found]
    while waiting:
        for base in derivations.get(waiting.pop(), ()):
            if (root := spellings.get(base, base)) not in found:
                found.add(root)
                waiting.append(root)
    return frozenset(found)


@lru_cache(maxsize=65536)
def find_bases(word: str) -> frozenset[str]:
    """Find the dictionary forms of a folded word, in one spelling: "leaf" for "leaves"."""
    return frozenset(find_listed_bases(word)) or compute_bases(word)


def compute_bases(word: str) -> frozenset[str]:
    """Compute the dictionary forms of a folded word from dictionaries and endings."""
    found = _collect_inflections(word)
    if word not in UNRELATED:
        found.update(root for one in tuple(found) if (root := _undo_derivation(one)))
        found.update(root for one in tuple(found) if (root := _undo_coinage(one)))
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


def _undo_coinage(word: str) -> str | None:
    """Find the known word with an affix that a word in no dictionary is: "cat" for "catlike"."""
    if is_known(word):
        return None
    cut = (
        *(re.sub(affix, "", word) for affix in COINED),
        *(re.sub(r"(?:er|ish|ist|y)$", "e", word),),
    )
    known = (one for one in cut if one != word and len(one) > SHORTEST_PART and is_known(one))
    return next(known, None)


@lru_cache(maxsize=65536)
def is_known(word: str) -> bool:
    """Whether a folded word, or the word it is a form of, is in a dictionary."""
    return bool(find_listed_bases(word)) or is_in_dictionary(word)


def is_in_dictionary(word: str) -> bool:
    """Look up a folded word in the dictionaries themselves."""
    if word in read_compounds() or word in read_whole_words() or word in read_derivations():
        return True
    from simplemma import is_known  # noqa: PLC0415 - 0.1 s, only for an unlisted word

    return is_known(word, lang="en")


def is_everyday(word: str) -> bool:
    """Whether a word is in everyday use, or a part of a compound."""
    return not read_everyday_words().isdisjoint((word, find_lemma(word)))
