"""What a player of Dixit sees, which moves are legal, and the options of a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Annotated, ClassVar, Literal

from engine.game import Seat
from engine.options import Note
from engine.text import clean, fold_words

LONGEST_CLUE = 200
"""Maximum length of a clue in characters, whatever the option `clue_length`."""
GOAL = 30
"""The points that end a game by the rules of the boxed game."""
MOST_ROUNDS = 200

type Outcome = Literal["partial", "all right", "all wrong"]
"""How many listeners found the storyteller's card: some, all, or none."""


class Stage(StrEnum):
    """What a round waits for."""

    TELL = "tell"
    DECOY = "decoy"
    VOTE = "vote"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match; 0 stands for the default of the chosen rules."""

    rules: Annotated[
        str,
        Note(
            "boxed: 3 to 6 players, to 30 points; arena: 4 players, two phases with swapped hands.",
            choices=("arena", "boxed"),
            label="Version",
        ),
    ] = "arena"
    players: Annotated[int, Note("Number of players; always 4 in arena.", 3, 6, prominent=True)] = 4
    rounds: Annotated[
        int,
        Note(
            "Maximum number of rounds; 0 means 24 in arena and no limit in boxed.",
            0,
            MOST_ROUNDS,
            usual="24, boxed: no limit",
        ),
    ] = 0
    hand: Annotated[
        int,
        Note(
            "Cards in each hand; 0 means 4 in arena and 6 in boxed.",
            0,
            20,
            label="Cards in hand",
            usual="4, boxed: 6",
        ),
    ] = 0
    phases: Annotated[
        int,
        Note(
            "Phases of equal length, with hands swapped in between; 0 means 2 in arena.",
            0,
            2,
            usual="2, boxed: 1",
        ),
    ] = 0
    dealing: Annotated[
        str,
        Note(
            "stream: hands are refilled after each round; static: they stay (arena only).",
            choices=("stream", "static"),
        ),
    ] = "stream"
    clue_length: Annotated[int, Note("Maximum characters of a clue.", 10, LONGEST_CLUE)] = 200
    deck: Annotated[
        str, Note("The folder of a deck; blank for the built-in one.", usual="our own")
    ] = ""

    @property
    def boxed(self) -> bool:
        """Whether the rules are those of the boxed game, not those of DixitArena."""
        return self.rules == "boxed"

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        count = self.players if self.boxed else 4
        return tuple(f"p{number}" for number in range(1, count + 1))

    @property
    def round_limit(self) -> int | None:
        """Maximum number of rounds; `None` if only points end the game."""
        return self.rounds or (None if self.boxed else 24)

    @property
    def hand_size(self) -> int:
        """Cards in each hand when a round begins."""
        return self.hand or (6 if self.boxed else 4)

    @property
    def phase_count(self) -> int:
        """Number of phases; hands are swapped between phases."""
        return self.phases or (1 if self.boxed else 2)

    @property
    def phase_length(self) -> int | None:
        """Rounds in a phase; `None` if only points end the game."""
        return self.round_limit and self.round_limit // self.phase_count

    def find_phase(self, number: int) -> int:
        """Find the phase of round `number`; both are counted from 1."""
        return 1 if self.phase_length is None else (number - 1) // self.phase_length + 1

    def find_storyteller(self, number: int) -> Seat:
        """Find the storyteller of round `number`, counted from 1: the seats take turns."""
        return Seat((number - 1) % self.players)


@dataclass(frozen=True, slots=True)
class Tell:
    """The storyteller's card, and a clue for it."""

    NOUN: ClassVar[str] = "clue"
    card: str
    clue: str


@dataclass(frozen=True, slots=True)
class Decoy:
    """A listener's card that the clue might mean."""

    card: str


@dataclass(frozen=True, slots=True)
class Vote:
    """A listener's guess which card is the storyteller's."""

    card: str


type Move = Tell | Decoy | Vote


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


@dataclass(frozen=True, slots=True)
class View:
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
    def decoy(self) -> str | None:
        """A listener's decoy of this round, only for that listener."""
        return None if self.is_storyteller else self.card

    @property
    def choices(self) -> tuple[str, ...]:
        """The cards that this seat may choose from now: its hand, or cards on the table."""
        if self.seat is None or self.over:
            return ()
        if self.stage is Stage.VOTE:
            return (
                () if self.is_storyteller else tuple(c for c in self.candidates if c != self.card)
            )
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
    if card == view.card:
        return "That card is your own; vote for another."
    return None if card in view.candidates else "That card is not on the table."
