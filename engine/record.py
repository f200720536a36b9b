"""A journal as read: one line of JSON to open a match, one for everything that happens."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, Never

from engine.moves import adapter
from engine.players import (
    ASSISTED,
    provenance,
)
from engine.text import clean
from engine.usage import Usage

FORMAT = 1
"""The version of the format that is written, and the only one that is read."""
LARGEST = 32_000_000
"""The most bytes that are read; the journal of a long game has some ten thousand."""
LONGEST_SPEC = 4096
"""The most characters of a line-up SPEC, which may hold a path."""
MOST = 10**15
"""What no count and no amount of a line reaches, unless the file is damaged."""


class JournalError(ValueError):
    """A journal that cannot be used: which line, and why."""


def now() -> str:
    """This moment, UTC, to the millisecond, as journals have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class Branch:
    """Where a match leaves another one, whose first moves it shares."""

    journal: str
    """The name of the other's file."""
    moves: int
    """How many of its moves were taken over."""

    def __str__(self) -> str:
        where = f"after move {self.moves}" if self.moves else "before its first move"
        return f"Branched from {self.journal} {where}."


@dataclass(frozen=True, slots=True)
class Header:
    """What a match starts from; with the moves it is all there is to know."""

    game: str
    """The game's name in the catalog."""
    seed: str
    options: Mapping[str, Any]
    """Every option by name, as agreed on."""
    material: Mapping[str, Any]
    """What the game took from the world outside, so that a changed deck changes no game."""
    seats: Mapping[str, str]
    """Who sits where: seat name to line-up SPEC, in table order."""
    version: str = ""
    """The Parlour that wrote it."""
    created: str = field(default_factory=now)
    """UTC, ISO 8601."""
    branched: Branch | None = None
    """The match that this one leaves, if it began as another."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat sealed a move."""

    seat: str
    move: Mapping[str, Any]
    time: str
    seconds: float
    attempts: int
    stand_in: str = ""
    """The SPEC of who made the move for a player that failed; empty where nobody had to."""
    usage: Usage | None = None
    """What the seat's model used for it, failed calls included."""
    assisted: str = ""
    """What the operator had to do with it, one of `ASSISTED`; empty for nothing."""
    copied: bool = False
    """It was made in the game that this one branched off."""

    @property
    def provenance(self) -> str:
        """Whose move it is: `copied`, or else see `engine.players.provenance`."""
        return "copied" if self.copied else provenance(self.stand_in, self.assisted)


@dataclass(frozen=True, slots=True)
class Reseated:
    """Somebody else took a seat."""

    seat: str
    player: str
    time: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was opened: the machines' prompts and answers may be looked at from here on."""

    table: Literal["open"]
    time: str


@dataclass(frozen=True, slots=True)
class Spent:
    """A seat's model was asked, and no move came of it."""

    seat: str
    usage: Usage
    time: str


type Entry = Moved | Reseated | Opened | Spent


@dataclass(frozen=True, slots=True)
class Record:
    """A journal as read."""

    path: Path
    header: Header
    entries: tuple[Entry, ...]
    size: int
    """How many bytes of the file are whole lines."""
    torn: bool
    """A last line was cut short, and left out."""

    @property
    def players(self) -> dict[str, str]:
        """Who sits where after the last line: seat name to SPEC."""
        reseated = {e.seat: e.player for e in self.entries if isinstance(e, Reseated)}
        return {**self.header.seats, **reseated}

    @property
    def moves(self) -> tuple[Moved, ...]:
        """The moves, in the order in which they were sealed."""
        return tuple(entry for entry in self.entries if isinstance(entry, Moved))

    @property
    def opened(self) -> bool:
        """The machines' prompts and answers may be looked at while people play."""
        return any(isinstance(entry, Opened) for entry in self.entries)


def read(path: Path) -> Record:
    """Read a journal, whole or cut short by a crash.

    A torn last line is left out; anything else that is wrong is an error.

    Raises:
        JournalError: Naming the file, the line and what is wrong with it,
            without quoting it: it may hold a secret.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise JournalError(f"{path} is no journal: it has more than {LARGEST:,} bytes.")
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[:-1]
    if not lines:
        raise JournalError(f"{path} is no journal: its first line is missing or cut short.")
    header = _header(path, lines[0])
    entries = [_entry(path, n, line, header) for n, line in enumerate(lines[1:], 2)]
    record = Record(path, header, tuple(entries), whole, torn=whole < len(data))
    if header.branched and len(record.moves) < header.branched.moves:
        raise JournalError(
            f"{path} was cut short before all moves of the game that it branched off were in it; "
            f"branch again."
        )
    return record


def plain_seed(seed: str) -> bool:
    """Is it one line of plain text, as a seed has to be?"""
    return bool(seed) and seed == clean(seed)


def _header(path: Path, line: bytes) -> Header:
    data = _object(path, 1, line)
    if "parlour" not in data:
        raise JournalError(f"{path}, line 1: not the header of a Parlour journal.")
    version = data.pop("parlour")
    if version != FORMAT:
        raise JournalError(
            f"{path} has journal format {clean(str(version), 20)}; "
            f"this Parlour reads format {FORMAT}."
        )
    header = typed(path, 1, Header, data)
    if not plain_seed(header.seed):
        raise JournalError(f"{path}, line 1: the seed is no line of plain text.")
    seats = {seat: clean(spec, LONGEST_SPEC) for seat, spec in header.seats.items()}
    branched = header.branched
    if branched is not None and branched.moves < 0:
        raise JournalError(f"{path}, line 1: it branched off before any move; the file is damaged.")
    return replace(
        header,
        seats=seats,
        version=clean(header.version),
        created=clean(header.created),
        branched=branched and replace(branched, journal=clean(branched.journal)),
    )


def _entry(path: Path, number: int, line: bytes, header: Header) -> Entry:
    data = _object(path, number, line)
    if "table" in data:
        opened = typed(path, number, Opened, data)
        return replace(opened, time=clean(opened.time))
    seat = data.get("seat")
    if not isinstance(seat, str) or seat not in header.seats:
        raise JournalError(f"{path}, line {number}: there is no such seat in this game.")
    if "move" in data:
        moved = typed(path, number, Moved, data)
        if not 0 <= moved.seconds < MOST or not 1 <= moved.attempts < MOST:
            raise JournalError(
                f"{path}, line {number}: seconds or attempts out of range; the file is damaged."
            )
        _check(path, number, moved.usage or Usage())
        if moved.assisted and moved.assisted not in ASSISTED:
            raise JournalError(f"{path}, line {number}: no such provenance; the file is damaged.")
        stand_in = clean(moved.stand_in, LONGEST_SPEC)
        return replace(moved, time=clean(moved.time), stand_in=stand_in)
    if "usage" in data:
        spent = typed(path, number, Spent, data)
        _check(path, number, spent.usage)
        return replace(spent, time=clean(spent.time))
    reseated = typed(path, number, Reseated, data)
    return replace(reseated, player=clean(reseated.player, LONGEST_SPEC), time=clean(reseated.time))


def _check(path: Path, number: int, usage: Usage) -> None:
    used = (usage.calls, usage.tokens_in, usage.tokens_out, usage.cost or 0)
    if not all(0 <= one < MOST for one in used):  # no infinity either, which is no JSON
        raise JournalError(f"{path}, line {number}: usage out of range; the file is damaged.")


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    place = f"{path}, line {number}"
    try:
        text = line.decode()
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # also half a surrogate pair, which is no text
        raise JournalError(f"{place}: not JSON; the file is damaged.") from None
    if not isinstance(data, dict):
        raise JournalError(f"{place}: not an object; the file is damaged.")
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("the same key twice")
    return found


def _no_number(name: str) -> Never:
    raise ValueError(name)


def typed[T](path: Path, number: int, kind: type[T], data: Mapping[str, Any]) -> T:
    """What a line of a file tells, as a `kind`.

    Args:
        path: The file.
        number: The line, counted from 1.
        kind: A dataclass.
        data: The line as JSON knows it.

    Raises:
        JournalError: If a field is missing, or is not what it should be, without quoting it.
    """
    from pydantic import ValidationError

    try:
        typed: T = adapter(kind).validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = clean(".".join(map(str, first["loc"])), 60)
        raise JournalError(
            f"{path}, line {number}: {place}: {first['msg'].lower()}; the file is damaged."
        ) from None
    return typed
