"""The result of a match as data, and its moves as a table."""

from typing import TYPE_CHECKING, Any

from engine.defaults.narration import UNTOLD
from engine.fields import format_value
from engine.moves import encode_move
from engine.provenance import build_provenance_columns

if TYPE_CHECKING:
    from engine.journal.transcript import Transcript
    from engine.view import View

TAKEN = UNTOLD | {"game", "journal", "moves", "score", "seats", "seed", "usage", "views"}
"""Keys that exports set themselves; a report derived from a view leaves them out."""
BLANKS: tuple[object, ...] = (None, "", [], {})
"""Values that say nothing in a report."""


def build_report(view: "View[Any]", listed: str) -> dict[str, Any]:
    """Return the fields of the view that are not empty, as others belong to another phase.

    Args:
        view: Any view.
        listed: The key of the list of rounds or turns, which the result has in any case.
    """
    whole = view.model_dump(mode="json")
    report = {name: one for name, one in whole.items() if name not in TAKEN and one not in BLANKS}
    return {"outcome": None, "reason": None, listed: [], **report}


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
