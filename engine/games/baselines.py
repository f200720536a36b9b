"""What the baselines of several games share: chance, word vectors, how they talk, explanations."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from engine.game import Seat
from engine.text import find_lemma, fold_words, stem
from engine.word_similarity import Floats, WordVectors, load_word_vectors

__all__ = ["Random", "SeededPlayer", "Sequence", "VectorPlayer", "compute_cosines"]
"""What a game's `baseline_and_explanations.py` imports, with `Random` and `Sequence` for types."""

USUAL_K = 20
"""Among how many near words a seat chooses if neither its settings nor its game say so."""
USUAL_NEAR = 100
"""How many words near another are thought of, unless a game says so."""
RANKED_BEYOND = 64
"""How many words are ranked beyond twice K; the whole corpus is needed only after these."""


class SeededPlayer:
    """Base of random players: chance comes from the seed of the match.

    As it is, it makes the moves that the view draws. Most games only define `choose_move`; those
    that name the chance of each decision themselves define `decide`.
    """

    only_computes = True
    """`decide` waits for nothing: where screens must go on, it is run in a thread."""

    def __init__(self, seat: Seat, seed: str) -> None:
        self.seat = seat
        self.seed = seed

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ANN401, ARG002
        """Choose a move by chance that is the same for the same view."""
        return self.choose_move(view, create_seat_random(self.seed, self.seat, repr(view)))

    def choose_move(self, view: Any, rng: Random) -> Any:  # noqa: ANN401
        """Choose a legal move; `rng` is the only chance."""
        return view.draw_move(rng)


class VectorPlayer(SeededPlayer):
    """Base of players that know words by their vectors alone."""

    def __init__(self, space: str, seat: Seat, seed: str, k: int | None = None) -> None:
        """Load the vectors.

        Args:
            space: The name of a space of word vectors.
            seat: The seat.
            seed: The seed of the match.
            k: Among how many near words the seat chooses; `None` leaves it to the game.

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
        """Find the words of a line that can be compared; see `find_known_words`."""
        return find_known_words(self.word_vectors, line)

    def list_near_words(self, *words: str, count: int = USUAL_NEAR) -> list[str]:
        """List the words nearest to each of these, so many for each; none for unknown words."""
        near = (find_near_words(self.word_vectors, word, count) for word in words)
        return list(dict.fromkeys(one for found in near for one in found))


def create_seat_random(seed: str, *decision: object) -> Random:
    """Create the chance of one decision, so that the same view always gets the same answer.

    Args:
        seed: The seed of the match.
        decision: The name of the seat, the round, and what else tells its decisions apart.
    """
    return Random("/".join((seed, *map(str, decision))))


def rank_near_words(
    word_vectors: WordVectors, word: str, k: int | None, rng: Random
) -> Iterator[str]:
    """List the K corpus words nearest to `word` in random order; then all others.

    `None` for K is `USUAL_K`.
    After the K come the next nearest ones in order, and then the whole corpus in random
    order, which alone is listed if the space does not know the word.
    """
    k = USUAL_K if k is None else k
    corpus = word_vectors.corpus
    ranking = word_vectors.rank(word, 2 * k + RANKED_BEYOND) or []
    yield from (corpus[index] for index in shuffle_items(ranking[:k], rng))
    yield from (corpus[index] for index in ranking[k:])
    yield from shuffle_items(corpus, rng)


def find_near_words(word_vectors: WordVectors, word: str, k: int) -> list[str]:
    """Find the K corpus words nearest to `word`; none if the space does not know it."""
    return [word_vectors.corpus[index] for index in word_vectors.rank(word, k) or ()]


def skip_said_words(words: Iterable[str], lines: Iterable[str]) -> Iterator[str]:
    """Leave out the words that occur in these lines in any form."""
    said = collect_word_forms(lines)
    return (word for word in words if said.isdisjoint(collect_word_forms((word,))))


def shuffle_items[T](items: Iterable[T], rng: Random) -> Iterator[T]:
    """Yield the items in random order, drawn one at a time, as few may be needed."""
    pool = list(items)
    while pool:
        place = rng.randrange(len(pool))
        pool[place], pool[-1] = pool[-1], pool[place]
        yield pool.pop()


def find_known_words(word_vectors: WordVectors, line: str) -> tuple[str, ...]:
    """Find the words that count in a line: its nouns of the corpus, else all known words."""
    nouns = _get_nouns(word_vectors)
    words = [word if word in nouns else find_lemma(word) for word in fold_words(line)]
    found = tuple(word for word in words if word in nouns)
    return found or tuple(word for word in words if word_vectors.get_vector(word) is not None)


def collect_word_forms(lines: Iterable[str]) -> frozenset[str]:
    """Collect the stems and lemmas of all words in these lines."""
    return frozenset(form for line in lines for form in _list_forms(line))


def compose_line(
    words: Iterable[str],
    sentences: Sequence[str],
    is_allowed: Callable[[str], bool],
    rng: Random,
    counts: Sequence[int] = (1,),
) -> str:
    """Compose a line with a few of these words.

    Args:
        words: The words in order of preference; at least one of them must be allowed.
        sentences: Templates, each with one place for the words.
        is_allowed: Whether a text may be said.
        rng: Draws the number of words, and the sentence.
        counts: How many words there may be.
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


COSINE = "cosine"
"""The measure of most explanations."""
SHORTLIST_LENGTH = 12
"""How many words of a long ranking are shown."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One table of numbers by which a move was chosen."""

    title: str
    """What was compared with what."""
    rows: tuple[str, ...]
    """What each row is of: a hint, a card, a seat, a word."""
    columns: tuple[str, ...]
    """What it was compared with."""
    values: tuple[tuple[float, ...], ...]
    """Shape (rows, columns)."""
    measure: str
    """What the values are: `cosine`, or cards."""
    chosen: frozenset[tuple[int, int]]
    """The cells that the move stands for, as (row, column); none where it is not in the table."""
    note: str
    """How the choice follows from them, in a sentence or two."""


def to_rows(values: Floats) -> tuple[tuple[float, ...], ...]:
    """Turn an array of shape (rows, columns) into `Explanation.values`."""
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
    """The first words of a ranking, and then those that were chosen from further down."""
    head = list(islice(ranking, SHORTLIST_LENGTH))
    return tuple(dict.fromkeys((*head, *chosen)))


def note_unknown_words(word_vectors: WordVectors, texts: Iterable[str]) -> str:
    """A sentence about words that the space does not know; empty if it knows them all."""
    missing = [text for text in dict.fromkeys(texts) if word_vectors.get_vector(text) is None]
    return f"The space does not know {', '.join(missing)}." if missing else ""
