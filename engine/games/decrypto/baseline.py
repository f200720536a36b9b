"""A player of Decrypto that knows words by their vectors."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.games.decrypto.deck_deduction import infer_keywords, rank_deck, score_numbers
from engine.games.decrypto.moves import Code, Guess, Hint, Move
from engine.games.decrypto.near_hints import choose_near_hints
from engine.games.decrypto.roles import Role
from engine.games.decrypto.tie_break import choose_words
from engine.games.decrypto.view import View
from engine.games.seeded_player import create_seat_random
from engine.games.vector_explanation import to_rows
from engine.games.vector_player import VectorPlayer
from engine.options import override_options
from engine.players.vectors.assignment import find_best_assignments
from engine.players.vectors.word_vectors import Floats, WordVectors
from engine.seat import Seat

HISTORY_WEIGHT = 0.5
"""A decoder's weight of the nearest past hint of a number, against 1 for its keyword."""
TRIED = 12
"""Words of the deck that are tried as a keyword of the rivals; some may be ruled out."""
PAPER_NOTES = {
    Role.DECODER: "each hint in turn goes to its most similar keyword that is left",
    Role.INTERCEPTOR: "a number without past hints has 0, and the greatest sum counts",
}
"""By role: how a guesser plays to the letter of the paper."""


class Baseline(VectorPlayer):
    """A player that knows words only by their vectors; it keeps no state between moves."""

    def __init__(
        self,
        space: str,
        seat: Seat,
        seed: str,
        k: int | None = None,
        paper: bool = False,
        history: bool = False,
        think: bool = False,
    ) -> None:
        """Load the vectors.

        Args:
            space: The name of a space of word vectors.
            seat: The seat.
            seed: The seed of the match.
            k: The number of near words that the encoder chooses from; `None` takes the option's.
            paper: Whether to play to the letter of the paper.
            history: Whether the decoder compares hints with past hints, too.
            think: Whether the interceptor infers the keywords.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(space, seat, seed, k)
        self.paper = paper
        self.history = history
        self.think = think

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Give hints, or guess; the move is always legal, so there is never a complaint."""
        view = override_options(view, k=self.k)
        rng = create_seat_random(self.seed, view.seats[self.seat], view.number)
        if view.tied:
            return choose_words(view, self.rank_words(view), rng)
        if view.hints is None:
            return Hint(words=choose_near_hints(self.word_vectors, view, rng, paper=self.paper))
        reading = read_hints(
            self.word_vectors, view, paper=self.paper, history=self.history, think=self.think
        )
        codes = reading.codes
        return Guess(code=rng.choice(codes) if len(codes) > 1 else codes[0])

    def rank_words(self, view: View) -> list[list[str]]:
        """Rank the words of the deck for each number, those nearest to its past hints first.

        With `think`, those that explain the hints best come first.
        """
        past = [view.list_hints(number) for number in (1, 2, 3, 4)]
        if self.think:
            words = self.word_vectors
            return [infer_keywords(words, hints, TRIED) if hints else [] for hints in past]
        means = average_past_hints(self.word_vectors, view)
        return [rank_deck(self.word_vectors, mean, TRIED) for mean in means]


@dataclass(frozen=True, slots=True)
class Reading:
    """A guesser's similarities and best codes for the current hints."""

    similarities: tuple[tuple[float, ...], ...]
    """The cosine of each hint with keyword numbers 1 to 4; shape (3, 4).

    A hint or keyword that the space does not know has 0 throughout; a keyword number
    without past hints has the mean of the others.
    """
    codes: tuple[Code, ...]
    """The codes with the greatest sum of similarities; usually one."""


def read_hints(
    word_vectors: WordVectors,
    view: View,
    *,
    paper: bool = False,
    history: bool = False,
    think: bool = False,
) -> Reading:
    """Assign the hints to different keyword numbers so that the sum of similarities is greatest.

    The decoder compares hints with keywords, the interceptor with the mean of each keyword
    number's past hints. A number without past hints has the mean similarity of the others.
    Codes that were already played are ruled out.

    Args:
        word_vectors: The space of word vectors.
        view: The decoder's or the interceptor's view, in a round with hints.
        paper: Whether to read to the letter of the paper: the decoder gives each hint in turn to
            its most similar keyword that is left, a number without past hints has 0, and codes
            already played are not ruled out.
        history: Whether the decoder adds the similarity to the nearest past hint of each number.
        think: Whether the interceptor infers the keywords (`deck_deduction.py`).
    """
    assert view.hints is not None
    played = {(a - 1, b - 1, c - 1) for a, b, c in view.used_codes}
    if think and view.role is Role.INTERCEPTOR:
        scores = score_numbers(word_vectors, view)
        codes = find_best_assignments(scores, set() if paper else played)
        return Reading(to_rows(scores), _count_from_one(codes))
    if view.role is Role.DECODER:
        assert view.keywords is not None
        numbers = word_vectors.get_vectors(view.keywords)
    else:
        numbers = average_past_hints(word_vectors, view)
    hints = word_vectors.get_vectors(view.hints)
    similarities = hints @ numbers.T
    if view.role is Role.DECODER:
        if history:
            similarities = similarities + HISTORY_WEIGHT * _find_nearest_past(word_vectors, view)
        if paper:
            return Reading(to_rows(similarities), (_assign_in_turn(similarities),))
    elif paper:
        codes = _count_from_one(find_best_assignments(similarities))
        return Reading(to_rows(similarities), codes)
    if view.role is Role.INTERCEPTOR:
        known, seen = hints.any(axis=1), numbers.any(axis=1)
        if known.any() and seen.any():
            similarities[np.ix_(known, ~seen)] = similarities[np.ix_(known, seen)].mean()
    codes = _count_from_one(find_best_assignments(similarities, played))
    return Reading(tuple(map(tuple, similarities.tolist())), codes)


def _count_from_one(assignments: Iterable[tuple[int, ...]]) -> tuple[Code, ...]:
    return tuple((a + 1, b + 1, c + 1) for a, b, c in assignments)


def _assign_in_turn(similarities: Floats) -> Code:
    """Assign each hint in turn the most similar number that is not taken yet."""
    left, found = [0, 1, 2, 3], []
    for row in similarities.tolist():
        best = max(left, key=row.__getitem__)
        left.remove(best)
        found.append(best + 1)
    a, b, c = found
    return a, b, c


def _find_nearest_past(word_vectors: WordVectors, view: View) -> Floats:
    """Compare each hint with the nearest past hint of each number: cosines; shape (3, 4).

    A number without past hints has the mean of the others.
    """
    assert view.hints is not None
    hints = word_vectors.get_vectors(view.hints)
    past = [view.list_hints(number) for number in range(1, 5)]
    found = np.zeros((3, 4))
    for number, given in enumerate(past):
        if given:
            found[:, number] = (hints @ word_vectors.get_vectors(given).T).max(axis=1)
    seen = np.array([bool(given) for given in past])
    if seen.any():
        found[:, ~seen] = found[:, seen].mean()
    return found


def average_past_hints(word_vectors: WordVectors, view: View) -> Floats:
    """Average the past hints of each keyword number.

    Returns:
        Unit vectors, or zeros for a number without hints; shape (4, width).
    """
    if not view.rounds:
        return np.zeros((4, word_vectors.space.width))
    hints = word_vectors.get_vectors([hint for done in view.rounds for hint in done.hints])
    digits = np.array([done.code for done in view.rounds]).ravel()
    sums: Floats = (np.arange(1, 5)[:, None] == digits).astype(np.float64) @ hints
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return sums / np.where(lengths > 0, lengths, 1)
