"""The view of a player of Dixit: what it knows, and its judgement of moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Literal

import engine.view
from engine.forms.folding import fold_words
from engine.games.dixit.moves import Decoy, Move, Tell, Vote
from engine.games.dixit.options import LONGEST_CLUE, Options
from engine.seat import Seat
from engine.text import clean
from engine.view import Choices

GOAL = 30
"""The points that end a game by the rules of the boxed game."""

type Outcome = Literal["partial", "all right", "all wrong"]
"""How many listeners found the storyteller's card: some, all, or none."""


class Stage(StrEnum):
    """What a round waits for."""

    TELL = "tell"
    DECOY = "decoy"
    VOTE = "vote"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round, visible to all."""

    storyteller: int
    clue: str
    cards: tuple[str, ...]
    """The card of each seat, in table order: the storyteller's, and the others' decoys."""
    candidates: tuple[str, ...]
    """The same cards, in the order on the table."""
    votes: tuple[str | None, ...]
    """The vote of each seat, in table order; the storyteller has none."""
    points: tuple[int, ...]
    """The points of each seat for this round, in table order."""

    @property
    def target(self) -> str:
        """The storyteller's card."""
        return self.cards[self.storyteller]

    @property
    def finders(self) -> tuple[Seat, ...]:
        """The listeners who found it."""
        return self.list_voters(self.target)

    @property
    def outcome(self) -> Outcome:
        """Whether some, all or no listeners found it."""
        match len(self.finders):
            case 0:
                return "all wrong"
            case some if some == len(self.cards) - 1:
                return "all right"
        return "partial"

    def find_owner(self, card: str) -> Seat:
        """Find the seat that played this card."""
        return Seat(self.cards.index(card))

    def list_voters(self, card: str) -> tuple[Seat, ...]:
        """List the seats that voted for this card, in table order."""
        return tuple(Seat(seat) for seat, vote in enumerate(self.votes) if vote == card)


class View(engine.view.View[Move]):
    """Everything one seat knows, history included; cards are given by their IDs."""

    seat: Seat | None
    """Whose view this is; `None` is an onlooker's."""
    number: int
    """The current round, counted from 1; once the game is over, the last one played."""
    hand: tuple[str, ...]
    """The seat's own cards, without the one it has on the table."""
    clue: str | None
    """The clue of this round, once it is given."""
    card: str | None
    """The card that the seat played in this round, if it has: as storyteller, or as a decoy."""
    candidates: tuple[str, ...]
    """The cards to choose from, shuffled, once all are on the table."""
    rounds: tuple[Round, ...]
    """The finished rounds."""
    options: Options
    """The options of the match."""
    deck: str
    """The folder of the deck; empty for the built-in deck."""
    fingerprint: str
    """The fingerprint of the deck when the match began."""
    over: bool
    """Whether the match is over: no seat has another move."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.options.seats

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The storyteller, then the listeners, for their decoys and for their votes."""
        if self.over:
            return ()
        return (self.storyteller,) if self.clue is None else self.listeners

    def list_moves(self) -> Mapping[type[Move], Choices]:
        """Allow the storyteller to tell, then the listeners to give decoys, then to vote."""
        if self.stage is Stage.TELL:
            return {Tell: {"card": self.choices, "clue": {"maxLength": self.options.clue_length}}}
        return {Decoy if self.stage is Stage.DECOY else Vote: {"card": self.choices}}

    def find_fault(self, move: Move) -> str | None:
        """Find a reason why a clue, a decoy or a vote is illegal."""
        match move:
            case Tell(card=card, clue=clue):
                return find_hand_fault(self, card) or find_clue_fault(self, clue)
            case Decoy(card=card):
                return find_hand_fault(self, card)
            case Vote(card=card):
                return find_vote_fault(self, card)

    @property
    def storyteller(self) -> Seat:
        """The storyteller of this round."""
        return self.options.find_storyteller(self.number)

    @property
    def is_storyteller(self) -> bool:
        """Whether this seat is the storyteller of this round."""
        return self.seat == self.storyteller

    @property
    def listeners(self) -> tuple[Seat, ...]:
        """The other seats, in table order."""
        return tuple(Seat(seat) for seat in range(self.options.players) if seat != self.storyteller)

    @property
    def stage(self) -> Stage:
        """What the round waits for."""
        if self.over:
            return Stage.OVER
        if self.clue is None:
            return Stage.TELL
        return Stage.VOTE if self.candidates else Stage.DECOY

    @property
    def phase(self) -> int:
        """The current phase, counted from 1."""
        return self.options.find_phase(self.number)

    @property
    def target(self) -> str | None:
        """The storyteller's card of this round, only for the storyteller."""
        return self.card if self.is_storyteller else None

    @property
    def choices(self) -> tuple[str, ...]:
        """The cards that this seat may choose from now: its hand, or cards on the table."""
        if self.seat is None or self.over:
            return ()
        if self.stage is Stage.VOTE:
            own = None if self.options.own_card else self.card
            return () if self.is_storyteller else tuple(c for c in self.candidates if c != own)
        return self.hand if self.is_storyteller == (self.stage is Stage.TELL) else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far, in table order."""
        return sum_points(self.options.players, self.rounds)

    @property
    def standings(self) -> tuple[tuple[int, ...], ...]:
        """The points of each seat after every finished round."""
        return tuple(
            accumulate(
                (done.points for done in self.rounds),
                lambda sums, points: tuple(map(sum, zip(sums, points, strict=True))),
            )
        )


def sum_points(players: int, rounds: Sequence[Round]) -> tuple[int, ...]:
    """Add up the points of each seat over these rounds, in table order."""
    return tuple(sum(done.points[seat] for done in rounds) for seat in range(players))


def find_clue_fault(view: View, clue: str) -> str | None:  # noqa: PLR0911 - a return for each fault
    """Find a reason why a clue is illegal."""
    longest = view.options.clue_length
    if not clean(clue):
        return "A clue may not be empty."
    if not fold_words(clean(clue)):
        return "A clue needs a word or a number: punctuation is not enough."
    if clue != clean(clue, LONGEST_CLUE):
        if len(clean(clue, LONGEST_CLUE + 1)) > longest:
            return f"A clue has at most {longest} characters."
        return "A clue is one line of plain text."
    if len(clue) > longest:
        return f"A clue has at most {longest} characters; this one has {len(clue)}."
    if fold_words(clue) in {fold_words(done.clue) for done in view.rounds}:
        return f"“{clue}” was already said in this game; a clue is not repeated."
    return None


def find_hand_fault(view: View, card: str) -> str | None:
    """Find a reason why a card cannot be played from this hand."""
    return None if card in view.hand else "That card is not in your hand."


def find_vote_fault(view: View, card: str) -> str | None:
    """Find a reason why a vote is illegal."""
    if card == view.card and not view.options.own_card:
        return "That card is your own; vote for another."
    return None if card in view.candidates else "That card is not on the table."
