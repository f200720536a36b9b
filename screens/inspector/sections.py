"""What can be read of a move or a call, section by section."""

from collections.abc import Callable, Iterator

from textual.content import Content

from engine.amounts import spoken_seconds, used
from engine.call_log import CallLog, Step, asked, space_of
from engine.llm.calls import Call
from engine.players import PlayerError
from engine.text import clean
from images.card import DeckError
from screens.inspector.facts import note, numbers, told
from screens.inspector.matrix import matrix
from screens.inspector.rows import Row, kind, sign, who
from screens.inspector.texts import LONGEST, asked_now, prompt, raw
from screens.widgets.lines import BLANK
from words.layout import SpaceError

ASSISTED = {
    "asked": "The operator had it asked for again: the calls beneath tell how.",
    "edited": "The operator edited an answer: what was answered stands in the calls beneath.",
    "by hand": "The operator made it.",
}
"""What is told of a move in which the operator had a hand."""

type Section = Callable[[int], list[Content]]
"""The lines of a section, none wider than so many cells."""


def sections(inspection: CallLog, row: Row) -> dict[str, Section]:
    """What can be read of a row, by the names of the sections."""
    step, call = row.step, row.call
    found: dict[str, Callable[[int], Iterator[Content]]] = {}
    if call is not None:
        found["Prompt"] = lambda width: prompt(call, width)
        found["Reply"] = lambda width: raw(call.reply, "There was no reply.", width)
        if call.reasoning:
            found["Reasoning"] = lambda width: raw(call.reasoning, "", width)
        found["Read as"] = lambda width: _read_as(inspection, step, call, width)
    elif space_of(step):
        found["Compared"] = lambda width: _compared(inspection, step, width)
    elif asked(step):
        found["Prompt"] = lambda width: asked_now(inspection, step, width)
    else:
        found["Move"] = lambda width: _move(step, width)
    found["Numbers"] = lambda width: numbers(step, call, width)
    return {name: _listed(lines) for name, lines in found.items()}


def _listed(lines: Callable[[int], Iterator[Content]]) -> Section:
    return lambda width: list(lines(width))


def _read_as(inspection: CallLog, step: Step, call: Call, width: int) -> Iterator[Content]:
    mark, colour = sign(call.verdict)
    yield from Content.assemble(
        (f"{mark} ", colour), (clean(call.verdict, LONGEST), f"bold {colour}")
    ).wrap(width)
    yield BLANK
    try:
        move = inspection.read_as(step, call)
    except PlayerError as error:
        yield from note(clean(str(error), 400), width)
        move = step.move if kind(call.verdict) == "legal" else None
    if move is None:
        yield Content.styled("No move was read.", "$muted")
    else:
        yield from told(move, width)
    if step.moved is None or step.move is None or step.move == move:
        return
    yield BLANK
    whose = step.moved.provenance
    yield from note(f"The move that was made ({whose}):", width)
    yield from told(step.move, width)


def _compared(inspection: CallLog, step: Step, width: int) -> Iterator[Content]:
    yield from told(step.move, width)
    yield BLANK
    try:
        insights = inspection.insights(step)
    except (SpaceError, DeckError) as error:
        yield from note(clean(str(error), 400), width)
        return
    for number, insight in enumerate(insights):
        if number:
            yield from (BLANK, BLANK)
        yield from matrix(insight, width)


def _move(step: Step, width: int) -> Iterator[Content]:
    if step.move is not None:
        yield from told(step.move, width)
        yield BLANK
    yield from note(_why(step), width)


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
    parts = [spoken_seconds(call.seconds), *used(call.tokens_in, call.tokens_out, call.cost)]
    mark, colour = sign(call.verdict)
    came = Content.assemble(
        (f"{mark} {kind(call.verdict)}   ", colour), ("   ".join(parts), "$muted")
    )
    return whose, came
