"""Replaying a match from its journal."""

from collections.abc import Iterator
from typing import Any

from engine.game import Game, Seat
from engine.journal_reader import JournalError, MoveEntry, Record
from engine.match import IllegalMove, Match
from engine.moves import BadMove, decode_move


def replay_match[State, View, Move](
    record: Record, game: Game[State, View, Move]
) -> Iterator[Match[State, View, Move]]:
    """Yield the match before its first move and after each entry; always the same object.

    Args:
        record: The journal.
        game: The rules in force, as the catalog has them for this record.

    Raises:
        JournalError: At a move that breaks the rules, by its line.
    """
    match = Match(game, record.header.seed)
    yield match
    for line, entry in enumerate(record.entries, 2):
        if isinstance(entry, MoveEntry):
            _submit(match, entry, f"{record.path}, line {line}")
        yield match


def restore_match[State, View, Move](
    record: Record, game: Game[State, View, Move]
) -> Match[State, View, Move]:
    """Restore the match after the last line, even within a turn.

    Raises:
        JournalError: At a move that breaks the rules, by its line.
    """
    *_, match = replay_match(record, game)
    return match


def _submit(match: Match[Any, Any, Any], entry: MoveEntry, place: str) -> None:
    seat = Seat(match.game.seats.index(entry.seat))
    if seat not in match.awaits:
        raise JournalError(f"{place}: it was not the turn of the {entry.seat}.")
    try:
        match.submit(seat, decode_move(match.game.moves(match.view(seat)), entry.move))
    except BadMove as error:
        raise JournalError(f"{place}: {error}.") from None
    except IllegalMove:
        raise JournalError(f"{place}: the {entry.seat} could not make this move.") from None
