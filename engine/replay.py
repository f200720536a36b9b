"""A match played again from its record."""

from collections.abc import Iterator
from typing import Any

from engine.game import Game, Seat
from engine.match import Illegal, Match
from engine.moves import BadMove, decode
from engine.record import JournalError, Moved, Record


def replay_match[State, View, Move](
    record: Record, game: Game[State, View, Move]
) -> Iterator[Match[State, View, Move]]:
    """The match of `record` before its first move and after each entry, one object throughout.

    Args:
        record: What was read.
        game: The rules in force, as the catalog has them for this record.

    Raises:
        JournalError: At a move that the rules do not allow, by its line.
    """
    match = Match(game, record.header.seed)
    yield match
    for line, entry in enumerate(record.entries, 2):
        if isinstance(entry, Moved):
            _submit(match, entry, f"{record.path}, line {line}")
        yield match


def restore[State, View, Move](
    record: Record, game: Game[State, View, Move]
) -> Match[State, View, Move]:
    """The match as it stood after the last line, a half-finished turn included.

    Raises:
        JournalError: At a move that the rules do not allow, by its line.
    """
    *_, match = replay_match(record, game)
    return match


def _submit(match: Match[Any, Any, Any], entry: Moved, place: str) -> None:
    seat = Seat(match.game.seats.index(entry.seat))
    if seat not in match.awaits:
        raise JournalError(f"{place}: it was not the turn of the {entry.seat}.")
    try:
        match.submit(seat, decode(match.game.moves(match.view(seat)), entry.move))
    except BadMove as error:
        raise JournalError(f"{place}: {error}.") from None
    except Illegal:
        raise JournalError(f"{place}: the {entry.seat} could not make this move.") from None
