"""The rows, shortlists and notes of tables that explain what word vectors compared."""

from collections.abc import Iterable
from itertools import islice

from engine.games.explanation import SHORTLIST_LENGTH
from engine.players.vectors.word_vectors import Floats, WordVectors


def to_rows(values: Floats) -> tuple[tuple[float, ...], ...]:
    """Convert an array of shape (rows, columns) to `Explanation.values`."""
    return tuple(map(tuple, values.tolist()))


def build_shortlist(ranking: Iterable[str], chosen: Iterable[str]) -> tuple[str, ...]:
    """Shorten a ranking to its first words, and append chosen words that are ranked lower."""
    head = list(islice(ranking, SHORTLIST_LENGTH))
    return tuple(dict.fromkeys((*head, *chosen)))


def note_unknown_words(word_vectors: WordVectors, texts: Iterable[str]) -> str:
    """Write a sentence that lists the words without vectors; empty if there are none."""
    missing = [text for text in dict.fromkeys(texts) if word_vectors.get_vector(text) is None]
    return f"The space does not know {', '.join(missing)}." if missing else ""


def find_rank(
    word_vectors: WordVectors, word: str, near: str, within: int | None = None
) -> int | None:
    """Find the rank of `near` among the corpus words nearest to `word`, counted from 1.

    Returns:
        `None` if it is not among them, or not among the first `within`.
    """
    ranking = word_vectors.rank(word, within or len(word_vectors.corpus)) or ()
    names = (word_vectors.corpus[index] for index in ranking)
    return next((rank for rank, name in enumerate(names, 1) if name == near), None)
