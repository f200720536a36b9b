"""How common and how concrete the words are that machines say to people."""

from collections.abc import Iterable
from math import log2
from pathlib import Path

from tools.lists.wordnet import WordNet

SIZES = (10, 20, 35, 40, 50)
"""The sizes of SCOWL's lists, the most common words first."""
THINGS = ("physical_entity", "food", "location", "person")
"""What can be seen or touched: the first sense of each, and all its kinds."""


def rate_words(words: Iterable[str], wordnet: WordNet, scowl: Path) -> dict[str, tuple[int, int]]:
    """Rate words from 0 to 9: how common, and how concrete.

    A word is the more common the smaller the list of SCOWL that has it, and the more often it was
    tagged in WordNet's corpora. It is the more concrete the more of its uses as a noun mean things.
    """
    levels = _levels(scowl)
    things = set[int]()
    for root in THINGS:
        things |= wordnet.hyponyms(wordnet.senses[root][0].synset)
    found = {}
    for word in words:
        senses = [
            one for one in wordnet.senses.get(word, ()) if wordnet.synsets[one.synset].part == "n"
        ]
        weights = [one.uses + 1 / rank for rank, one in enumerate(senses, 1)]
        means = [
            weight for weight, one in zip(weights, senses, strict=True) if one.synset in things
        ]
        uses = sum(one.uses for one in wordnet.senses.get(word, ()))
        common = levels.get(word, 0) + log2(1 + uses) / 2
        found[word] = min(9, round(common)), round(9 * sum(means) / (sum(weights) or 1))
    return found


def _levels(scowl: Path) -> dict[str, int]:
    """By word: 4 for the smallest of the lists that has it, 0 for the largest."""
    found: dict[str, int] = {}
    for level, size in enumerate(reversed(SIZES)):
        for spelling in ("english", "american", "british"):
            path = scowl / f"{spelling}-words.{size}"
            if path.exists():
                found |= dict.fromkeys(path.read_text("latin-1").split(), level)
    return found
