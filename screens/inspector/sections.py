"""What can be read of a move or a call, section by section."""

import json
from collections.abc import Callable, Iterator
from unicodedata import category

from textual.content import Content

from engine.inspection import Inspection, Step, compares
from engine.llm.calls import Call
from engine.llm.kept_calls import said
from engine.moves import encode
from engine.players import PlayerError
from engine.text import CONTROLS, clean, clean_lines
from images.card import DeckError
from screens.film import spoken_seconds
from screens.inspector.matrix import matrix
from screens.inspector.rows import Row, kind, sign, who
from screens.widgets.lines import BLANK, side_by_side
from words.layout import SpaceError

LONGEST = 20_000
"""The most characters of one text that are shown."""
NAME, FIELD = 20, 10
"""Cells of the name of a number, and of a field of a move."""

ASSISTED = {
    "asked": "The operator had it asked for again: the calls beneath tell how.",
    "edited": "The operator edited an answer: what was answered stands in the calls beneath.",
    "by hand": "The operator made it.",
}
"""What is told of a move in which the operator had a hand."""

type Section = Callable[[int], list[Content]]
"""The lines of a section, none wider than so many cells."""


def sections(inspection: Inspection, row: Row) -> dict[str, Section]:
    """What can be read of a row, by the names of the sections."""
    step, call = row.step, row.call
    found: dict[str, Callable[[int], Iterator[Content]]] = {}
    if call is not None:
        found["Prompt"] = lambda width: _prompt(call, width)
        found["Reply"] = lambda width: _raw(call.reply, "There was no reply.", width)
        if call.reasoning:
            found["Reasoning"] = lambda width: _raw(call.reasoning, "", width)
        found["Read as"] = lambda width: _read_as(inspection, step, call, width)
    elif compares(step):
        found["Compared"] = lambda width: _compared(inspection, step, width)
    else:
        found["Move"] = lambda width: _move(step, width)
    found["Numbers"] = lambda width: _numbers(step, call, width)
    return {name: _listed(lines) for name, lines in found.items()}


def _listed(lines: Callable[[int], Iterator[Content]]) -> Section:
    return lambda width: list(lines(width))


def _prompt(call: Call, width: int) -> Iterator[Content]:
    for number, message in enumerate(call.messages):
        if number:
            yield BLANK
        role = clean(str(message.get("role", "")), 40) if call.server else "question"
        yield Content.styled(role.capitalize(), "bold $primary")
        for text in said(message):
            yield from _raw(text if call.server else _laid_out(text), "", width)


def _laid_out(text: str) -> str:
    """A question to a program, which is JSON in one line, in many."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return text


def _raw(text: str | None, without: str, width: int) -> Iterator[Content]:
    """Text from outside, literally, but for what does not show or would steer the terminal."""
    if not text:
        yield Content.styled(without or "(empty)", "$muted")
        return
    head = text[:LONGEST]
    shown = clean_lines(head, LONGEST).rstrip("\n")
    yield from Content(shown).wrap(width)
    if any(category(c) in CONTROLS and c not in "\n\r\t" for c in head):
        yield from _note("Characters that control a terminal or do not show are left out.", width)
    if len(text) > LONGEST:
        rest = len(text) - LONGEST
        yield from _note(f"{rest:,} more characters stand in the file of calls.", width)


def _read_as(inspection: Inspection, step: Step, call: Call, width: int) -> Iterator[Content]:
    mark, colour = sign(call.verdict)
    yield from Content.assemble(
        (f"{mark} ", colour), (clean(call.verdict, LONGEST), f"bold {colour}")
    ).wrap(width)
    yield BLANK
    try:
        move = inspection.read_as(step, call)
    except PlayerError as error:
        yield from _note(clean(str(error), 400), width)
        move = step.move if kind(call.verdict) == "legal" else None
    if move is None:
        yield Content.styled("No move was read.", "$muted")
    else:
        yield from _told(move, width)
    if step.moved is None or step.move is None or step.move == move:
        return
    yield BLANK
    whose = step.moved.provenance
    yield from _note(f"The move that was made ({whose}):", width)
    yield from _told(step.move, width)


def _compared(inspection: Inspection, step: Step, width: int) -> Iterator[Content]:
    yield from _told(step.move, width)
    yield BLANK
    try:
        insights = inspection.insights(step)
    except (SpaceError, DeckError) as error:
        yield from _note(clean(str(error), 400), width)
        return
    for number, insight in enumerate(insights):
        if number:
            yield from (BLANK, BLANK)
        yield from matrix(insight, width)


def _move(step: Step, width: int) -> Iterator[Content]:
    if step.move is not None:
        yield from _told(step.move, width)
        yield BLANK
    yield from _note(_why(step), width)


def _why(step: Step) -> str:
    """Whose move it is, where nothing was asked or compared for it."""
    spec = step.spec
    match spec.kind if spec else "":
        case _ if step.moved is None:
            return "This move is still to come."
        case _ if step.move is None:
            return "A person's move: not shown before the game is over."
        case _ if step.moved.copied:
            return "It was made in the game that this one branched off; its calls are kept there."
        case _ if step.moved.assisted:
            return ASSISTED[step.moved.assisted]
        case "human":
            return "A person made it."
        case "random":
            return "A legal move at random: nothing was compared."
        case "script":
            return "It stands in a script."
    return "No call was kept for it."


def _told(move: object, width: int) -> Iterator[Content]:
    """A move, field by field."""
    ((name, fields),) = encode(move).items()
    yield Content.styled(name, "bold")
    for field, value in fields.items():
        words = " · ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        yield from _fact(field, clean(words, 2000), width, FIELD)


def _numbers(step: Step, call: Call | None, width: int) -> Iterator[Content]:
    if call is not None:
        for name, value in _of_call(call):
            yield from _fact(name, clean(value, 2000), width)
        if call.settings:
            yield BLANK
            yield Content.styled("Settings sent", "bold $primary")
            yield from _raw(json.dumps(call.settings, ensure_ascii=False, indent=2), "", width)
        yield BLANK
        yield Content.styled("The move", "bold $primary")
    for name, value in _of_move(step):
        yield from _fact(name, clean(value, 2000), width)


def _of_call(call: Call) -> Iterator[tuple[str, str]]:
    yield ("Model" if call.server else "Program"), call.model
    if call.server:
        yield "Server", call.server
    yield "Asked at", call.time
    yield "Try", str(call.attempt)
    if call.repeat:
        yield "Put before", f"{call.repeat} times, as calls failed"
    if call.assisted:
        yield "By the operator", call.assisted
    yield "Took", spoken_seconds(call.seconds)
    if call.server:
        yield "Tokens in", _count(call.tokens_in)
        yield "Tokens out", _count(call.tokens_out)
        yield "Cost", "not known" if call.cost is None else f"{call.cost:.6f}"
        yield "Stopped by", call.finish or "not told"
    if call.failure:
        yield "Failure", call.failure
    if call.learned:
        yield "Learned", call.learned


def _of_move(step: Step) -> Iterator[tuple[str, str]]:
    yield "Seat", step.seat_name
    yield "Player", step.maker
    if (moved := step.moved) is None:
        yield "Made at", "still to come"
        return
    yield "Made at", moved.time
    yield "Whose", moved.provenance
    yield "Tries", str(moved.attempts)
    yield "Took", spoken_seconds(moved.seconds)
    if (used := moved.usage) is not None:
        yield "Calls", str(used.calls)
        yield "Tokens", f"{used.tokens_in:,} in, {used.tokens_out:,} out"
        yield "Cost", "not known" if used.cost is None else f"{used.cost:.6f}"


def _count(tokens: int | None) -> str:
    return "not told" if tokens is None else f"{tokens:,}"


def _fact(name: str, value: str, width: int, label: int = NAME) -> list[Content]:
    label = min(label, width // 2)
    cells = (Content.styled(clean(name, 40), "$muted"), Content(value))
    return side_by_side(cells, (label, width - label + 1))


def _note(words: str, width: int) -> list[Content]:
    return list(Content.styled(words, "$muted").wrap(width))


def heading(row: Row) -> tuple[Content, Content]:
    """Whose move is looked at, and what came of the call."""
    step, call = row.step, row.call
    whose = Content.assemble(
        (f"{step.seat_name.capitalize()}, move {step.number}", "bold"),
        (f"   turn {step.turn}   ", "$muted"),
        who(step) if call is None else clean(call.model, 60),
    )
    if call is None:
        return whose, BLANK
    parts = [spoken_seconds(call.seconds)]
    if call.tokens_in is not None or call.tokens_out is not None:
        parts.append(f"{call.tokens_in or 0:,} tokens in, {call.tokens_out or 0:,} out")
    if call.cost is not None:
        parts.append(f"cost {call.cost:.4f}")
    mark, colour = sign(call.verdict)
    came = Content.assemble(
        (f"{mark} {kind(call.verdict)}   ", colour), ("   ".join(parts), "$muted")
    )
    return whose, came
