"""Making the hint corpus, and checking the keywords, which were written by hand."""

import logging

from snowballstemmer import stemmer

from tools.lists.hints import choose_hints, noun
from tools.lists.reading import HERE, WORDS, read_list
from tools.lists.sources import Sources
from tools.lists.traits import rate_words
from tools.lists.vocabulary import Vocabulary
from tools.lists.wordnet import WordNet

KEYWORDS = WORDS / "keywords.txt"
"""Written by hand."""

HINTS = WORDS / "hints.txt"
"""The hint corpus."""

TRAITS = WORDS / "traits.txt"
"""How common and how concrete hints are."""

log = logging.getLogger(__name__)


class KeywordError(Exception):
    """A keyword is not what a keyword has to be."""


def make_lists(wordnet: WordNet, vocabulary: Vocabulary, sources: Sources) -> None:
    """Check the keywords; write the hint corpus and the traits of its words.

    Raises:
        KeywordError: A keyword has no vector, is no noun, or is a form of another.
    """
    keywords = read_list(KEYWORDS)
    _check_keywords(keywords, wordnet, vocabulary)
    unfit = set(read_list(HERE / "unfit.txt"))
    hints = choose_hints(wordnet, vocabulary, keywords, sources.scowl, unfit)
    HINTS.write_text("".join(f"{word}\n" for word in hints), encoding="ascii")
    traits = rate_words(hints, wordnet, sources.scowl)
    lines = (f"{word} {common} {concrete}\n" for word, (common, concrete) in traits.items())
    TRAITS.write_text("".join(lines), encoding="ascii")
    log.info("%d keywords, %d hints", len(keywords), len(hints))


def _check_keywords(keywords: list[str], wordnet: WordNet, vocabulary: Vocabulary) -> None:
    stem = stemmer("english").stemWord
    stems: dict[str, str] = {}
    for word in keywords:
        if word not in vocabulary.number:
            raise KeywordError(f"The keyword {word!r} has no vector of its own.")
        if not noun(word, wordnet):
            raise KeywordError(f"The keyword {word!r} is no common noun.")
        twin = stems.setdefault(stem(word), word)
        if twin is not word:
            raise KeywordError(f"The keywords {twin!r} and {word!r} are forms of one word.")
