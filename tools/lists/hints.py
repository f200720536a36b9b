"""Which nouns machines choose hints from."""

import re
from collections.abc import Iterable
from pathlib import Path

from tools.lists.vocabulary import Vocabulary
from tools.lists.wordnet import Sense, Synset, WordNet

HINTS = 5800
"""How many there are."""

NOUN_USE = 0.3
"""The least share of a word's uses that are uses as a noun."""

LEAST_ACTION = 3
"""How often a word in -ing was tagged as a noun at least; others are verbs to a reader."""

LISTS = [
    f"{spelling}-words.{size}"
    for spelling in ("english", "american", "british")
    for size in (10, 20, 35, 40, 50)
]
"""The lists of SCOWL that hold words of everyday use."""

MARKS = frozenset({"obscenity", "ethnic_slur", "disparagement", "vulgarism", "derogation"})
"""Usages that WordNet marks words with and a family does not want to read."""

GLOSS_MARK = re.compile(
    r"obscene|offensive (term|name|word)|\(offensive|ethnic slur|vulgar term|disparag|derogat"
)
"""The same said in a definition."""

SUBJECTS = (
    *("sexual_activity", "sexual_desire", "reproductive_organ", "genitalia", "pornography"),
    *("prostitution", "prostitute", "sexual_assault", "contraceptive", "birth_control"),
    *("body_waste", "excreta", "buttocks", "venereal_disease", "suicide", "mass_murder"),
    *("narcotic", "racist", "sexuality", "excretion"),
)
"""Subjects that a family does not want to read of: the first sense of each, and all its kinds."""

MARKED_USE = 0.08
"""A word is unwanted if this share of its uses is marked as offensive,"""

SUBJECT_USE = 0.3
"""or this share is on an unwanted subject."""


def choose_hints(
    wordnet: WordNet, vocabulary: Vocabulary, keywords: Iterable[str], scowl: Path, unfit: set[str]
) -> list[str]:
    """Choose the keywords and the commonest other nouns that are fit for a family's table.

    Args:
        wordnet: What words mean.
        vocabulary: The words that have a vector.
        keywords: The deck.
        scowl: The folder of SCOWL's lists.
        unfit: Words that were struck out by hand.
    """
    everyday = _everyday(scowl)
    unwanted = unfit | _unwanted(wordnet)
    chosen = set(keywords)
    for word in sorted(vocabulary.words, key=lambda word: -vocabulary.zipf[word]):
        if len(chosen) == HINTS:
            break
        if word in everyday and word not in unwanted and _mostly_noun(word, wordnet):
            chosen.add(word)
    return sorted(chosen)


def _everyday(scowl: Path) -> set[str]:
    paths = [scowl / name for name in LISTS]
    return {
        word for path in paths if path.exists() for word in path.read_text("latin-1").splitlines()
    }


def noun(word: str, wordnet: WordNet) -> bool:
    """Whether WordNet has a word, written in lower case, as a noun."""
    return any(_means_thing(word, wordnet.synsets[number]) for number, _ in wordnet.senses[word])


def _means_thing(word: str, synset: Synset) -> bool:
    return synset.part == "n" and word in synset.lemmas


def _mostly_noun(word: str, wordnet: WordNet) -> bool:
    """Whether a word is used as a noun often enough for a reader to take it for one."""
    senses = wordnet.senses[word]
    nouns = [sense for sense in senses if _means_thing(word, wordnet.synsets[sense.synset])]
    if word.endswith("s") and word[:-1] in wordnet.senses and noun(word[:-1], wordnet):
        return False  # a plural
    if word.endswith("ing") and sum(sense.uses for sense in nouns) < LEAST_ACTION:
        return False
    return bool(nouns) and _use(nouns) >= NOUN_USE * _use(senses)


def _use(senses: list[Sense]) -> float:
    """How much use is made of some senses; half a use of those never tagged."""
    return sum(sense.uses + 0.5 for sense in senses)


def _unwanted(wordnet: WordNet) -> set[str]:
    """Words that WordNet marks as offensive, and those on an unwanted subject."""
    marked = {
        (pointer.lemma, number)
        for number, synset in enumerate(wordnet.synsets)
        for pointer in synset.pointers
        if pointer.symbol == ";u" and MARKS & {*wordnet.synsets[pointer.target].lemmas}
    }
    subjects = {
        number
        for subject in SUBJECTS
        for number in wordnet.hyponyms(wordnet.senses[subject][0].synset)
    }
    found = set()
    for word, senses in wordnet.senses.items():
        total = offensive = unfit = 0.0
        for number, count in senses:
            synset = wordnet.synsets[number]
            total += count + 0.5
            places = {0} | {i for i, lemma in enumerate(synset.lemmas, 1) if lemma.lower() == word}
            said = GLOSS_MARK.search(synset.definition.lower())
            if said or any((place, number) in marked for place in places):
                offensive += count + 0.5
            if number in subjects or re.search("sexual|copulat", synset.definition):
                unfit += count + 0.5
        if offensive >= MARKED_USE * total or unfit >= SUBJECT_USE * total:
            found.add(word)
    return found
