"""`Transcript`: a match as one viewpoint may read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.journal.entries import MoveEntry, RemarkEntry
from engine.seat_codes import SEAT_CODE


@dataclass(frozen=True, slots=True)
class TranscriptMove:
    """A move that the viewpoint may see."""

    turn: int
    """The turn of the move, counted from 0."""
    player: str
    """The SPEC of the player that made it, which may be a stand-in's."""
    move: Any
    """The move itself."""
    entry: MoveEntry
    """Its line in the journal."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything that one viewpoint may see of a match."""

    seat: str | None
    """The viewpoint: a seat's name, or `None` for an onlooker, who sees everything at the end."""
    seats: tuple[str, ...]
    """The names of the seats, in order."""
    over: bool
    """Whether the match is over."""
    complete: bool
    """Whether nothing is left out: the match is over, and the viewpoint is an onlooker's."""
    views: tuple[Any, ...]
    """The view before the first turn and after each one."""
    moves: tuple[TranscriptMove, ...]
    """All moves if the transcript is complete; else those of the viewpoint's seat, if any."""
    movers: Mapping[str, tuple[str, ...]]
    """By seat: the SPEC of the player that made each of its moves, in the turns played so far."""
    players: Mapping[str, str]
    """By seat: the SPEC of its current player."""
    score: Mapping[str, float] | None
    """By seat: its result, once the match is over."""
    remarks: tuple[RemarkEntry, ...] = ()
    """What machines said to everybody in discussions, in order."""

    @property
    def view(self) -> Any:  # noqa: ANN401
        """The last view."""
        return self.views[-1]

    def list_remarks(self, turn: int) -> list[RemarkEntry]:
        """List what machines said to everybody before a turn, counted from 0."""
        return [one for one in self.remarks if one.turn == turn]

    def find_move(self, seat: str, number: int) -> TranscriptMove | None:
        """Find move `number` of `seat`, counted from 1; `None` if the viewpoint may not see it."""
        own = [one for one in self.moves if one.entry.seat == seat]
        return own[number - 1] if number <= len(own) else None

    def find_entry(self, seat: str, number: int) -> MoveEntry | None:
        """Find the journal's line of that move."""
        move = self.find_move(seat, number)
        return None if move is None else move.entry

    def describe_sealed(self) -> str | None:
        """Describe a sealed move of the seat, which waits for others; `None` if there is none."""
        if self.seat is None or all(one.turn < len(self.views) - 1 for one in self.moves):
            return None
        who = self.seat if SEAT_CODE.fullmatch(self.seat) else f"the {self.seat}"
        return f"The move of {who} is sealed until all have moved."

    def find_mover(self, seat: str, number: int) -> str:
        """Find the SPEC of the player that made a move, or will make it."""
        movers = self.movers[seat]
        return movers[number - 1] if number <= len(movers) else self.players[seat]
