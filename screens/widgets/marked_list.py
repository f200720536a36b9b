"""A list whose marked line has a bar, which shows in the terminal's own colours as well."""

from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip
from textual.widgets import OptionList

BAR = "▌"


class MarkedList(OptionList):
    """A list with a bar in place of the blank with which the marked line begins."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"marked-list--bar"}
    DEFAULT_CSS = "MarkedList > .marked-list--bar { color: $primary; }"

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        line = self.scroll_offset.y + y
        if not 0 <= line < len(self._lines) or self._lines[line] != (self.highlighted, 0):
            return strip
        style = self.get_visual_style("option-list--option-highlighted", "marked-list--bar")
        bar = Strip([Segment(BAR, style.rich_style)], 1)
        return Strip.join([bar, strip.crop(1)])
