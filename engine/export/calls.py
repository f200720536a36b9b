"""Format every move of a match, and the calls for it, as text or JSON."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.call_log import CallLog, LoggedMove, build_call_log
from engine.game import GameType
from engine.journal.errors import JournalError
from engine.journal.record import Record
from engine.llm.calls_file import MAX_REPLY_CHARS, Call, list_message_texts
from engine.move_json import encode_move
from engine.text import clean, clean_lines

if TYPE_CHECKING:
    from engine.games.explanation import Explanation


def format_calls_as_text(record: Record, definition: GameType, *, data: Path) -> str:
    """Format every move with its calls and explanations as text.

    Args:
        record: The journal.
        definition: The game in the catalog.
        data: The data folder, with imported vectors and wordings.

    Raises:
        NotInspectable: If the match may not be inspected yet.
        JournalError: If the journal or the calls file is damaged; the message gives the line.
        SpaceError: If the vectors of a baseline are missing or damaged.
        DeckError: If the cards are missing or have changed.
    """
    call_log = _load_call_log(record, definition, data)
    return "".join(
        f"{line}\n" for logged in call_log.moves for line in _format_move(call_log, logged)
    )


def format_calls_as_json(record: Record, definition: GameType, *, data: Path) -> str:
    """Format every move as one JSON object in ASCII, with calls as in the calls file.

    Raises:
        NotInspectable: If the match may not be inspected yet.
        JournalError: If the journal or the calls file is damaged; the message gives the line.
        SpaceError: If the vectors of a baseline are missing or damaged.
        DeckError: If the cards are missing or have changed.
    """
    call_log = _load_call_log(record, definition, data)
    match = {
        "game": definition.name,
        "over": call_log.over,
        "seats": record.players,
        "moves": [_move_to_json(call_log, logged) for logged in call_log.moves],
    }
    return json.dumps(match, indent=2) + "\n"


def _load_call_log(record: Record, definition: GameType, data: Path) -> CallLog:
    call_log = build_call_log(record, definition, data=data)
    if call_log.file_error:
        raise JournalError(call_log.file_error)
    return call_log


def _move_to_json(call_log: CallLog, logged: LoggedMove) -> dict[str, Any]:
    entry = logged.moved
    return {
        "turn": logged.turn,
        "seat": logged.seat_name,
        "number": logged.number,
        "player": logged.maker,
        "move": logged.move and encode_move(logged.move),
        "provenance": entry and entry.provenance,
        "attempts": entry and entry.attempts,
        "seconds": entry and entry.seconds,
        "time": entry and entry.time,
        "calls": [asdict(call) for call in logged.calls],
        "compared": [
            _explanation_to_json(explanation) for explanation in call_log.explain_move(logged)
        ],
    }


def _explanation_to_json(explanation: "Explanation") -> dict[str, Any]:
    return {**asdict(explanation), "chosen": sorted(explanation.chosen)}


def _format_move(call_log: CallLog, logged: LoggedMove) -> Iterator[str]:
    entry = logged.moved
    how = f"{entry.provenance}, {entry.seconds:.1f} s" if entry else "still to come"
    who = clean(logged.maker, 400)
    yield f"Turn {logged.turn}, {logged.seat_name}, move {logged.number}, {who}: {how}"
    if logged.move is not None:
        yield "  " + clean(
            json.dumps(encode_move(logged.move), ensure_ascii=False), MAX_REPLY_CHARS
        )
    for call in logged.calls:
        yield from _format_call(call)
    explanations = call_log.explain_move(logged)
    yield from (f"  {clean(one.reason, 400)}" for one in explanations if one.reason)
    for explanation in explanations:
        yield from _format_explanation(explanation)
    yield ""


def _format_call(call: Call) -> Iterator[str]:
    again = f", call {call.repeat + 1}" if call.repeat else ""
    where = f" on {call.server}" if call.server else ""
    used = f"{call.tokens_in or 0} tokens in, {call.tokens_out or 0} out, " if call.server else ""
    cost = "" if call.cost is None else f", cost {call.cost:.6f}"
    who = clean(f"{call.model}{where}")
    yield f"  Try {call.attempt}{again}, {who}, {used}{call.seconds:.3f} s{cost}"
    for message in call.messages:
        yield f"    {clean(str(message.get('role', '')), 40)}:"
        for text in list_message_texts(message):
            yield from _indent(text)
    for name, whole in (("reasoning", call.reasoning), ("reply", call.reply)):
        if whole:
            yield f"    {name}:"
            yield from _indent(whole)
    if call.learned:
        yield f"    learned: {clean(call.learned, 400)}"
    yield f"    verdict: {clean(call.verdict, MAX_REPLY_CHARS)}"


def _format_explanation(explanation: "Explanation") -> Iterator[str]:
    yield f"  {clean(explanation.title)} ({clean(explanation.measure)}; * chosen)"
    yield "    " + " | ".join(("", *(clean(column) for column in explanation.columns)))
    for place, (row, values) in enumerate(zip(explanation.rows, explanation.values, strict=True)):
        cells = (
            f"{value:.3f}{'*' if (place, column) in explanation.chosen else ''}"
            for column, value in enumerate(values)
        )
        yield "    " + " | ".join((clean(row), *cells))
    yield f"    {clean(explanation.note, MAX_REPLY_CHARS)}"


def _indent(text: str) -> Iterator[str]:
    for line in clean_lines(text, MAX_REPLY_CHARS).rstrip("\n").split("\n"):
        yield f"      {line}".rstrip()
