"""A match as one pair of eyes may be told of it, taken from its journal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Seat
from engine.moves import decode
from engine.record import Moved, Record, Reseated
from engine.replay import replay_match


@dataclass(frozen=True, slots=True)
class TranscriptMove:
    """A move that may be told, and where it belongs."""

    turn: int
    """The turn it was sealed in, counted from 0."""
    player: str
    """The SPEC of who made it."""
    move: Any
    """The move itself."""
    moved: Moved
    """Its line in the journal; where somebody stood in, its maker is not who sat there."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What may be told of a match: everything here may be printed."""

    seat: str | None
    """Through whose eyes; `None` is an onlooker's, and after the end the whole truth."""
    seats: tuple[str, ...]
    """The names of the seats, in order."""
    over: bool
    """Nobody is awaited any more."""
    whole: bool
    """The whole truth: the match is over, and nobody's eyes in particular were asked for."""
    views: tuple[Any, ...]
    """The view before the first turn and after each one."""
    moves: tuple[TranscriptMove, ...]
    """All moves if this is the whole truth, a seat's own if it is that seat's, else none."""
    makers: Mapping[str, tuple[str, ...]]
    """By seat: the SPEC of who made each of its moves in the turns that are played."""
    players: Mapping[str, str]
    """By seat: the SPEC of who sits there now."""
    score: Mapping[str, float] | None
    """By seat: its result, once the match is over."""

    @property
    def view(self) -> Any:  # noqa: ANN401
        """The last view."""
        return self.views[-1]

    def made(self, seat: str, number: int) -> TranscriptMove | None:
        """The move number `number` of `seat`, counted from 1, if it may be told."""
        own = [told for told in self.moves if told.moved.seat == seat]
        return own[number - 1] if number <= len(own) else None

    def maker(self, seat: str, number: int) -> str:
        """The SPEC of who made that move, or who is to make it."""
        made = self.makers[seat]
        return made[number - 1] if number <= len(made) else self.players[seat]


def provenance_columns(told: TranscriptMove | None) -> dict[str, Any]:
    """How a move came about, as the last columns of a table; each `None` where it is not told."""
    moved = told.moved if told else None
    return {
        "provenance": moved and moved.provenance,
        "seconds": moved and moved.seconds,
        "attempts": moved and moved.attempts,
        "time": moved and moved.time,
    }


def build_transcript(record: Record, game: Game[Any, Any, Any], seat: str | None) -> Transcript:
    """What `seat` may be told of a match.

    Args:
        record: The journal.
        game: The rules in force, as the catalog has them for this record.
        seat: The name of a seat, or `None` for an onlooker.

    Raises:
        JournalError: At a move that the rules do not allow, by its line.
    """
    place = None if seat is None else Seat(game.seats.index(seat))
    players = dict(record.header.seats)
    views: list[Any] = []
    moved: list[tuple[int, str, Moved, tuple[type[Any], ...]]] = []
    entries = iter(record.entries)
    for match in replay_match(record, game):
        if not views or match.turn == len(views):
            views.append(match.view(place))
        entry = next(entries, None)
        if isinstance(entry, Reseated):
            players[entry.seat] = entry.player
        elif isinstance(entry, Moved):
            kinds = game.moves(match.view(Seat(game.seats.index(entry.seat))))
            maker = entry.stand_in or players[entry.seat]
            moved.append((match.turn, maker, entry, kinds))
    told = [
        TranscriptMove(turn, player, decode(kinds, entry.move), entry)
        for turn, player, entry, kinds in moved  # which the rules have taken by now
    ]
    over, score = not match.awaits, match.score
    played = [one for one in told if one.turn < match.turn]
    return Transcript(
        seat=seat,
        seats=game.seats,
        over=over,
        whole=over and seat is None,
        views=tuple(views),
        moves=tuple(one for one in told if one.moved.seat == seat or (over and seat is None)),
        makers={
            name: tuple(one.player for one in played if one.moved.seat == name)
            for name in game.seats
        },
        players=players,
        score=None
        if score is None
        else {game.seats[which]: points for which, points in score.items()},
    )
