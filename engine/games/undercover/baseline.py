"""Seats without a mind: word vectors that describe and suspect, and chance."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from engine.game import Seat
from engine.games.undercover.legal import line_fault
from engine.games.undercover.suspecting import Reading, read_talk
from engine.games.undercover.view import Accuse, Describe, Move, Stage, View
from engine.vectors.chance import shuffled
from engine.vectors.seats import ChanceSeat, VectorSeat
from engine.vectors.talk import forms, spoken
from words.lists import hint_corpus

SENTENCES = (
    "It makes me think of {}.",
    "It goes well with {}.",
    "It has to do with {}.",
    "I would put it next to {}.",
    "Somehow it belongs with {}.",
    "To me it is not far from {}.",
    "Whoever says it soon says {}, too.",
    "What comes to me with it is {}.",
)
"""What seats without a mind say; none of them holds a noun of the hint corpus."""
MORE = 64
"""Words ranked beyond twice K; after them any word of the corpus will do."""
CHOICE = 4
"""Among how many words one draws that are nearest to what the others say."""


def seat_chance(seed: str, seat: Seat, view: View) -> Random:
    """The seat's own stream for one decision: the same view always gets the same answer."""
    return Random(f"{seed}/{view.seats[seat]}/{view.number}/{view.stage}")


class Baseline(VectorSeat):
    """A player that knows words by their vectors alone, and keeps nothing between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Describe or accuse; the move is always legal, so there is nothing to complain of."""
        rng = seat_chance(self.seed, self.seat, view)
        reading = read_talk(self.nearness, view)
        if view.stage is Stage.DESCRIBE:
            return describe(view, self.candidates(view, reading, rng), rng)
        return Accuse(view.seats[suspect(reading, rng)])

    def candidates(self, view: View, reading: Reading, rng: Random) -> Iterator[str]:
        """The K words nearest to the own word, in random order; then others.

        A seat whose own word is the odd one begins with those of the K that are
        nearest to what the others say.
        """
        assert view.word is not None
        corpus, k = self.nearness.corpus, view.options.k
        ranking = self.nearness.ranking(view.word, 2 * k + MORE) or []
        nearest = [corpus[index] for index in ranking[:k]]
        if reading.odd and nearest:
            near = (self.nearness.opinions(nearest) @ reading.centre).tolist()
            by_centre = [word for _, word in sorted(zip(near, nearest, strict=True), reverse=True)]
            yield from shuffled(by_centre[:CHOICE], rng)
            yield from by_centre[CHOICE:]
        else:
            yield from shuffled(nearest, rng)
        yield from (corpus[index] for index in ranking[k:])
        yield from shuffled(corpus, rng)


class RandomPlayer(ChanceSeat):
    """A player of legal moves at random."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Any word of the corpus in a sentence, and a vote for anybody else."""
        rng = seat_chance(self.seed, self.seat, view)
        if view.stage is Stage.DESCRIBE:
            return describe(view, shuffled(hint_corpus(), rng), rng)
        others = [seat for seat in view.living if seat != self.seat]
        return Accuse(view.seats[rng.choice(others)])


def describe(view: View, words: Iterable[str], rng: Random) -> Describe:
    """A legal sentence with the first of these words that was not said before, in any form."""
    said = forms(line.text for line in view.said)
    unsaid = (word for word in words if said.isdisjoint(forms((word,))))
    return Describe(spoken(unsaid, SENTENCES, lambda text: line_fault(view, text) is None, rng))


def suspect(reading: Reading, rng: Random) -> Seat:
    """Whose words lie farthest from the own word; for the odd one, from those of the rest.

    So a seat that is odd itself votes as the others are likely to.
    """
    far: Mapping[Seat, float] = reading.agreed if reading.odd else reading.near
    least = min(far.values())
    return rng.choice([seat for seat, near in far.items() if near == least])
