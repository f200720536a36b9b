"""What can be read of a move or a call, section by section."""

from collections.abc import Callable, Iterator

from rich.cells import cell_len
from textual.content import Content

from engine.call_log import CallLog, LoggedMove, is_being_asked, space_of
from engine.explanation import Explanation
from engine.llm.calls import Call
from engine.players import PlayerError
from engine.text import clean
from engine.usage import (
    format_duration,
    list_tokens_and_cost,
)
from images.card import DeckError
from screens.inspector.blocks import MAX_TEXT, asked_now, note, numbers, prompt, raw, told
from screens.inspector.rows import Row, kind, sign, who
from screens.widgets.lines import BLANK, side_by_side
from words.layout import SpaceError

ASSISTED = {
    "asked": "The operator had it asked for again: the calls beneath tell how.",
    "edited": "The operator edited an answer: what was answered stands in the calls beneath.",
    "by hand": "The operator made it.",
}
"""What is told of a move in which the operator had a hand."""

type Section = Callable[[int], list[Content]]
"""The lines of a section, none wider than so many cells."""


def sections(call_log: CallLog, row: Row) -> dict[str, Section]:
    """What can be read of a row, by the names of the sections."""
    logged, call = row.logged, row.call
    found: dict[str, Callable[[int], Iterator[Content]]] = {}
    if call is not None:
        found["Prompt"] = lambda width: prompt(call, width)
        found["Reply"] = lambda width: raw(call.reply, "There was no reply.", width)
        if call.reasoning:
            found["Reasoning"] = lambda width: raw(call.reasoning, "", width)
        found["Read as"] = lambda width: _read_as(call_log, logged, call, width)
    elif space_of(logged):
        found["Compared"] = lambda width: _compared(call_log, logged, width)
    elif is_being_asked(logged):
        found["Prompt"] = lambda width: asked_now(call_log, logged, width)
    else:
        found["Move"] = lambda width: _move(logged, width)
    found["Numbers"] = lambda width: numbers(logged, call, width)
    return {name: _listed(lines) for name, lines in found.items()}


def _listed(lines: Callable[[int], Iterator[Content]]) -> Section:
    return lambda width: list(lines(width))


def _read_as(call_log: CallLog, logged: LoggedMove, call: Call, width: int) -> Iterator[Content]:
    mark, colour = sign(call.verdict)
    yield from Content.assemble(
        (f"{mark} ", colour), (clean(call.verdict, MAX_TEXT), f"bold {colour}")
    ).wrap(width)
    yield BLANK
    try:
        move = call_log.read_move(logged, call)
    except PlayerError as error:
        yield from note(clean(str(error), 400), width)
        move = logged.move if kind(call.verdict) == "legal" else None
    if move is None:
        yield Content.styled("No move was read.", "$muted")
    else:
        yield from told(move, width)
    if logged.moved is None or logged.move is None or logged.move == move:
        return
    yield BLANK
    whose = logged.moved.provenance
    yield from note(f"The move that was made ({whose}):", width)
    yield from told(logged.move, width)


def _compared(call_log: CallLog, logged: LoggedMove, width: int) -> Iterator[Content]:
    yield from told(logged.move, width)
    yield BLANK
    try:
        insights = call_log.explanations(logged)
    except (SpaceError, DeckError) as error:
        yield from note(clean(str(error), 400), width)
        return
    for number, insight in enumerate(insights):
        if number:
            yield from (BLANK, BLANK)
        yield from matrix(insight, width)


def _move(logged: LoggedMove, width: int) -> Iterator[Content]:
    if logged.move is not None:
        yield from told(logged.move, width)
        yield BLANK
    yield from note(_why(logged), width)


def _why(logged: LoggedMove) -> str:
    """Whose move it is, where nothing was asked or compared for it."""
    spec = logged.spec
    match spec.kind if spec else "":
        case _ if logged.moved is None:
            return "This move is still to come."
        case _ if logged.move is None:
            return "A person's move: not shown before the game is over."
        case _ if logged.moved.copied:
            return "It was made in the game that this one branched off; its calls are kept there."
        case _ if logged.moved.assisted:
            return ASSISTED[logged.moved.assisted]
        case "human":
            return "A person made it."
        case "random":
            return "A legal move at random: nothing was compared."
        case "script":
            return "It stands in a script."
    return "No call was kept for it."


def heading(row: Row) -> tuple[Content, Content]:
    """Whose move is looked at, and what came of the call."""
    logged, call = row.logged, row.call
    whose = Content.assemble(
        (f"{logged.seat_name.capitalize()}, move {logged.number}", "bold"),
        (f"   turn {logged.turn}   ", "$muted"),
        who(logged) if call is None else clean(call.model, 60),
    )
    if call is None:
        return whose, BLANK
    parts = [
        format_duration(call.seconds),
        *list_tokens_and_cost(call.tokens_in, call.tokens_out, call.cost),
    ]
    mark, colour = sign(call.verdict)
    came = Content.assemble(
        (f"{mark} {kind(call.verdict)}   ", colour), ("   ".join(parts), "$muted")
    )
    return whose, came


LABEL = 26
"""The most cells of what a row is of."""
NARROWEST, WIDEST = 11, 22
"""The cells of a column of numbers."""
CHOSEN = "●"
"""Stands before a number that was chosen."""


def matrix(insight: "Explanation", width: int) -> Iterator[Content]:
    """The table and how to read it, none of its lines wider than `width` cells."""
    yield from Content.styled(clean(insight.title), "bold").wrap(width)
    yield BLANK
    names = [clean(row, 60) for row in insight.rows]
    label = min(max((cell_len(name) for name in names), default=0) + 3, LABEL, width // 2)
    fit = max((width - label) // NARROWEST, 1)
    for start in range(0, max(len(insight.columns), 1), fit):
        places = range(start, min(start + fit, len(insight.columns)))
        heads = [Content.styled(clean(insight.columns[place], 200), "$muted") for place in places]
        most = min((width - label) // max(len(places), 1), WIDEST)
        widths = (label, *(min(max(head.cell_length + 3, NARROWEST), most) for head in heads))
        yield from side_by_side((BLANK, *heads), widths)
        for row, name in enumerate(names):
            cells = [_cell(insight, row, place) for place in places]
            yield from side_by_side((Content(name), *cells), widths)
        yield BLANK
    marked = f"{CHOSEN} chosen; " if insight.chosen else ""
    legend = f"{marked}numbers: {clean(insight.measure)}"
    yield from Content.styled(legend, "$muted").wrap(width)
    yield BLANK
    yield from Content(clean(insight.note, 2000)).wrap(width)


def _cell(insight: "Explanation", row: int, column: int) -> Content:
    number = f"{insight.values[row][column]:6.3f}"
    if (row, column) in insight.chosen:
        return Content.styled(f"{CHOSEN} {number}", "bold $primary")
    return Content(f"  {number}")
