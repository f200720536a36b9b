"""The games that lie on the shelf: what may be told of each without telling a secret."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.games.catalog import UnknownGame, find
from engine.lineup import LineupError, parse_spec
from engine.record import BranchOrigin, JournalError, Record, read_record
from engine.replay import restore_match
from engine.text import clean

SUFFIX = ".jsonl"
"""The ending of a journal's file name."""
CALLS = ".calls.jsonl"
"""The ending of the file beside a journal that keeps the calls of models."""
LOOKED_AT = 200
"""How many of the latest journals are looked at, at most."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One journal, as an onlooker may know it."""

    path: Path
    title: str
    """The game's."""
    when: datetime
    """When it was begun, local time."""
    who: tuple[str, ...]
    """Who sits there, in table order. Outside text: show it as literal content."""
    standing: str
    """`round 3`, or who won, or that it is a draw."""
    reason: str
    """Why, once it is decided."""
    over: bool
    """No more moves will be asked for."""
    branched: BranchOrigin | None
    """The game that it left, if it began as another."""


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A file that is no usable journal."""

    path: Path
    why: str
    """Which line, and what is wrong with it."""


def journals(folder: Path) -> list[Path]:
    """The journals in `folder`, the one played last first."""
    found = []
    for path in folder.glob(f"[!.]*{SUFFIX}"):
        if not path.name.endswith(CALLS):
            try:
                found.append((path.stat().st_mtime, path))
            except FileNotFoundError:  # taken away meanwhile
                continue
    return [path for _, path in sorted(found, reverse=True)]


def look(path: Path) -> SavedGame | DamagedGame:
    """What may be told of one journal."""
    try:
        return _kept(read_record(path))
    except (JournalError, UnknownGame, LineupError) as error:
        return DamagedGame(path, str(error))


def shelf(folder: Path) -> Iterator[SavedGame | DamagedGame]:
    """What may be told of the latest journals in `folder`, the one played last first."""
    yield from map(look, journals(folder)[:LOOKED_AT])


def latest_unfinished(folder: Path) -> SavedGame | None:
    """The unfinished game that was played last, if there is one."""
    return next(
        (kept for kept in shelf(folder) if isinstance(kept, SavedGame) and not kept.over), None
    )


def spoken_time(when: datetime, now: datetime) -> str:
    """A moment as people say it: `today 14:05`, `yesterday 9:30`, `3 November 9:30`."""
    days = (now.date() - when.date()).days
    clock = f"{when.hour}:{when.minute:02}"
    if days == 0:
        return f"today {clock}"
    if days == 1:
        return f"yesterday {clock}"
    if when.year == now.year:
        return f"{when.day} {when:%B} {clock}"
    return f"{when.day} {when:%B} {when.year}"


def _kept(record: Record) -> SavedGame:
    definition = find(record.header.game)
    view = restore_match(record, definition.game(record)).view(None)
    told = definition.build_report(view)
    outcome = told["outcome"]
    standing = f"{definition.unit} {len(told[definition.listed]) + 1}"
    if outcome:
        standing = "a draw" if outcome == "draw" else f"{outcome} won"
    return SavedGame(
        path=record.path,
        title=definition.title,
        when=local_time(record.header.created, record.path),
        who=tuple(
            clean(parse_spec(spec).display_name(seat)) for seat, spec in record.players.items()
        ),
        standing=standing,
        reason=told["reason"] or "",
        over=view.over,
        branched=record.header.branched,
    )


def local_time(stamp: str, path: Path) -> datetime:
    """A time stamp of a journal, local.

    Raises:
        JournalError: If it is none.
    """
    try:
        return datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        raise JournalError(f"{path}: a time stamp is damaged.") from None
