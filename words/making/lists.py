"""Making the hint corpus, and holding the hand-written deck to its promises."""

import logging

from snowballstemmer import stemmer

from words.making.hints import choose_hints, noun
from words.making.reading import HERE, read_list
from words.making.sources import Sources
from words.making.traits import rate_words
from words.making.vocabulary import Vocabulary
from words.making.wordnet import WordNet

KEYWORDS = HERE.parent / "keywords.txt"
"""The deck, written by hand."""

HINTS = HERE.parent / "hints.txt"
"""The hint corpus."""

TRAITS = HERE.parent / "traits.txt"
"""How common and how concrete hints are."""

log = logging.getLogger(__name__)


class DeckError(Exception):
    """A keyword is not what a keyword has to be."""


def make_lists(wordnet: WordNet, vocabulary: Vocabulary, sources: Sources) -> None:
    """Check the deck; write the hint corpus and the traits of its words.

    Raises:
        DeckError: A keyword has no vector, is no noun, or is a form of another.
    """
    keywords = read_list(KEYWORDS)
    _check_deck(keywords, wordnet, vocabulary)
    unfit = set(read_list(HERE / "unfit.txt"))
    hints = choose_hints(wordnet, vocabulary, keywords, sources.scowl, unfit)
    HINTS.write_text("".join(f"{word}\n" for word in hints), encoding="ascii")
    traits = rate_words(hints, wordnet, sources.scowl)
    lines = (f"{word} {common} {concrete}\n" for word, (common, concrete) in traits.items())
    TRAITS.write_text("".join(lines), encoding="ascii")
    log.info("%d keywords, %d hints", len(keywords), len(hints))


def _check_deck(keywords: list[str], wordnet: WordNet, vocabulary: Vocabulary) -> None:
    stem = stemmer("english").stemWord
    stems: dict[str, str] = {}
    for word in keywords:
        if word not in vocabulary.number:
            raise DeckError(f"The keyword {word!r} has no vector of its own.")
        if not noun(word, wordnet):
            raise DeckError(f"The keyword {word!r} is no common noun.")
        twin = stems.setdefault(stem(word), word)
        if twin is not word:
            raise DeckError(f"The keywords {twin!r} and {word!r} are forms of one word.")
