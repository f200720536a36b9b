"""Take out of every line of every screen what a terminal would obey."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from engine.text import OBEYED


class ControlFilter(LineFilter):
    """Removes controls and marks of direction that came with a name, a label or an answer.

    They have no width, so nothing moves. Textual itself removes only a few of them.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the signature is Textual's
        """Remove them from the text of a line."""
        return [_clean_segment(segment) for segment in segments]


def _clean_segment(segment: Segment) -> Segment:
    text, style, control = segment
    if control or text.isprintable() or not OBEYED.search(text):
        return segment
    return Segment(OBEYED.sub("", text), style)
