"""The people and machines at the table, as chips in one or more lines."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from engine.players.spec import MAX_NAME_LENGTH
from screens.widgets.text_layout import SHORTEST, cut_name

GAP = "  "
MOST_LINES = 2
"""The most lines of chips; a line beyond is air."""


class Chips(Widget):
    """Chips side by side; long names are cut so that all fit into the lines that there are.

    A line above them stays free if there is room.
    """

    DEFAULT_CSS = "Chips { width: 1fr; height: 2; }"
    auto_links = False  # each chip has a colour of its own
    marked: reactive[int | None] = reactive(None)
    """The chip on which the keys act; `None` for none."""

    def __init__(self, action: str, sign: str, *, leads: bool = False) -> None:
        """Show no chip yet.

        Args:
            action: The action of a click on a chip, which takes its number.
            sign: What stands behind each chip.
            leads: Whether it stands before each chip instead.
        """
        super().__init__()
        self.action = action
        self.sign = sign
        self.leads = leads
        self.chips: list[tuple[str, str, str, str]] = []
        """For each chip: a mark, a name, a style, and what is said behind the name."""

    def show(self, chips: Sequence[tuple[str, str, str, str]]) -> None:
        """Show these chips."""
        self.chips = list(chips)
        self.refresh()

    def render(self) -> Content:
        width, height = max(self.size.width, 1), max(self.size.height, 1)
        most = min(height, MOST_LINES)
        for longest in range(MAX_NAME_LENGTH, SHORTEST - 1, -1):
            for words in (2, 1, 0):
                lines = self._wrap(width, longest, words)
                if len(lines) <= most:
                    air = [Content()] * (len(lines) < height)
                    return Content("\n").join([*air, *lines])
        return Content("\n").join([*[Content()] * (most < height), *lines[:most]])

    def _wrap(self, width: int, longest: int, words: int) -> list[Content]:
        """Wrap the chips, with names of so many cells, and so many words behind them."""
        lines, used = [Content()], 0
        for number, (mark, name, style, told) in enumerate(self.chips):
            short = cut_name(name, longest)
            text = " ".join(filter(None, (mark, short)))
            said = " ".join(told.split()[:words])
            more = f", {said}" if said else ""
            click = Style.from_meta({"@click": f"screen.{self.action}({number})"})
            parts = [Content.assemble((text, style), (more, "$muted"))]
            parts.insert(
                0 if self.leads else 1,
                Content.styled(self.sign, "$primary" if self.leads else "$outline"),
            )
            chip = Content(" ").join(parts)
            if number == self.marked:
                chip = Content(chip.plain).stylize("reverse bold")
            chip = chip.stylize(click)
            if used and used + cell_len(GAP) + chip.cell_length > width:
                lines.append(Content())
                used = 0
            lines[-1] = Content.assemble(lines[-1], GAP if used else "", chip)
            used = lines[-1].cell_length
        return lines
