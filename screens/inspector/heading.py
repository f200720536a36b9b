"""Whose move it is, and the verdict on it."""

from textual.content import Content

from engine.duration import format_duration
from engine.text import clean
from engine.usage_text import list_tokens_and_cost
from screens.inspector.rows import Row
from screens.inspector.verdict_sign import get_verdict_kind, get_verdict_sign
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, spread


def render_heading(row: Row) -> tuple[Content, Content]:
    """Render the player of a move, and the verdict on the call."""
    logged, call = row.logged, row.call
    whose = Content.assemble(
        row.player,
        (f", move {logged.number}", "bold"),
        (f"   step {logged.turn}", "$muted"),
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
