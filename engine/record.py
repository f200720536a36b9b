"""A journal as read: one line of JSON to open a match, one for everything that happens."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.game import Game, Seat
from engine.match import Illegal, Match
from engine.moves import BadMove, decode
from engine.text import clean

FORMAT = 1
"""The version of the format that is written, and the only one that is read."""


class JournalError(ValueError):
    """A journal that cannot be used: which line, and why."""


def now() -> str:
    """This moment, UTC, to the millisecond, as journals have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


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


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat sealed a move."""

    seat: str
    move: Mapping[str, Any]
    time: str
    seconds: float
    attempts: int


@dataclass(frozen=True, slots=True)
class Reseated:
    """Somebody else took a seat."""

    seat: str
    player: str
    time: str


type Entry = Moved | Reseated


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


def read(path: Path) -> Record:
    """Read a journal, whole or cut short by a crash.

    A torn last line is left out; anything else that is wrong is an error.

    Raises:
        JournalError: Naming the file, the line and what is wrong with it,
            without quoting it: it may hold a secret.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}.") from None
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[:-1]
    if not lines:
        raise JournalError(f"{path} is no journal: its first line is missing or cut short.")
    header = _header(path, lines[0])
    entries = [_entry(path, n, line, header) for n, line in enumerate(lines[1:], 2)]
    return Record(path, header, tuple(entries), whole, torn=whole < len(data))


def steps[State, View, Move](
    record: Record, game: Game[State, View, Move]
) -> Iterator[Match[State, View, Move]]:
    """The match of `record` before its first move and after each entry, one object throughout.

    Raises:
        JournalError: At a move that the rules do not allow, by its line.
    """
    match = Match(game, record.header.seed)
    yield match
    for line, entry in enumerate(record.entries, 2):
        if isinstance(entry, Moved):
            seat = Seat(game.seats.index(entry.seat))
            try:
                match.submit(seat, decode(game.moves(match.view(seat)), entry.move))
            except BadMove as error:
                raise JournalError(f"{record.path}, line {line}: {error}.") from None
            except Illegal:
                raise JournalError(
                    f"{record.path}, line {line}: the {entry.seat} could not make this move."
                ) from None
        yield match


def restore[State, View, Move](
    record: Record, game: Game[State, View, Move]
) -> Match[State, View, Move]:
    """The match as it stood after the last line, a half-finished turn included.

    Raises:
        JournalError: At a move that the rules do not allow, by its line.
    """
    *_, match = steps(record, game)
    return match


def _header(path: Path, line: bytes) -> Header:
    data = _object(path, 1, line)
    if "parlour" not in data:
        raise JournalError(f"{path}, line 1: not the header of a Parlour journal.")
    version = data.pop("parlour")
    if version != FORMAT:
        raise JournalError(
            f"{path} has journal format {str(version)[:20]}; this Parlour reads format {FORMAT}."
        )
    header = _typed(path, 1, Header, data)
    return replace(header, seats={s: clean(spec) for s, spec in header.seats.items()})


def _entry(path: Path, number: int, line: bytes, header: Header) -> Entry:
    data = _object(path, number, line)
    if data.get("seat") not in header.seats:
        raise JournalError(f"{path}, line {number}: there is no such seat in this game.")
    if "move" in data:
        return _typed(path, number, Moved, data)
    reseated = _typed(path, number, Reseated, data)
    return replace(reseated, player=clean(reseated.player))


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        raise JournalError(f"{path}, line {number}: not JSON; the file is damaged.") from None
    if not isinstance(data, dict):
        raise JournalError(f"{path}, line {number}: not an object; the file is damaged.")
    return data


def _typed[T](path: Path, number: int, kind: type[T], data: Mapping[str, Any]) -> T:
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(kind).validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise JournalError(
            f"{path}, line {number}: {place}: {first['msg'].lower()}; the file is damaged."
        ) from None
