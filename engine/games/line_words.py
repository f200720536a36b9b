"""The words of a line that word-vector players compare, and their forms."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.forms.folding import find_lemma, fold_words, stem
from engine.players.vectors.word_vectors import WordVectors


def skip_said_words(words: Iterable[str], lines: Iterable[str]) -> Iterator[str]:
    """Yield the words that occur in none of these lines, in any form."""
    said = collect_word_forms(lines)
    return (word for word in words if said.isdisjoint(collect_word_forms((word,))))


def find_known_words(word_vectors: WordVectors, line: str) -> tuple[str, ...]:
    """Find the words of a line to compare: its corpus nouns, or else all words with vectors."""
    nouns = _get_nouns(word_vectors)
    words = [word if word in nouns else find_lemma(word) for word in fold_words(line)]
    found = tuple(word for word in words if word in nouns)
    return found or tuple(word for word in words if word_vectors.get_vector(word) is not None)


def collect_word_forms(lines: Iterable[str]) -> frozenset[str]:
    """Collect the stems and lemmas of all words of these lines."""
    return frozenset(form for line in lines for form in _list_forms(line))


@lru_cache(maxsize=16384)
def _list_forms(line: str) -> frozenset[str]:
    return frozenset(form for word in fold_words(line) for form in (stem(word), find_lemma(word)))


@lru_cache(maxsize=4)
def _get_nouns(word_vectors: WordVectors) -> frozenset[str]:
    return frozenset(word_vectors.corpus)
