"""Format a match as one JSON object."""

import json
from dataclasses import asdict
from typing import Any

from engine.export.match_head import build_head
from engine.game import GameType
from engine.journal.record import Record
from engine.journal.totals import Totals
from engine.journal.transcript import Transcript
from engine.move_json import encode_move
from engine.text import escape_controls
from engine.type_adapter import get_type_adapter


def format_as_json(transcript: Transcript, definition: GameType, record: Record) -> str:
    """Format a match as one JSON object: head, result, material, moves and views.

    `moves` are all moves of a complete transcript, or a seat's own; `views` are those of the
    viewpoint before the first turn and after each one. Values that the viewpoint may not know are
    missing (`seed`, secret options) or `null`.
    """
    head = build_head(transcript, definition, record)
    views = [_view_to_json(view) for view in transcript.views]
    branched, totals = record.header.branched, Totals.from_entries(record.entries)
    match: dict[str, Any] = {
        "version": head.version,
        "created": record.header.created,
        "game": definition.name,
        **({} if head.seed is None else {"seed": head.seed}),
        "options": head.options,
        "seats": dict(transcript.players),
        "as": transcript.seat,
        "over": transcript.over,
        "score": transcript.score,
        "branched": branched and asdict(branched),
        "open": record.table_open,
        "not_own": totals.not_own,
        "usage": {seat: asdict(usage) for seat, usage in totals.usage.items()}
        if transcript.over
        else {},
        **definition.build_report(transcript.view),
        "moves": [
            {
                "turn": one.turn,
                "seat": one.entry.seat,
                "player": one.player,
                "provenance": one.entry.provenance,
                "move": encode_move(one.move),
                "time": one.entry.time,
                "seconds": one.entry.seconds,
                "attempts": one.entry.attempts,
            }
            for one in transcript.moves
        ],
        "remarks": [
            {"turn": one.turn, "seat": one.seat, "remark": one.remark, "time": one.time}
            for one in transcript.remarks
        ],
        "views": views,
    }
    for name, value in record.header.material.items():
        match.setdefault(name, value if transcript.complete else views[-1].get(name))
    return escape_controls(json.dumps(match, ensure_ascii=False, indent=2)) + "\n"


def _view_to_json(view: Any) -> dict[str, Any]:  # noqa: ANN401
    plain: dict[str, Any] = get_type_adapter(type(view)).dump_python(view, mode="json")
    return plain
