"""The entries of a journal, one for each line after the header."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.move_provenance import describe_provenance
from engine.usage import Usage


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """A seat made a move."""

    seat: str
    move: Mapping[str, Any]
    time: str
    seconds: float
    attempts: int
    stand_in: str = ""
    """The SPEC of the stand-in that made the move; empty if the seat's own player did."""
    usage: Usage | None = None
    """Usage of the seat's model for it, failed calls included."""
    assisted: str = ""
    """The operator's part in it, one of `ASSISTED`; empty if none."""
    copied: bool = False
    """Whether it was made in the match that this one branched from."""

    @property
    def provenance(self) -> str:
        """The provenance: `copied`, or else as in `engine.move_provenance.describe_provenance`."""
        return "copied" if self.copied else describe_provenance(self.stand_in, self.assisted)


@dataclass(frozen=True, slots=True)
class ReseatEntry:
    """A seat got another player."""

    seat: str
    player: str
    time: str


@dataclass(frozen=True, slots=True)
class OpenTableEntry:
    """The table was opened: from here on, the machines' prompts and answers may be inspected."""

    table: Literal["open"]
    time: str


@dataclass(frozen=True, slots=True)
class UsageEntry:
    """Usage of a seat's model that did not lead to a move."""

    seat: str
    usage: Usage
    time: str


@dataclass(frozen=True, slots=True)
class RemarkEntry:
    """A machine said something to the table; it is no move."""

    seat: str
    remark: str
    turn: int
    """The turn of the match in which it was said, counted from 0."""
    time: str


type Entry = MoveEntry | ReseatEntry | OpenTableEntry | UsageEntry | RemarkEntry
