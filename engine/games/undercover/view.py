"""The view of a player of Undercover: what it knows, and its judgement of moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Literal

import engine.view
from engine.forms.folding import fold_words
from engine.forms.giveaway import COMPOUNDS, NAME_WORDS, match_in_line
from engine.forms.mixed_scripts import find_mixed_word
from engine.games.undercover.moves import LONGEST_LINE, Accuse, Describe, Move
from engine.games.undercover.options import Options
from engine.games.undercover.sentence_count import count_sentences
from engine.seat import Seat
from engine.text import clean
from engine.view import Choices

type Winner = Literal["civilians", "undercover", "draw"]
"""How a match ends."""


class Role(StrEnum):
    """Which of the two words a seat has; no seat knows its own role."""

    CIVILIAN = "civilian"
    UNDERCOVER = "undercover"


class Stage(StrEnum):
    """What a round waits for."""

    DESCRIBE = "describe"
    VOTE = "vote"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Line:
    """What a seat said."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round, visible to all."""

    lines: tuple[Line, ...]
    """The descriptions, in the order of speaking."""
    votes: tuple[Seat | None, ...]
    """The vote of each seat, in table order; `None` for seats that were out."""
    out: Seat | None
    """The seat that is eliminated; `None` at a tie."""

    def list_voters(self, seat: Seat) -> tuple[Seat, ...]:
        """List the seats that voted for `seat`, in table order."""
        return tuple(Seat(voter) for voter, vote in enumerate(self.votes) if vote == seat)


class View(engine.view.View[Move]):
    """Everything one seat knows, history included; its own role is not in it."""

    seat: Seat | None
    """Whose view this is; `None` is an onlooker's."""
    number: int
    """The current round, counted from 1; once the game is over, the last one played."""
    word: str | None
    """The seat's own word; an onlooker has none."""
    order: tuple[Seat, ...]
    """The speakers of this round, in order; empty once the game is over."""
    lines: tuple[Line, ...]
    """The descriptions of this round so far."""
    rounds: tuple[Round, ...]
    """The finished rounds."""
    roles: tuple[Role | None, ...]
    """By seat: its role, if it is revealed: all once the match is over, with `reveal_role` those of
    seats that are out, with `tell_role` the own one."""
    words: tuple[str, ...] | None
    """The word of each seat, once the game is over."""
    outcome: Winner | None
    """The side that has won, once the game is over."""
    options: Options
    """The options of the match; `words` is blank here, as it may name the secret words."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.options.names

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """One speaker after the other, then all living seats, which vote."""
        if self.over:
            return ()
        return self.living if self.speaker is None else (self.speaker,)

    def list_moves(self) -> Mapping[type[Move], Choices]:
        """Allow the speaker to describe; later, all living seats to vote."""
        if self.stage is Stage.DESCRIBE:
            return {Describe: {}}
        return {Accuse: {"seat": [self.seats[seat] for seat in self.suspects]}}

    def find_fault(self, move: Move) -> str | None:
        """Find a reason why a description or a vote is illegal."""
        match move:
            case Describe(line=line):
                return find_line_fault(self, line)
            case Accuse(seat=name):
                return find_vote_fault(self, name)

    @property
    def over(self) -> bool:
        """Whether the match is over: no seat has another move."""
        return self.outcome is not None

    def hide_end(self) -> "View":
        """Hide what the end reveals: roles, words, and who has won; the votes stay."""
        nobody = (None,) * len(self.roles)
        return self.model_copy(update={"roles": nobody, "words": None, "outcome": None})

    @property
    def hides_end(self) -> bool:
        """Whether the match is over, and the view does not show its end."""
        return not (self.over or self.order)

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats that are not out, in table order."""
        return list_living(self.options.players, self.rounds)

    @property
    def eliminated(self) -> bool:
        """Whether this seat is out: it no longer speaks or votes."""
        return self.seat is not None and self.seat not in self.living

    @property
    def stage(self) -> Stage:
        """What the round waits for."""
        if self.over:
            return Stage.OVER
        return Stage.DESCRIBE if len(self.lines) < len(self.order) else Stage.VOTE

    @property
    def speaker(self) -> Seat | None:
        """The seat that speaks now; `None` while all vote."""
        return self.order[len(self.lines)] if self.stage is Stage.DESCRIBE else None

    @property
    def said(self) -> tuple[Line, ...]:
        """Every description so far, oldest first."""
        return (*(line for done in self.rounds for line in done.lines), *self.lines)

    @property
    def suspects(self) -> tuple[Seat, ...]:
        """The seats that this seat may vote for now, in table order."""
        if self.seat is None or self.eliminated or self.stage is not Stage.VOTE:
            return ()
        among = _list_seats(self.options.players) if self.options.dead_votes else self.living
        return tuple(seat for seat in among if seat != self.seat)

    def find_exit_round(self, seat: Seat) -> int | None:
        """Find the round in which a seat was eliminated, if it was."""
        return next((n for n, done in enumerate(self.rounds, 1) if done.out == seat), None)


def list_living(seats: int, rounds: tuple[Round, ...]) -> tuple[Seat, ...]:
    """List the seats that are not out after these rounds, in table order."""
    out = [done.out for done in rounds if done.out is not None]
    return (
        tuple(seat for seat in _list_seats(seats) if seat not in out) if out else _list_seats(seats)
    )


@cache
def _list_seats(seats: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(seats)))


def find_line_fault(view: View, line: str) -> str | None:
    """Find a reason why a description is illegal; it never quotes the secret word."""
    if fault := find_sentence_fault(view, line):
        return fault
    if view.options.any_line:
        return None
    folded = fold_words(line)
    if any(folded == fold_words(said.text) for said in view.said):
        return "This was already said in this game; a description is not repeated."
    return None


def find_sentence_fault(view: View, line: str) -> str | None:  # noqa: PLR0911 - a return for each fault
    """Find a reason why a sentence cannot be said, or gives the seat's word away."""
    if not fold_words(clean(line)):
        return "A description needs a word: it may not be empty."
    if line != clean(line, LONGEST_LINE):
        if len(clean(line, LONGEST_LINE + 1)) > LONGEST_LINE:
            return f"A description has at most {LONGEST_LINE} characters."
        return "A description is one line of plain text."
    if view.options.any_line:
        return None
    if fault := find_mixed_word(line):
        return fault
    allowed = NAME_WORDS if view.options.name_words else frozenset[str]()
    if view.word and (found := match_in_line(line, view.word, allowed)):
        why = found.describe() if found.kind in COMPOUNDS else found.kind
        return f"This gives away your word: {why}."
    if (count := count_sentences(line)) > 1:
        return f"A description is one sentence; this has {count}."
    return None


def find_vote_fault(view: View, name: str) -> str | None:
    """Find a reason why a vote is illegal."""
    suspects = [view.seats[seat] for seat in view.suspects]
    if name in suspects:
        return None
    if view.seat is not None and name == view.seats[view.seat]:
        return "You cannot vote for yourself."
    allowed = f"Vote for one of {', '.join(suspects)}."
    if name in view.seats:
        return f"{name} is out already. {allowed}"
    return f"There is no seat “{clean(name, 20)}”. {allowed}"


def list_known_words(view: View) -> dict[str, str]:
    """Map seats to the words that a view shows: the viewer's word, and all words after the end."""
    if view.words is not None:
        return dict(zip(view.seats, view.words, strict=True))
    return {view.seats[view.seat]: view.word} if view.seat is not None and view.word else {}


ROLE_NAMES = {Role.CIVILIAN: "a civilian", Role.UNDERCOVER: "undercover"}
