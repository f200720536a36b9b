"""Screens of a study with human raters: the list of raters, and the organiser's tables.

The list shows how far each rater is, and passes the keyboard to one after another. The tables have
right guesses, clarity, creativity and agreement, and follow the study while others rate.
"""

from asyncio import to_thread
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from images.deck import Deck
from lab.errors import StudyError
from lab.study.file import StudyFile, check_rater
from screens.dialogs_and_modal_host import is_closed
from screens.laboratory.rating_screen import RatingScreen
from screens.private_screens_and_inputs import Curtain
from screens.widgets.key_footer_and_guard import KeyFooter

if TYPE_CHECKING:
    from lab.report.section import TextTable

POLL_SECONDS = 1.0
NOTE_WIDTH = 76
"""Width of a line of a note, which fits the smallest terminal, in cells."""


class StudyScreen(Screen[None]):
    """The base of a study's screens: Esc closes them."""

    CSS_PATH = "study.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "End", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def action_close(self) -> None:
        """Go back, or quit if nothing else is open."""
        self.dismiss()


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
    from lab.study.tables import build_tables

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


TASKS = {
    "guess": "For each clue: which card was meant?",
    "rate": "For each clue: which card was meant? How clear and creative is it?",
}


def count_clues(file: StudyFile) -> int:
    """Count the clues for each rater."""
    return len(file.study.order_for("anybody"))


class RaterCurtain(Curtain):
    """The curtain for a rater; Esc goes back to the list, and nothing is lost."""

    CSS_PATH = "../curtain.tcss"
    HELP = (
        "The next screen is for the rater who is named here alone. Pass them the keyboard, and "
        "look away if it is not you. When nobody else can see the screen, they press Enter. Esc "
        "goes back to the list of raters."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "go_back", "Back", key_display="Esc", tooltip="Back to the raters"),
    ]

    def action_go_back(self) -> None:
        """Go back to the list."""
        self.dismiss(False)


class NameField(Input):
    """A line for the name of a new rater."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Begin", key_display="Enter"),
    ]


class RaterList(OptionList):
    """The raters who have begun, to choose from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Go on", key_display="Enter"),
    ]


class RatersScreen(StudyScreen):
    """The raters of a study with their progress, and a line for a new one."""

    AUTO_FOCUS = "#name"
    HELP = (
        "Type the name that you rate under, and press Enter; or choose it from the list to go on "
        "where you paused. Take a name that does not tell who you are, such as rater-1. The screen "
        "behind the curtain is yours alone. Esc ends."
    )

    def __init__(self, file: StudyFile, deck: Deck, raters: tuple[str, ...] = ()) -> None:
        """Show the raters of a study.

        Args:
            file: The study.
            deck: Its cards.
            raters: The raters to ask now, one after another, before the list is shown.
        """
        super().__init__()
        self.file = file
        self.deck = deck
        self.waiting = list(raters)

    def compose(self) -> ComposeResult:
        with Vertical(id="raters"):
            yield Static(self.file.study.name, id="title", markup=False)
            yield Static(self.describe_task(), id="task", markup=False)
            yield NameField(
                placeholder="Type a name, such as rater-1, and press Enter",
                id="name",
                max_length=40,
            )
            yield Static(id="error", markup=False)
            yield RaterList(id="known")
        yield KeyFooter()

    def describe_task(self) -> str:
        """Describe the task of the raters."""
        return f"{count_clues(self.file)} clues. {TASKS[self.file.study.mode]}"

    def on_mount(self) -> None:
        self.show_raters()
        if self.waiting:
            self.fetch_next()

    def show_raters(self) -> None:
        """Show all raters who have begun, and their progress."""
        known = self.query_one("#known", OptionList)
        known.clear_options()
        for rater in self.file.raters:
            left, every = (
                len(self.file.list_remaining(rater)),
                len(self.file.study.order_for(rater)),
            )
            state = "done" if not left else f"{every - left} of {every}"
            line = Content.assemble(f"{rater:42}", (state, "$muted"))
            known.add_option(Option(line, id=f"rater-{rater}", disabled=not left))
        known.display = known.option_count > 0

    @on(Input.Submitted, "#name")
    def begin_new(self, event: Input.Submitted) -> None:
        """Let a rater begin or continue."""
        name = event.value.strip()
        try:
            check_rater(name)
        except StudyError as error:
            self.query_one("#error", Static).update(Content.styled(f"✗ {error}", "$error"))
            return
        self.query_one("#error", Static).update("")
        event.input.value = ""
        self.waiting = [name]
        self.fetch_next()

    @on(OptionList.OptionSelected, "#known")
    def go_on(self, event: OptionList.OptionSelected) -> None:
        """Let a rater continue."""
        self.waiting = [str(event.option.id).removeprefix("rater-")]
        self.fetch_next()

    @work(exclusive=True)
    async def fetch_next(self) -> None:
        """Call each waiting rater with the curtain, and let them rate."""
        while self.waiting:
            rater = self.waiting.pop(0)
            if not self.file.list_remaining(rater):
                self.show_message(f"{rater} has done all items. Thank you!")
                continue
            curtain = RaterCurtain(rater, notice=self.describe_task())
            if not await self.app.push_screen_wait(curtain):
                break
            screen = RatingScreen(self.file, self.deck, rater)
            done = await self.app.push_screen_wait(screen)
            self.show_message(
                f"{rater} has done all items. Thank you!"
                if done
                else f"{rater} has paused. Choose the name to go on."
            )
        self.show_raters()
        self.query_one("#name", Input).focus()

    def show_message(self, text: str) -> None:
        """Show everybody a rater's progress."""
        self.query_one("#error", Static).update(text)
