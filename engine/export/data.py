"""A match as one JSON object."""

import json
from dataclasses import asdict
from typing import Any

from engine.caveats import Totals
from engine.export.facts import facts
from engine.games.definition import GameDefinition
from engine.moves import adapter, encode
from engine.record import Record
from engine.transcript import Transcript


def as_json(transcript: Transcript, definition: GameDefinition, record: Record) -> str:
    """One object: the head, the result, the material where it is open, moves and views.

    `moves` are all moves of a whole match, or a seat's own; `views` are what the
    asked-for eyes saw before the first turn and after each one. What they may
    not know is missing (`seed`, secret options) or `null`.
    """
    head = facts(transcript, definition, record)
    views = [_view(view) for view in transcript.views]
    branched, totals = record.header.branched, Totals.from_entries(record.entries)
    told: dict[str, Any] = {
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
        "usage": {seat: asdict(used) for seat, used in totals.usage.items()}
        if transcript.over
        else {},
        **definition.build_report(transcript.view),
        "moves": [
            {
                "turn": one.turn,
                "seat": one.entry.seat,
                "player": one.player,
                "provenance": one.entry.provenance,
                "move": encode(one.move),
                "time": one.entry.time,
                "seconds": one.entry.seconds,
                "attempts": one.entry.attempts,
            }
            for one in transcript.moves
        ],
        "views": views,
    }
    for name, value in record.header.material.items():
        told.setdefault(name, value if transcript.complete else views[-1].get(name))
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _view(view: Any) -> dict[str, Any]:  # noqa: ANN401
    plain: dict[str, Any] = adapter(type(view)).dump_python(view, mode="json")
    return plain
