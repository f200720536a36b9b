"""Build the transcript of a match that a viewpoint may see."""

from typing import Any

from engine.game import Game
from engine.journal.entries import MoveEntry, RemarkEntry, ReseatEntry
from engine.journal.record import Record
from engine.journal.replay import replay_match
from engine.journal.transcript import Transcript, TranscriptMove
from engine.match import Match
from engine.move_json import decode_move
from engine.seat import Seat


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
    remarks: list[RemarkEntry] = []
    entries = iter(record.entries)
    for match in replay_match(record, game):
        if not views or match.turn == len(views):
            views.append(match.view(place))
        entry = next(entries, None)
        if isinstance(entry, ReseatEntry):
            players[entry.seat] = entry.player
        elif isinstance(entry, RemarkEntry):
            remarks += [entry] if is_public(match, entry) else []
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
        remarks=tuple(remarks),
    )


def is_public(match: Match[Any, Any, Any], entry: RemarkEntry) -> bool:
    """Whether a remark could be made there: in a discussion, and without a secret of its seat.

    A journal that was edited by hand may hold others.
    """
    game = match.game
    if entry.turn != match.turn or not game.is_discussion(match.view(None)):
        return False
    view = match.view(Seat(game.seats.index(entry.seat)))
    return game.find_remark_fault(view, entry.remark) is None
