"""Replay a match from its journal, and build the transcript that a viewpoint may see.

`Totals` counts moves and model usage. `list_caveats` states what qualifies a result, such as moves
that a stand-in or the operator made.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from engine.game import AnyMove, AnyView, Game, GameType
from engine.journal_reader import (
    BranchOrigin,
    Entry,
    JournalError,
    MoveEntry,
    Record,
    ReseatEntry,
    UsageEntry,
)
from engine.match import IllegalMove, Match
from engine.move_json import BadMove, decode_move
from engine.option_errors import OptionError
from engine.options import parse_options
from engine.seat import Seat
from engine.text import join_names
from engine.transcript import Transcript, TranscriptMove
from engine.usage_and_budget import Usage, format_usage


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


def build_transcript(
    record: Record, game: Game[Any, Any, Any, Any], seat: str | None
) -> Transcript:
    """Build the transcript of a match.

    Args:
        record: The journal.
        game: The rules in force, as the catalog has them for this record.
        seat: The viewpoint: the name of a seat, or `None` for an onlooker.

    Raises:
        JournalError: If a move breaks the rules; the message gives its line.
    """
    place = None if seat is None else Seat(game.seats.index(seat))
    players = dict(record.header.seats)
    views: list[Any] = []
    found: list[tuple[int, str, MoveEntry, tuple[type[Any], ...]]] = []
    entries = iter(record.entries)
    for match in replay_match(record, game):
        if not views or match.turn == len(views):
            views.append(match.view(place))
        entry = next(entries, None)
        if isinstance(entry, ReseatEntry):
            players[entry.seat] = entry.player
        elif isinstance(entry, MoveEntry):
            kinds = game.moves(match.view(Seat(game.seats.index(entry.seat))))
            found.append((match.turn, entry.stand_in or players[entry.seat], entry, kinds))
    moves = [
        TranscriptMove(turn, player, decode_move(kinds, entry.move), entry)
        for turn, player, entry, kinds in found  # all are legal, or the replay would have failed
    ]
    over, score = not match.awaits, match.score
    complete = over and seat is None
    played = [one for one in moves if one.turn < match.turn]
    return Transcript(
        seat=seat,
        seats=game.seats,
        over=over,
        complete=complete,
        views=tuple(views),
        moves=tuple(one for one in moves if one.entry.seat == seat or complete),
        movers={
            name: tuple(one.player for one in played if one.entry.seat == name)
            for name in game.seats
        },
        players=players,
        score=None
        if score is None
        else {game.seats[which]: points for which, points in score.items()},
    )


PROVENANCES = {
    "stand-in": "by a stand-in",
    "asked": "asked for again by the operator",
    "edited": "edited by the operator",
    "by hand": "made by the operator",
}
"""The wording of caveats by provenance. Copied moves are missing, because a single sentence about
the branch covers them for all seats."""


@dataclass(slots=True)
class Totals:
    """Moves and usage of a match by seat name."""

    moves: Counter[str] = field(default_factory=Counter)
    """By seat: the number of its moves."""
    not_own: dict[str, Counter[str]] = field(default_factory=dict)
    """By seat, then provenance: the number of moves that are not the player's own; seats without
    such moves are missing."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """By seat: the usage of its models; seats without usage are missing."""

    @classmethod
    def from_entries(cls, entries: Iterable[Entry]) -> Self:
        """Count the entries of a journal."""
        totals = cls()
        for entry in entries:
            if isinstance(entry, MoveEntry):
                totals.add_move(entry.seat, entry.provenance, entry.usage)
            elif isinstance(entry, UsageEntry):
                totals.add_usage(entry.seat, entry.usage)
        return totals

    def add_move(self, seat: str, provenance: str, usage: Usage | None) -> None:
        """Count a move and the usage for it."""
        self.moves[seat] += 1
        if provenance != "own":
            self.not_own.setdefault(seat, Counter())[provenance] += 1
        if usage is not None:
            self.add_usage(seat, usage)

    def add_usage(self, seat: str, usage: Usage) -> None:
        """Add usage that belongs to no move, or to a move that was already counted."""
        self.usage[seat] = self.usage.get(seat, Usage()) + usage


def list_caveats(
    not_own: Mapping[str, Mapping[str, int]],
    usages: Iterable[Usage],
    *,
    table_open: bool,
    branched: BranchOrigin | None,
) -> Iterator[str]:
    """Yield the caveats of a match's result, one sentence each.

    Args:
        not_own: By seat, then provenance: the number of moves that are not its player's own.
        usages: The usage of models.
        table_open: Whether the table was opened.
        branched: The match that this one branched from, if any.
    """
    if branched is not None:
        yield str(branched)
    for seat, counted in not_own.items():
        if how := [f"{n} {PROVENANCES[one]}" for one, n in counted.items() if one in PROVENANCES]:
            yield f"{seat.capitalize()}, moves that are not the player's own: {join_names(how)}."
    if table_open:
        yield "The table was open: the operator could see the prompts and answers of machines."
    if used := format_usage(usages):
        yield f"Used: {used}."


def record_caveats(record: Record) -> Iterator[str]:
    """Yield the caveats of a recorded match, see `list_caveats`."""
    totals = Totals.from_entries(record.entries)
    return list_caveats(
        totals.not_own,
        totals.usage.values(),
        table_open=record.table_open,
        branched=record.header.branched,
    )
