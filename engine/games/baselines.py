"""What baselines share: near words, composed lines, and `VectorPlayer`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random

from engine.forms.folding import find_lemma, fold_words, stem
from engine.games.explanation import SHORTLIST_LENGTH
from engine.games.random_player import SeededPlayer
from engine.players.vectors.similarity import Floats, WordVectors, load_word_vectors
from engine.seat import Seat

USUAL_K = 20
"""Default of K: a seat chooses among the K nearest words."""
USUAL_NEAR = 100
"""Default number of near words that are considered for a word."""
RANKED_BEYOND = 64
"""Number of words ranked beyond twice K; the rest of the corpus is ranked only if needed."""


class VectorPlayer(SeededPlayer):
    """Base of players that compare words by their vectors."""

    def __init__(self, space: str, seat: Seat, seed: str, k: int | None = None) -> None:
        """Load the vectors.

        Args:
            space: The name of a space of word vectors.
            seat: The seat.
            seed: The seed of the match.
            k: The number of nearest words among which the seat chooses; `None` for the default.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(seat, seed)
        self.space = space
        self.k = k
        self.word_vectors = load_word_vectors(space)

    def compare(self, rows: Sequence[str], columns: Sequence[str]) -> Floats:
        """Compute the cosine of each row with each column; see `compute_cosines`."""
        return compute_cosines(self.word_vectors, rows, columns)

    def find_known_words(self, line: str) -> tuple[str, ...]:
        """Find the words of a line that have vectors; see the function `find_known_words`."""
        return find_known_words(self.word_vectors, line)

    def list_near_words(self, *words: str, count: int = USUAL_NEAR) -> list[str]:
        """List the `count` nearest words of each word; unknown words have none."""
        near = (find_near_words(self.word_vectors, word, count) for word in words)
        return list(dict.fromkeys(one for found in near for one in found))


def rank_near_words(
    word_vectors: WordVectors, word: str, k: int | None, rng: Random
) -> Iterator[str]:
    """Yield the K nearest corpus words in random order, then the next nearest in order, then all.

    For a word without a vector, only the whole corpus is yielded, in random order.

    Args:
        word_vectors: The vectors.
        word: The word whose neighbours are ranked.
        k: The number K; `None` for `USUAL_K`.
        rng: Draws the random orders.
    """
    k = USUAL_K if k is None else k
    corpus = word_vectors.corpus
    ranking = word_vectors.rank(word, 2 * k + RANKED_BEYOND) or []
    yield from (corpus[index] for index in shuffle_items(ranking[:k], rng))
    yield from (corpus[index] for index in ranking[k:])
    yield from shuffle_items(corpus, rng)


def find_near_words(word_vectors: WordVectors, word: str, k: int) -> list[str]:
    """Find the `k` corpus words nearest to `word`; none if it has no vector."""
    return [word_vectors.corpus[index] for index in word_vectors.rank(word, k) or ()]


def skip_said_words(words: Iterable[str], lines: Iterable[str]) -> Iterator[str]:
    """Yield the words that occur in none of these lines, in any form."""
    said = collect_word_forms(lines)
    return (word for word in words if said.isdisjoint(collect_word_forms((word,))))


def shuffle_items[T](items: Iterable[T], rng: Random) -> Iterator[T]:
    """Yield the items in random order, drawing only as many as are used."""
    pool = list(items)
    while pool:
        place = rng.randrange(len(pool))
        pool[place], pool[-1] = pool[-1], pool[place]
        yield pool.pop()


def find_known_words(word_vectors: WordVectors, line: str) -> tuple[str, ...]:
    """Find the words of a line to compare: its corpus nouns, or else all words with vectors."""
    nouns = _get_nouns(word_vectors)
    words = [word if word in nouns else find_lemma(word) for word in fold_words(line)]
    found = tuple(word for word in words if word in nouns)
    return found or tuple(word for word in words if word_vectors.get_vector(word) is not None)


def collect_word_forms(lines: Iterable[str]) -> frozenset[str]:
    """Collect the stems and lemmas of all words of these lines."""
    return frozenset(form for line in lines for form in _list_forms(line))


def compose_line(
    words: Iterable[str],
    sentences: Sequence[str],
    is_allowed: Callable[[str], bool],
    rng: Random,
    counts: Sequence[int] = (1,),
) -> str:
    """Compose a line from a template and the first allowed words.

    Args:
        words: The words in order of preference, at least one of them allowed.
        sentences: Templates with one placeholder.
        is_allowed: Whether the rules allow a text.
        rng: Draws the number of words and the template.
        counts: The possible numbers of words.
    """
    said = " and ".join(islice(filter(is_allowed, words), rng.choice(counts)))
    lines = (sentence.format(said) for sentence in rng.sample(sentences, len(sentences)))
    return next(filter(is_allowed, lines), said)


@lru_cache(maxsize=16384)
def _list_forms(line: str) -> frozenset[str]:
    return frozenset(form for word in fold_words(line) for form in (stem(word), find_lemma(word)))


@lru_cache(maxsize=4)
def _get_nouns(word_vectors: WordVectors) -> frozenset[str]:
    return frozenset(word_vectors.corpus)


def to_rows(values: Floats) -> tuple[tuple[float, ...], ...]:
    """Convert an array of shape (rows, columns) to `Explanation.values`."""
    return tuple(map(tuple, values.tolist()))


def compute_cosines(
    word_vectors: WordVectors, rows: Sequence[str], columns: Sequence[str]
) -> Floats:
    """Compute the cosine of each row with each column; 0 for unknown words.

    Returns:
        Shape (rows, columns).
    """
    compared: Floats = word_vectors.get_vectors(rows) @ word_vectors.get_vectors(columns).T
    return compared


def build_shortlist(ranking: Iterable[str], chosen: Iterable[str]) -> tuple[str, ...]:
    """Shorten a ranking to its first words, and append chosen words that are ranked lower."""
    head = list(islice(ranking, SHORTLIST_LENGTH))
    return tuple(dict.fromkeys((*head, *chosen)))


def note_unknown_words(word_vectors: WordVectors, texts: Iterable[str]) -> str:
    """Write a sentence that lists the words without vectors; empty if there are none."""
    missing = [text for text in dict.fromkeys(texts) if word_vectors.get_vector(text) is None]
    return f"The space does not know {', '.join(missing)}." if missing else ""
