"""The sections of the inspector for one move or call."""

from collections.abc import Callable, Iterator
from functools import partial

from textual.content import Content

from engine.call_log import CallLog, LoggedMove, is_being_asked, is_chosen_by_vectors
from engine.comet.belief_log import PANEL
from engine.errors import PlayerError
from engine.llm.calls_file import Call
from engine.text import clean
from images.deck import DeckError
from screens.games.ui import load_game_ui
from screens.inspector.facts import render_move, render_numbers
from screens.inspector.prompt import render_pending_prompt, render_prompt
from screens.inspector.rows import Row
from screens.inspector.safe_text import MAX_TEXT, render_note, render_text
from screens.inspector.similarity_table import render_similarities
from screens.inspector.verdict_sign import get_verdict_kind, get_verdict_sign
from screens.widgets.text_layout import BLANK
from words.space.errors import SpaceError

ASSISTED = {
    "asked": "The operator asked for it again: see the calls beneath.",
    "edited": "The operator edited an answer: see the calls beneath for the answer itself.",
    "by hand": "The operator made it.",
}
"""By the operator's part in a move: a note about it."""


type Section = Callable[[int], list[Content]]
"""Renders a section for a width in cells."""


def list_sections(call_log: CallLog, row: Row) -> dict[str, Section]:
    """The sections of a row, by name."""
    logged, call = row.logged, row.call
    found: dict[str, Callable[[int], Iterator[Content]]] = {}
    if call is not None and call.step == PANEL:
        found["Beliefs"] = partial(_render_beliefs, call_log, row)
        found["Move"] = lambda width: _render_move(row, width)
    elif call is not None:
        found["Prompt"] = lambda width: render_prompt(call, width)
        found["Reply"] = lambda width: render_text(call.reply, "There was no reply.", width)
        if call.reasoning:
            found["Reasoning"] = lambda width: render_text(call.reasoning, "", width)
        if call.beliefs is not None and not row.beneath:
            found = {
                "Beliefs": partial(_render_beliefs, call_log, row),
                **found,
            }
        if not call.step:
            found["Read as"] = lambda width: _render_reading(call_log, row, call, width)
    elif is_chosen_by_vectors(logged):
        found["Compared"] = lambda width: _render_comparison(call_log, row, width)
    elif is_being_asked(logged):
        found["Prompt"] = lambda width: render_pending_prompt(call_log, logged, width)
    else:
        found["Move"] = lambda width: _render_move(row, width)
    found["Numbers"] = lambda width: render_numbers(logged, call, width)
    return {name: _build_section(lines) for name, lines in found.items()}


def _build_section(lines: Callable[[int], Iterator[Content]]) -> Section:
    return lambda width: list(lines(width))


def _render_beliefs(call_log: CallLog, row: Row, width: int) -> Iterator[Content]:
    ui = load_game_ui(call_log.definition.name)
    return ui.render_beliefs(call_log, row.logged, row.names, width)


def _render_reading(call_log: CallLog, row: Row, call: Call, width: int) -> Iterator[Content]:
    logged = row.logged
    mark, colour = get_verdict_sign(call.verdict)
    yield from Content.assemble(
        (f"{mark} ", colour), (clean(call.verdict, MAX_TEXT), f"bold {colour}")
    ).wrap(width)
    yield BLANK
    try:
        move = call_log.read_move(logged, call)
    except PlayerError as error:
        yield from render_note(clean(str(error), 400), width)
        move = logged.move if get_verdict_kind(call.verdict) == "legal" else None
    if move is None:
        yield Content.styled("No move was read.", "$muted")
    else:
        yield from render_move(move, row.names, width, row.name_value)
    if logged.moved is None or logged.move is None or logged.move == move:
        return
    yield BLANK
    whose = logged.moved.provenance
    yield from render_note(f"The move that was made ({whose}):", width)
    yield from render_move(logged.move, row.names, width, row.name_value)


def _render_comparison(call_log: CallLog, row: Row, width: int) -> Iterator[Content]:
    logged = row.logged
    yield from render_move(logged.move, row.names, width, row.name_value)
    yield BLANK
    try:
        explanations = call_log.explain_move(logged)
    except (SpaceError, DeckError) as error:
        yield from render_note(clean(str(error), 400), width)
        return
    for explanation in explanations:
        if explanation.reason:
            why = row.names.format_plain_sentence(clean(explanation.reason, 400))
            yield from Content(why).wrap(width)
            yield BLANK
    for number, explanation in enumerate(explanations):
        if number:
            yield from (BLANK, BLANK)
        yield from render_similarities(explanation, row.names, width)


def _render_move(row: Row, width: int) -> Iterator[Content]:
    logged = row.logged
    if logged.move is not None:
        yield from render_move(logged.move, row.names, width, row.name_value)
        yield BLANK
    yield from render_note(_explain_missing_calls(logged), width)


def _explain_missing_calls(logged: LoggedMove) -> str:  # noqa: PLR0911 - a case for each kind of player
    """Explain why a move has neither calls nor comparisons."""
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
