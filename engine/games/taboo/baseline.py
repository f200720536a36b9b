"""Seats without a mind: word vectors that talk around a word or look for it, and chance."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random

from engine.game import Seat
from engine.games.taboo.legal import line_fault, slip_in
from engine.games.taboo.suspecting import leader, suspicions
from engine.games.taboo.view import SEATS, Guess, Move, Role, Say, View
from engine.text import said_in
from engine.vectors.chance import shuffled
from engine.vectors.seats import ChanceSeat, VectorSeat
from engine.vectors.talk import forms, heard, spoken
from words.lists import hint_corpus

ASKING = (
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
ANSWERING = (
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
COUNTS = (1, 2)
"""How many words of their choice are in what they say."""

LEADERS = 3
"""How many of its leading candidates a defender never says."""
MORE = 64
"""Words that an attacker falls back to beyond twice K, before any other word will do."""
RASH = 0.1
"""How often a defender who plays at random guesses."""


def seat_chance(seed: str, seat: Seat, view: View) -> Random:
    """The seat's own stream for one decision: the same view always gets the same answer."""
    return Random(f"{seed}/{SEATS[seat]}/{view.number}")


class Baseline(VectorSeat):
    """A player that knows words by their vectors alone, and keeps nothing between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Talk or guess; the move is always legal, so there is nothing to complain of."""
        rng = seat_chance(self.seed, self.seat, view)
        if view.role is Role.ATTACKER:
            words = unsaid(view, self.around(view, rng))
            return Say(spoken(words, ASKING, harmless(view), rng, COUNTS))
        if (guess := self.guess(view)) is not None:
            return Guess(guess)
        ranking = suspicions(self.nearness, view, view.number)
        leaders = [word for word, _ in islice(ranking, LEADERS)]
        words = unsaid(view, self.beside(view, rng))
        return Say(spoken(words, ANSWERING, harmless(view, leaders), rng, COUNTS))

    def around(self, view: View, rng: Random) -> Iterator[str]:
        """Words near the target, the K nearest first, in random order."""
        assert view.target is not None
        corpus, k = self.nearness.corpus, view.options.k
        ranking = self.nearness.ranking(view.target, 2 * k + MORE) or []
        yield from (corpus[index] for index in shuffled(ranking[:k], rng))
        yield from (corpus[index] for index in ranking[k:])
        yield from shuffled(corpus, rng)

    def beside(self, view: View, rng: Random) -> Iterator[str]:
        """Words near what the attacker said last, the K nearest of each word, in random order."""
        corpus, k = self.nearness.corpus, view.options.k
        words = heard(self.nearness, view.talk[-1])
        near = {index for word in words for index in self.nearness.ranking(word, k) or ()}
        yield from (corpus[index] for index in shuffled(sorted(near), rng))
        yield from shuffled(corpus, rng)

    def guess(self, view: View) -> str | None:
        """The candidate that leads by a margin after this turn, and did after the one before.

        In the last turn, where to go on talking would lose, whatever leads.
        """
        if view.number > 1:
            first = leader(self.nearness, view, view.number)
            if first is not None and first == leader(self.nearness, view, view.number - 1):
                return first
        if view.left == 0 and view.options.limit == "attacker":
            return next((word for word, _ in suspicions(self.nearness, view, view.number)), None)
        return None


class RandomPlayer(ChanceSeat):
    """A player of legal moves at random."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Any words of the corpus in a sentence; now and then a guess at any of them."""
        rng, corpus = seat_chance(self.seed, self.seat, view), hint_corpus()
        if view.role is Role.ATTACKER:
            return Say(spoken(shuffled(corpus, rng), ASKING, harmless(view), rng, COUNTS))
        if rng.random() < RASH:
            return Guess(rng.choice(corpus))
        return Say(spoken(shuffled(corpus, rng), ANSWERING, harmless(view), rng, COUNTS))


def unsaid(view: View, words: Iterable[str]) -> Iterator[str]:
    """Those of the words that nobody has said yet in any form."""
    said = forms(view.talk)
    return (word for word in words if said.isdisjoint(forms((word,))))


def harmless(view: View, never: Iterable[str] = ()) -> Callable[[str], bool]:
    """Whether something can be said: it is legal, no slip, and none of the words in `never`."""
    return lambda text: (
        not (
            line_fault(view, text)
            or slip_in(view, text)
            or any(said_in(text, word) for word in never)
        )
    )
