"""A player of Undercover that knows words by their vectors."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Literal

import numpy as np

from engine.games.composed_line import compose_line
from engine.games.line_words import find_known_words, skip_said_words
from engine.games.nearest_words import RANKED_BEYOND, find_near_words, rank_near_words
from engine.games.seeded_player import create_seat_random
from engine.games.undercover.moves import Accuse, Describe, Move
from engine.games.undercover.view import Stage, View, find_line_fault
from engine.games.vector_player import VectorPlayer
from engine.options import override_options
from engine.players.vectors.word_vectors import Floats, WordVectors
from engine.seat import Seat
from engine.shuffle import shuffle_items

SENTENCES = (
    "It makes me think of {}.",
    "It goes well with {}.",
    "It has to do with {}.",
    "I would put it next to {}.",
    "I think it belongs with {}.",
    "I would say it is close to {}.",
    "It often comes up together with {}.",
    "It reminds me of {}.",
)
"""The sentences of baselines; none of them contains a noun of the hint corpus."""
SENTENCE = re.compile("|".join(re.escape(one).replace(r"\{\}", r"[\w'-]+") for one in SENTENCES))
"""Such a sentence, with one word."""
NEAREST_TO_OTHERS = 4
"""A seat with the odd word draws from this many of its words nearest to the talk of the others."""
MINE_FROM, OTHER_BELOW = 0.35, 0.2
"""A player is judged to have the seat's own word from the first cosine up, and the other word
below the second."""
DIGITS = 6
"""Similarities are rounded to this many decimals, so that noise decides nothing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How the words of the others compare with the seat's own word and with each other."""

    near: dict[Seat, float]
    """For each other living seat that has spoken: the cosine of its words with the neighbourhood of
    the seat's own word."""
    agreed: dict[Seat, float]
    """For the same seats: the mean cosine of its words with those of the rest."""
    odd: bool
    """Whether the seat's own word is farther from the words of the others than those from each
    other."""
    centre: Floats
    """The normalised mean of the words of the others; zeros before anybody has spoken."""


class Baseline(VectorPlayer):
    """A player that knows words only by their vectors; it keeps no state between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Describe, or vote; the move is always legal, so there is never a complaint."""
        view = override_options(view, k=self.k)
        rng = create_seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        reading = read_talk(self.word_vectors, view)
        if view.stage is Stage.DESCRIBE:
            return choose_description(view, self.rank_words(view, reading, rng), rng)
        return Accuse(seat=view.seats[choose_suspect(reading, rng)])

    def rank_words(self, view: View, reading: Reading, rng: Random) -> Iterator[str]:
        """Yield the K words nearest to the seat's own word in random order, then the others.

        If the seat's own word seems to be the odd one, it begins with those of the K that are
        nearest to what the others say.
        """
        assert view.word is not None
        corpus, k = self.word_vectors.corpus, view.options.k
        ranking = self.word_vectors.rank(view.word, 2 * k + RANKED_BEYOND) or []
        nearest = [corpus[index] for index in ranking[:k]]
        if not (reading.odd and nearest):
            yield from rank_near_words(self.word_vectors, view.word, k, rng)
            return
        near = (self.word_vectors.get_vectors(nearest) @ reading.centre).tolist()
        by_centre = [word for _, word in sorted(zip(near, nearest, strict=True), reverse=True)]
        yield from shuffle_items(by_centre[:NEAREST_TO_OTHERS], rng)
        yield from by_centre[NEAREST_TO_OTHERS:]
        yield from (corpus[index] for index in ranking[k:])
        yield from shuffle_items(corpus, rng)


def choose_description(view: View, words: Iterable[str], rng: Random) -> Describe:
    """Build a legal sentence with the first of these words that nobody has said in any form."""
    unsaid = skip_said_words(words, (line.text for line in view.said))
    return Describe(
        line=compose_line(unsaid, SENTENCES, lambda text: find_line_fault(view, text) is None, rng)
    )


def choose_suspect(reading: Reading, rng: Random) -> Seat:
    """Choose the seat whose words are farthest from the voter's own word.

    A voter whose own word seems to be the odd one chooses the seat farthest from the rest, as
    the others are likely to do.
    """
    far: Mapping[Seat, float] = reading.agreed if reading.odd else reading.near
    least = min(far.values())
    return rng.choice([seat for seat, near in far.items() if near == least])


def read_talk(word_vectors: WordVectors, view: View) -> Reading:
    """Compare the words of each other seat with the seat's own word, and with those of the rest.

    Only words that `find_known_words` finds in a line count; a seat that said none has a cosine of
    0 with everything. The neighbourhood of a word is the mean of its vector and those of the
    K corpus words nearest to it. With fewer than three others, `odd` is always false.

    Args:
        word_vectors: The space of word vectors.
        view: The view of a living seat.
    """
    assert view.word is not None
    own = average_neighbourhood(word_vectors, view.word, view.options.k)
    lines: dict[Seat, list[str]] = {seat: [] for seat in view.living if seat != view.seat}
    for line in view.said:
        if line.seat in lines:
            lines[line.seat].append(line.text)
    seats = [seat for seat, said in lines.items() if said]
    if not seats:
        return Reading({}, {}, odd=False, centre=np.zeros(word_vectors.space.width))
    words = np.array([average_lines(word_vectors, tuple(lines[seat])) for seat in seats])
    total = words.sum(axis=0)
    marks = words @ np.array([own, total]).T
    marks[:, 1] -= words.any(axis=1)  # the cosine of each seat with itself
    marks[:, 1] /= max(len(seats) - 1, 1)
    near, agreed = marks.round(DIGITS).T.tolist()
    return Reading(
        dict(zip(seats, near, strict=True)),
        dict(zip(seats, agreed, strict=True)),
        odd=len(seats) > 2 and sum(near) / len(near) < min(agreed),
        centre=_normalize(total),
    )


@dataclass(frozen=True, slots=True)
class JudgedPlayers:
    """What a baseline concludes about the others, in the terms of CoMet's metrics."""

    sides: Mapping[Seat, Literal["mine", "other", "undecided"]]
    role: Literal["civilian", "undercover", "unknown"]
    guesses: tuple[str, ...]
    """Guesses of the other word."""
    features: Mapping[int, tuple[str, ...]]
    """By index of a statement of another seat: its words that the space knows."""


def judge_players(word_vectors: WordVectors, view: View) -> JudgedPlayers:
    """Turn the similarities of a baseline into judgements.

    A player whose words are near to the seat's own word has that word, too; one whose words are far
    from it does not. The seat is undercover if the words of the others are nearer to each other;
    with fewer than three others this is unknown. The other word is guessed as the corpus word
    nearest to the last word of an opponent.

    Args:
        word_vectors: The space of word vectors.
        view: The view of a living seat.
    """
    reading = read_talk(word_vectors, view)
    sides: dict[Seat, Literal["mine", "other", "undecided"]] = {
        seat: "mine" if near >= MINE_FROM else "other" if near < OTHER_BELOW else "undecided"
        for seat, near in reading.near.items()
    }
    features = {
        place: words
        for place, line in enumerate(view.said)
        if line.seat != view.seat and (words := find_known_words(word_vectors, line.text))
    }
    far = [
        word
        for place, words in features.items()
        if sides.get(view.said[place].seat) == "other"
        for word in words
    ]
    ranking = (word_vectors.rank(far[-1], 1) or []) if far else []
    guesses = tuple(word_vectors.corpus[index] for index in ranking[:1])
    role: Literal["civilian", "undercover", "unknown"] = "unknown"
    if len(reading.near) > 2:
        role = "undercover" if reading.odd else "civilian"
    return JudgedPlayers(sides, role, guesses, features)


@lru_cache(maxsize=4096)
def average_neighbourhood(word_vectors: WordVectors, word: str, k: int) -> Floats:
    """Average the vectors of a word and the K corpus words nearest to it.

    Returns:
        A unit vector, or zeros if the space does not know the word; shape (width,).
    """
    near = find_near_words(word_vectors, word, k)
    return _normalize(_sum_vectors(word_vectors, (word, *near)))


@lru_cache(maxsize=4096)
def average_lines(word_vectors: WordVectors, lines: tuple[str, ...]) -> Floats:
    """Average the known words in these lines: a unit vector, or zeros if there are none."""
    return _normalize(
        _sum_vectors(
            word_vectors, [word for line in lines for word in find_known_words(word_vectors, line)]
        )
    )


def _sum_vectors(word_vectors: WordVectors, words: Sequence[str]) -> Floats:
    if not words:
        return np.zeros(word_vectors.space.width)
    total: Floats = word_vectors.get_vectors(words).sum(axis=0)
    return total


def _normalize(vector: Floats) -> Floats:
    length = np.sqrt(vector @ vector)
    return vector / length if length else vector
