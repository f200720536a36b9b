"""The moves of a match as rows of a table: one for each move."""

from typing import TYPE_CHECKING, Any

from engine.move_json import encode_move
from engine.move_provenance import build_provenance_columns
from engine.value_text import format_value

if TYPE_CHECKING:
    from engine.journal.transcript import Transcript


def build_rows(transcript: "Transcript") -> list[dict[str, Any]]:
    """Build one row for each move: turn, seat, player, kind, fields of the move, and provenance."""
    moves = [(one, next(iter(encode_move(one.move).items()))) for one in transcript.moves]
    own = dict.fromkeys(name for _, (_, values) in moves for name in values)
    return [
        {"turn": one.turn + 1, "seat": one.entry.seat, "player": one.player, "move": kind}
        | {name: format_value(values[name]) if name in values else None for name in own}
        | build_provenance_columns(one.entry)
        for one, (kind, values) in moves
    ]
