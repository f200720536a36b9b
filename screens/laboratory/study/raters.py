"""The raters of a study with their progress, and a line for a new one."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from images.deck import Deck
from lab.errors import StudyError
from lab.study.file import StudyFile, check_rater
from screens.curtain import Curtain
from screens.laboratory.study.rater_task import TASKS, count_clues
from screens.laboratory.study.rating import RatingScreen
from screens.laboratory.study.study_screen import StudyScreen
from screens.widgets.footer import KeyFooter


class RaterCurtain(Curtain):
    """The curtain for a rater; Esc goes back to the list, and nothing is lost."""

    CSS_PATH = "../../curtain.tcss"
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
