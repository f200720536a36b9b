"""`VectorPlayer`, the base of players that compare words by their vectors."""

from collections.abc import Sequence

from engine.games.line_words import find_known_words
from engine.games.seeded_player import SeededPlayer
from engine.players.vectors.word_vectors import (
    Floats,
    compute_cosines,
    load_word_vectors,
)
from engine.seat import Seat


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
