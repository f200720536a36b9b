"""Replay a match from its journal."""

from collections.abc import Iterator
from typing import Any

from engine.errors import OptionError
from engine.game import AnyMove, AnyView, Game, GameType
from engine.journal.entries import MoveEntry
from engine.journal.errors import JournalError
from engine.journal.record import Record
from engine.match import IllegalMove, Match
from engine.move_json import BadMove, decode_move
from engine.options import parse_options
from engine.seat import Seat


def replay_match[State, View: AnyView, Move: AnyMove](
    record: Record, game: Game[Any, State, View, Move]
) -> Iterator[Match[State, View, Move]]:
    """Yield the match before its first move and after each entry, always the same object.

    Args:
        record: The journal.
        game: The rules, from the catalog for this record.

    Raises:
        JournalError: If a move breaks the rules; the message gives its line.
    """
    match = Match(game, record.header.seed)
    yield match
    for line, entry in enumerate(record.entries, 2):
        if isinstance(entry, MoveEntry):
            _submit(match, entry, f"{record.path}, line {line}")
        yield match


def load_game(kind: GameType, record: Record) -> Game[Any, Any, Any, Any]:
    """Create the rules for the match of a journal.

    Raises:
        JournalError: If its options, material or seats do not belong to this game.
    """
    header = record.header
    try:
        given = {name: str(value) for name, value in header.options.items()}
        game = kind.create(parse_options(kind.options_type, given), header.material)
    except OptionError as error:
        raise JournalError(f"{record.path}, line 1: {error}") from None
    if tuple(header.seats) != game.seats:
        seats = ", ".join(game.seats)
        raise JournalError(f"{record.path}, line 1: the seats of {kind.title} are {seats}.")
    return game


def restore_match[State, View: AnyView, Move: AnyMove](
    record: Record, game: Game[Any, State, View, Move]
) -> Match[State, View, Move]:
    """Restore the match after the last line, even within a turn.

    Raises:
        JournalError: If a move breaks the rules; the message gives its line.
    """
    *_, match = replay_match(record, game)
    return match


def find_view_before_last_turn[State, View: AnyView, Move: AnyMove](
    record: Record, game: Game[Any, State, View, Move]
) -> View:
    """Find what onlookers saw before the last turn that was finished.

    Raises:
        JournalError: If a move breaks the rules; the message gives its line.
    """
    matches = replay_match(record, game)
    match = next(matches)
    before = now = match.view(None)
    turn = match.turn
    for match in matches:
        if match.turn != turn:
            before, now, turn = now, match.view(None), match.turn
    return before


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
