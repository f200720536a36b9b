"""The organiser's tables of a study, computed again whenever its file has grown."""

from asyncio import to_thread
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from lab.errors import StudyError
from lab.study.file import StudyFile
from screens.closed_screen import is_closed
from screens.laboratory.study.study_screen import StudyScreen
from screens.widgets.footer import KeyFooter

if TYPE_CHECKING:
    from lab.report.section import TextTable


POLL_SECONDS = 1.0


NOTE_WIDTH = 76
"""Width of a line of a note, which fits the smallest terminal, in cells."""


class OrganiserScreen(StudyScreen):
    """The tables of a study, computed again whenever its file has grown."""

    HELP = (
        "Progress of every rater, right guesses, clarity and creativity, and how far raters agree, "
        "each with a 95 % interval. It follows the file while others rate. Raters do not see it. "
        "Esc ends."
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "close", show=False)]

    def __init__(self, path: Path) -> None:
        """Show the study in this file."""
        super().__init__()
        self.path = path
        self.size_seen = -1
        self.computing = False

    def compose(self) -> ComposeResult:
        yield Static(f"{self.path.stem}: what the organiser sees", id="title", markup=False)
        with VerticalScroll(id="figures"):
            yield Static("Reading the study …", id="tables", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.follow()
        self.set_interval(POLL_SECONDS, self.follow)

    def follow(self) -> None:
        """Compute the tables again if the file has grown."""
        try:
            size = self.path.stat().st_size
        except OSError:
            return
        if size != self.size_seen and not self.computing:
            self.size_seen, self.computing = size, True
            self.compute()

    @work(group="figures")
    async def compute(self) -> None:
        """Read the study and compute its tables, outside the event loop."""
        try:
            shown = render_tables(await to_thread(_compute_tables, self.path))
        except StudyError as error:
            shown = Content.styled(f"✗ {error}", "$error")
        finally:
            self.computing = False
        if not is_closed(self):
            self.query_one("#tables", Static).update(shown)


def _compute_tables(path: Path) -> "list[TextTable]":
    from lab.study.tables import build_tables  # noqa: PLC0415 - pandas and statsmodels: 0.8 s

    return build_tables(StudyFile.open(path))


def render_tables(tables: "list[TextTable]") -> Content:
    """Tables as aligned text."""
    lines: list[Content] = []
    for table in tables:
        widths = [
            max(len(row[place]) for row in (table.heads, *table.rows))
            for place in range(len(table.heads))
        ]
        lines += [Content.styled(table.title, "bold $primary")]
        for number, row in enumerate((table.heads, *table.rows)):
            cells = (
                cell.ljust(width)
                if place < table.numbers_from or "[" in cell
                else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            lines.append(Content.styled("   ".join(cells).rstrip(), "" if number else "$muted"))
        if table.note:
            lines += [Content.styled(line, "$muted") for line in wrap(table.note, NOTE_WIDTH)]
        lines.append(Content(""))
    return Content("\n").join(lines)
