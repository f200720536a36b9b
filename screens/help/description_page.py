"""The page of the help with the purpose and the keys of a screen."""

from textual.content import Content

from screens.help.description import ScreenHelp
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, lay_out_row

KEY_WIDTH, KEY_GAP = 9, 2
"""Cells of the column of keys, and between columns of the page about a screen."""
LEAST_WIDTH = 24
"""Minimum width of a key's description, in cells."""


class ScreenHelpPage(Lines):
    """Shows the purpose of a screen, and a list of its keys."""

    def __init__(self, screen_help: ScreenHelp) -> None:
        super().__init__()
        self.screen_help = screen_help

    def layout_lines(self, width: int) -> list[Content]:
        text, keys = self.screen_help
        lines = [*Content(text).wrap(width), BLANK] if text else []
        label_width = max((len(label) for _, label, more in keys if more), default=0) + KEY_GAP
        indent = KEY_WIDTH + KEY_GAP
        for key, label, more in keys:
            first = Content.styled(f"{key:>{KEY_WIDTH}}", "bold $primary").pad_right(KEY_GAP)
            rest = max(width - indent, 2)
            if more and label_width + LEAST_WIDTH <= rest:
                cells = (Content(label), Content.styled(more, "$muted"))
                rows = lay_out_row(cells, (label_width, rest - label_width + 1))
            else:
                rows = Content(f"{label}: {more}" if more else label).wrap(rest)
            lines += [
                (Content(" " * indent) if number else first) + row
                for number, row in enumerate(rows)
            ]
        return lines
