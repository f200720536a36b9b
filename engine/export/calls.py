"""How every move of a match came about, on paper: what was asked, answered and compared."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from engine.call_log import CallLog, LoggedMove, build_call_log
from engine.games.definition import GameDefinition
from engine.llm.calls_file import MAX_REPLY_CHARS, Call, message_texts
from engine.moves import encode
from engine.record import JournalError, Record
from engine.text import clean, clean_lines

if TYPE_CHECKING:
    from engine.explanation import Explanation


def calls_as_text(record: Record, definition: GameDefinition) -> str:
    """Every move with its calls and what baselines compared, to be read.

    Raises:
        NotInspectable: If nobody may look yet.
        JournalError: If the journal or the file of calls is damaged, by its line.
        SpaceError: If the vectors of a baseline are gone, or damaged.
        DeckError: If the cards are gone, or have changed.
    """
    call_log = _whole(record, definition)
    return "".join(f"{line}\n" for logged in call_log.moves for line in _lines(call_log, logged))


def calls_as_json(record: Record, definition: GameDefinition) -> str:
    """The same as one object, in ASCII, with calls as their file has them.

    Raises:
        NotInspectable: If nobody may look yet.
        JournalError: If the journal or the file of calls is damaged, by its line.
        SpaceError: If the vectors of a baseline are gone, or damaged.
        DeckError: If the cards are gone, or have changed.
    """
    call_log = _whole(record, definition)
    told = {
        "game": definition.name,
        "over": call_log.over,
        "seats": record.players,
        "moves": [_told(call_log, logged) for logged in call_log.moves],
    }
    return json.dumps(told, indent=2) + "\n"


def _whole(record: Record, definition: GameDefinition) -> CallLog:
    call_log = build_call_log(record, definition)
    if call_log.file_error:
        raise JournalError(call_log.file_error)
    return call_log


def _told(call_log: CallLog, logged: LoggedMove) -> dict[str, Any]:
    moved = logged.moved
    return {
        "turn": logged.turn,
        "seat": logged.seat_name,
        "number": logged.number,
        "player": logged.maker,
        "move": logged.move and encode(logged.move),
        "provenance": moved and moved.provenance,
        "attempts": moved and moved.attempts,
        "seconds": moved and moved.seconds,
        "time": moved and moved.time,
        "calls": [asdict(call) for call in logged.calls],
        "compared": [_compared(insight) for insight in call_log.explanations(logged)],
    }


def _compared(insight: "Explanation") -> dict[str, Any]:
    return {**asdict(insight), "chosen": sorted(insight.chosen)}


def _lines(call_log: CallLog, logged: LoggedMove) -> Iterator[str]:
    moved = logged.moved
    how = f"{moved.provenance}, {moved.seconds:.1f} s" if moved else "still to come"
    who = clean(logged.maker, 400)
    yield f"Turn {logged.turn}, {logged.seat_name}, move {logged.number}, {who}: {how}"
    if logged.move is not None:
        yield "  " + clean(json.dumps(encode(logged.move), ensure_ascii=False), MAX_REPLY_CHARS)
    for call in logged.calls:
        yield from _call(call)
    for insight in call_log.explanations(logged):
        yield from _table(insight)
    yield ""


def _call(call: Call) -> Iterator[str]:
    again = f", call {call.repeat + 1}" if call.repeat else ""
    where = f" on {call.server}" if call.server else ""
    used = f"{call.tokens_in or 0} tokens in, {call.tokens_out or 0} out, " if call.server else ""
    cost = "" if call.cost is None else f", cost {call.cost:.6f}"
    who = clean(f"{call.model}{where}")
    yield f"  Try {call.attempt}{again}, {who}, {used}{call.seconds:.3f} s{cost}"
    for message in call.messages:
        yield f"    {clean(str(message.get('role', '')), 40)}:"
        for text in message_texts(message):
            yield from _indented(text)
    for name, whole in (("reasoning", call.reasoning), ("reply", call.reply)):
        if whole:
            yield f"    {name}:"
            yield from _indented(whole)
    if call.learned:
        yield f"    learned: {clean(call.learned, 400)}"
    yield f"    verdict: {clean(call.verdict, MAX_REPLY_CHARS)}"


def _table(insight: "Explanation") -> Iterator[str]:
    yield f"  {clean(insight.title)} ({clean(insight.measure)}; * chosen)"
    yield "    " + " | ".join(("", *(clean(column) for column in insight.columns)))
    for place, (row, values) in enumerate(zip(insight.rows, insight.values, strict=True)):
        cells = (
            f"{value:.3f}{'*' if (place, column) in insight.chosen else ''}"
            for column, value in enumerate(values)
        )
        yield "    " + " | ".join((clean(row), *cells))
    yield f"    {clean(insight.note, MAX_REPLY_CHARS)}"


def _indented(text: str) -> Iterator[str]:
    for line in clean_lines(text, MAX_REPLY_CHARS).rstrip("\n").split("\n"):
        yield f"      {line}".rstrip()
