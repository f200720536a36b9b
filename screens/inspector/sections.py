"""The sections of the inspector for one move or call, and the widgets that show them.

Among the sections are the prompt, the reply, how it was read, beliefs, and the similarities that a
baseline compared.
"""

from collections.abc import Callable, Iterator

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from engine.comet.log import PANEL
from engine.duration import format_duration
from engine.errors import PlayerError
from engine.games.explanation import Explanation
from engine.inspection import CallLog, LoggedMove, is_being_asked, is_chosen_by_vectors
from engine.llm.calls import Call
from engine.text import clean
from engine.usage import list_tokens_and_cost
from images.deck import DeckError
from screens.inspector.beliefs import render_beliefs
from screens.inspector.rendering import (
    MAX_TEXT,
    Row,
    get_verdict_kind,
    get_verdict_sign,
    render_move,
    render_note,
    render_numbers,
    render_pending_prompt,
    render_prompt,
    render_text,
)
from screens.widgets.line_widgets_and_text_layout import BLANK, Lines, lay_out_row, spread
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
        found["Beliefs"] = lambda width: render_beliefs(call_log, logged, row.names, width)
        found["Move"] = lambda width: _render_move(row, width)
    elif call is not None:
        found["Prompt"] = lambda width: render_prompt(call, width)
        found["Reply"] = lambda width: render_text(call.reply, "There was no reply.", width)
        if call.reasoning:
            found["Reasoning"] = lambda width: render_text(call.reasoning, "", width)
        if call.beliefs is not None and not row.beneath:
            found = {
                "Beliefs": lambda width: render_beliefs(call_log, logged, row.names, width),
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
        yield from render_move(move, row.names, width)
    if logged.moved is None or logged.move is None or logged.move == move:
        return
    yield BLANK
    whose = logged.moved.provenance
    yield from render_note(f"The move that was made ({whose}):", width)
    yield from render_move(logged.move, row.names, width)


def _render_comparison(call_log: CallLog, row: Row, width: int) -> Iterator[Content]:
    logged = row.logged
    yield from render_move(logged.move, row.names, width)
    yield BLANK
    try:
        explanations = call_log.explain_move(logged)
    except (SpaceError, DeckError) as error:
        yield from render_note(clean(str(error), 400), width)
        return
    for number, explanation in enumerate(explanations):
        if number:
            yield from (BLANK, BLANK)
        yield from render_matrix(explanation, width)


def _render_move(row: Row, width: int) -> Iterator[Content]:
    logged = row.logged
    if logged.move is not None:
        yield from render_move(logged.move, row.names, width)
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


def render_heading(row: Row) -> tuple[Content, Content]:
    """Render the player of a move, and the verdict on the call."""
    logged, call = row.logged, row.call
    whose = Content.assemble(
        row.player,
        (f", move {logged.number}", "bold"),
        (f"   turn {logged.turn}", "$muted"),
        "" if call is None else f"   {clean(call.model, 60)}",
    )
    if call is None:
        return whose, BLANK
    parts = [
        format_duration(call.seconds),
        *list_tokens_and_cost(call.tokens_in, call.tokens_out, call.cost),
    ]
    mark, colour = get_verdict_sign(call.verdict)
    verdict = Content.assemble(
        (f"{mark} {get_verdict_kind(call.verdict)}   ", colour), ("   ".join(parts), "$muted")
    )
    return whose, verdict


MAX_LABEL = 26
"""The most cells of the label of a row."""
MIN_COLUMN, MAX_COLUMN = 11, 22
"""The least and the most cells of a column of numbers."""
CHOSEN = "●"
"""Marks a number that was chosen."""


def render_matrix(explanation: Explanation, width: int) -> Iterator[Content]:
    """Render the similarities that a baseline compared as a table, with its choice and a note.

    No line is wider than `width` cells.
    """
    yield from Content.styled(clean(explanation.title), "bold").wrap(width)
    yield BLANK
    names = [clean(row, 60) for row in explanation.rows]
    label = min(max((cell_len(name) for name in names), default=0) + 3, MAX_LABEL, width // 2)
    fit = max((width - label) // MIN_COLUMN, 1)
    for start in range(0, max(len(explanation.columns), 1), fit):
        places = range(start, min(start + fit, len(explanation.columns)))
        heads = [
            Content.styled(clean(explanation.columns[place], 200), "$muted") for place in places
        ]
        most = min((width - label) // max(len(places), 1), MAX_COLUMN)
        widths = (label, *(min(max(head.cell_length + 3, MIN_COLUMN), most) for head in heads))
        yield from lay_out_row((BLANK, *heads), widths)
        for row, name in enumerate(names):
            cells = [_render_cell(explanation, row, place) for place in places]
            yield from lay_out_row((Content(name), *cells), widths)
        yield BLANK
    marked = f"{CHOSEN} chosen; " if explanation.chosen else ""
    legend = f"{marked}numbers: {clean(explanation.measure)}"
    yield from Content.styled(legend, "$muted").wrap(width)
    yield BLANK
    yield from Content(clean(explanation.note, 2000)).wrap(width)


def _render_cell(explanation: Explanation, row: int, column: int) -> Content:
    number = f"{explanation.values[row][column]:6.3f}"
    if (row, column) in explanation.chosen:
        return Content.styled(f"{CHOSEN} {number}", "bold $primary")
    return Content(f"  {number}")


class SectionTabs(Widget):
    """One line with the names of the sections; a click opens one."""

    DEFAULT_CSS = "SectionTabs { height: 1; width: 1fr; }"

    class Opened(Message):
        """A section was clicked."""

        def __init__(self, name: str) -> None:
            """Ask to open the section `name`."""
            super().__init__()
            self.name = name

    names: tuple[str, ...] = ()
    open_name: str = ""

    def show(self, names: tuple[str, ...], open_name: str) -> None:
        """Show the names of other sections."""
        self.names, self.open_name = names, open_name
        self.refresh()

    def render_tab(self, name: str) -> Content:
        """The name of one section."""
        if name == self.open_name:
            return Content.styled(f"◉ {name}", "bold $primary")
        return Content.styled(f"○ {name}", "$muted")

    def render(self) -> Content:
        return Content("   ").join(map(self.render_tab, self.names))

    def on_click(self, event: events.Click) -> None:
        """Open the section under the pointer."""
        end = 0
        for name in self.names:
            end += self.render_tab(name).cell_length + 3
            if event.x < end:
                self.post_message(self.Opened(name))
                return


class Heading(Lines):
    """Whose move it is, and the verdict on it: in one line, or two."""

    whose = verdict = BLANK

    def show(self, whose: Content, verdict: Content) -> None:
        """Show another row."""
        self.whose, self.verdict = whose, verdict
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """Both in one line, or one beneath the other."""
        return spread(self.whose, self.verdict, width)


class SectionPage(Lines):
    """The lines of one section, laid out once for each width."""

    section: Section | None = None
    cached: tuple[int, list[Content]] = (-1, [])

    def show(self, section: Section) -> None:
        """Show another section."""
        self.section, self.cached = section, (-1, [])
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The lines of the section, none wider than `width` cells."""
        if self.section is None or width < 1:
            return []
        if self.cached[0] != width:
            self.cached = width, self.section(width)
        return self.cached[1]
