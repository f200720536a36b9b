"""What the organiser sees of a study while others rate: progress, figures, agreement."""

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from lab.errors import StudyError
from screens.widgets.footer import KeyFooter

if TYPE_CHECKING:
    from lab.report_tables import TextTable

POLL_SECONDS = 1.0
NOTE_WIDTH = 76
"""Cells of a line of a note: they fit the smallest terminal."""


class OrganiserScreen(Screen[None]):
    """The tables of a study, computed again whenever its file has grown."""

    CSS_PATH = "study.tcss"
    HELP = (
        "Progress of every rater, right guesses, clarity and creativity, and how far raters agree, "
        "each with a 95 % interval. It follows the file while others rate. Raters do not see it. "
        "Esc ends."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", "End", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, path: Path) -> None:
        """Follow the study of this file."""
        super().__init__()
        self.path = path
        self.size_seen = -1

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
        if size != self.size_seen and not self.workers:
            self.size_seen = size
            self.compute()

    @work(thread=True, group="figures")
    def compute(self) -> None:
        """Read the study and compute its tables, beside the event loop."""
        from lab.study.results import build_tables
        from lab.study.study import StudyFile

        try:
            tables = build_tables(StudyFile.open(self.path))
        except StudyError as error:
            self.app.call_from_thread(self.show, Content.styled(f"✗ {error}", "$error"))
            return
        self.app.call_from_thread(self.show, render_tables(tables))

    def show(self, content: Content) -> None:
        """Show what was computed."""
        self.query_one("#tables", Static).update(content)

    def action_close(self) -> None:
        """Go back, or end if nothing else is open."""
        self.dismiss()


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
