"""Seats without a mind: word vectors that talk around a word or look for it, and chance."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random

import numpy as np

from engine.game import Seat
from engine.games.taboo.legality import find_line_fault, find_slip
from engine.games.taboo.view import SEATS, Guess, Move, Role, Say, View, find_speaker
from engine.text import said_in
from engine.vectors.chance import shuffled
from engine.vectors.nearness import DIGITS, Floats, Nearness
from engine.vectors.seats import ChanceSeat, VectorSeat
from engine.vectors.talk import forms, heard, spoken
from words.lists import hint_corpus

ATTACKER_SENTENCES = (
    "What comes to you with {}?",
    "What would you add to {}?",
    "Say something about {}.",
    "Do you know anything like {}?",
    "How do you feel about {}?",
    "What goes well with {}?",
    "Where would you look for {}?",
    "What do you know about {}?",
)
"""What an attacker says; none of them holds a noun of the hint corpus."""
DEFENDER_SENTENCES = (
    "Rather {}, if you ask me.",
    "That seems to me like {}.",
    "I would say {}.",
    "Probably {}.",
    "Not far from {}, I believe.",
    "It could be {}.",
    "Perhaps {}?",
    "With {}, obviously.",
)
"""What a defender says; none of them holds a noun of the hint corpus."""
WORD_COUNTS = (1, 2)
"""How many words of their choice are in what they say."""

LEADER_COUNT = 3
"""How many of its leading candidates a defender never says."""
RANKED_BEYOND = 64
"""Words that an attacker falls back to beyond twice K, before any other word will do."""
GUESS_RATE = 0.1
"""How often a defender who plays at random guesses."""


def seat_random(seed: str, seat: Seat, view: View) -> Random:
    """The seat's own stream for one decision: the same view always gets the same answer."""
    return Random(f"{seed}/{SEATS[seat]}/{view.number}")


class Baseline(VectorSeat):
    """A player that knows words by their vectors alone, and keeps nothing between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Talk or guess; the move is always legal, so there is nothing to complain of."""
        rng = seat_random(self.seed, self.seat, view)
        if view.role is Role.ATTACKER:
            words = skip_said_words(view, self.rank_target_words(view, rng))
            return Say(spoken(words, ATTACKER_SENTENCES, build_line_check(view), rng, WORD_COUNTS))
        if (guess := self.choose_guess(view)) is not None:
            return Guess(guess)
        ranking = rank_candidates(self.nearness, view, view.number)
        leaders = [word for word, _ in islice(ranking, LEADER_COUNT)]
        words = skip_said_words(view, self.rank_answer_words(view, rng))
        return Say(
            spoken(words, DEFENDER_SENTENCES, build_line_check(view, leaders), rng, WORD_COUNTS)
        )

    def rank_target_words(self, view: View, rng: Random) -> Iterator[str]:
        """Words near the target, the K nearest first, in random order."""
        assert view.target is not None
        corpus, k = self.nearness.corpus, view.options.k
        ranking = self.nearness.ranking(view.target, 2 * k + RANKED_BEYOND) or []
        yield from (corpus[index] for index in shuffled(ranking[:k], rng))
        yield from (corpus[index] for index in ranking[k:])
        yield from shuffled(corpus, rng)

    def rank_answer_words(self, view: View, rng: Random) -> Iterator[str]:
        """Words near what the attacker said last, the K nearest of each word, in random order."""
        corpus, k = self.nearness.corpus, view.options.k
        words = heard(self.nearness, view.talk[-1])
        near = {index for word in words for index in self.nearness.ranking(word, k) or ()}
        yield from (corpus[index] for index in shuffled(sorted(near), rng))
        yield from shuffled(corpus, rng)

    def choose_guess(self, view: View) -> str | None:
        """The candidate that leads by a margin after this turn, and did after the one before.

        In the last turn, where to go on talking would lose, whatever leads.
        """
        if view.number > 1:
            first = find_leader(self.nearness, view, view.number)
            if first is not None and first == find_leader(self.nearness, view, view.number - 1):
                return first
        if view.left == 0 and view.options.limit == "attacker":
            return next(
                (word for word, _ in rank_candidates(self.nearness, view, view.number)), None
            )
        return None


class RandomPlayer(ChanceSeat):
    """A player of legal moves at random."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Any words of the corpus in a sentence; now and then a guess at any of them."""
        rng, corpus = seat_random(self.seed, self.seat, view), hint_corpus()
        if view.role is Role.ATTACKER:
            return Say(
                spoken(
                    shuffled(corpus, rng),
                    ATTACKER_SENTENCES,
                    build_line_check(view),
                    rng,
                    WORD_COUNTS,
                )
            )
        if rng.random() < GUESS_RATE:
            return Guess(rng.choice(corpus))
        return Say(
            spoken(
                shuffled(corpus, rng), DEFENDER_SENTENCES, build_line_check(view), rng, WORD_COUNTS
            )
        )


def skip_said_words(view: View, words: Iterable[str]) -> Iterator[str]:
    """Those of the words that nobody has said yet in any form."""
    said = forms(view.talk)
    return (word for word in words if said.isdisjoint(forms((word,))))


def build_line_check(view: View, never: Iterable[str] = ()) -> Callable[[str], bool]:
    """Whether something can be said: it is legal, no slip, and none of the words in `never`."""
    return lambda text: (
        not (
            find_line_fault(view, text)
            or find_slip(view, text)
            or any(said_in(text, word) for word in never)
        )
    )


MARGIN = 0.03
"""By how much cosine a candidate has to lead."""

SORTED_FIRST = 64
"""How many candidates are sorted at first."""


def rank_candidates(nearness: Nearness, view: View, turns: int) -> Iterator[tuple[str, float]]:
    """The candidates after the attacker's first lines, most suspected first, with their marks.

    A candidate is a word of the corpus that nobody has said yet, in any form: the game would be
    over. Its mark is its mean cosine with the words heard from the attacker.

    Args:
        nearness: The space asked.
        view: The defender's.
        turns: How many of the attacker's lines count.
    """
    lines = [said for place, said in enumerate(view.talk) if find_speaker(place) is Role.ATTACKER]
    words = [word for said in lines[:turns] for word in heard(nearness, said)]
    if not words:
        return
    marks: Floats = np.mean([nearness.similarities(word) for word in words], axis=0)
    gone = forms(view.talk)
    for index in _sort_descending(marks):
        word = nearness.corpus[index]
        if gone.isdisjoint(forms((word,))):
            yield word, float(marks[index])


def find_leader(nearness: Nearness, view: View, turns: int) -> str | None:
    """The candidate that leads by `MARGIN` after so many of the attacker's lines, if one does."""
    ranking = rank_candidates(nearness, view, turns)
    first, second = next(ranking, None), next(ranking, None)
    if first is None:
        return None
    return first[0] if second is None or first[1] - second[1] >= MARGIN else None


def _sort_descending(marks: Floats) -> Iterator[int]:
    """Where the greatest marks are, in order; the first few are cheap, and seldom not enough."""
    rounded = -marks.round(DIGITS)
    if len(marks) > SORTED_FIRST:
        first = np.flatnonzero(rounded <= np.partition(rounded, SORTED_FIRST)[SORTED_FIRST])
        yield from first[np.argsort(rounded[first], kind="stable")].tolist()
        rounded[first] = np.inf
    rest = np.argsort(rounded, kind="stable")
    yield from rest[rounded[rest] < np.inf].tolist()
