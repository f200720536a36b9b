"""The set-up screen, and the form that it shares with branching: rows, a summary, and Start."""

from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Select, Static

from engine.games.catalog import CATALOG, find
from engine.lineup import Spec, parse_spec
from engine.text import clean, lemma
from screens.games.ui import Presets
from screens.games.ui_loading import load_game_ui
from screens.key_guard import KeyGuard
from screens.setup_choices import Setup, first_setup, summarize_lineup
from screens.widgets.footer import KeyFooter
from screens.widgets.form_rows import FieldHint, OptionRow, Row, SeatRow


class SetupForm[Value](KeyGuard, Screen[Value | None]):
    """Rows to fill in; dismissed with their checked value, or with nothing."""

    AUTO_FOCUS = "#start"
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "start", "Start", key_display="F5", tooltip="Start the game"),
        Binding("escape", "back", "Back", tooltip="Back without starting", key_display="Esc"),
        Binding("down", "app.focus_next", "Next field", show=False),
        Binding("up", "app.focus_previous", "Field before", show=False),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, complaint: str | None) -> None:
        """Show `complaint` at first: why what was filled in before could not be played."""
        super().__init__()
        self.complaint = complaint

    def read_form(self) -> Value:
        """The value of the form; every row has been checked."""
        raise NotImplementedError

    def compose_bar(self) -> ComposeResult:
        """A summary of the form, and Start."""
        with Horizontal(id="bar"):
            with Vertical():
                yield Static(id="summary", markup=False)
                yield Static(id="message", markup=False)
            yield Button(
                Content("Start  [F5]"), id="start", classes="primary", action="screen.start"
            )

    def on_mount(self) -> None:
        """Show the summary and the complaint."""
        self.show_summary()
        self.show_message(self.complaint, wrong=True)

    def show_message(self, message: str | None, *, wrong: bool = False) -> None:
        """Show a sentence in the bar: what is `wrong`, or what the focused field means."""
        line = self.query_one("#message", Static)
        line.set_class(wrong, "-wrong")
        line.update(f"✗ {message}" if message and wrong else message or "")

    @on(Row.Changed)
    def show_summary(self) -> None:
        """Sum the line-up up in one sentence."""
        rows = list(self.query(SeatRow))
        if rows:
            self.query_one("#summary", Static).update(summarize_lineup(row.kind for row in rows))

    @on(Input.Submitted)
    def next_field(self) -> None:
        """Enter goes on to the next field."""
        self.focus_next()

    def action_start(self) -> None:
        """Dismiss with the value of the form, or go to the first row that is wrong.

        The button has the focus when the screen appears, so keys that are held down are ignored.
        """
        self.record_press()
        if not self.accepts_key():
            return
        for row in self.query(Row):
            if isinstance(row, SeatRow | OptionRow) and (wrong := row.check()):
                self.query_one("#form").scroll_to_widget(row)
                row.show_note(wrong, wrong=True)
                next(w for w in row.query("*") if w.focusable).focus()
                return
        self.dismiss(self.read_form())

    def action_back(self) -> None:
        """Dismiss with nothing."""
        self.dismiss(None)


MAX_SEED = 60
ADDED_PLAYER = "word2vec"
"""The player of a seat that an option adds."""


class SeedRow(Row):
    """The seed; the same seed, seats and options deal the same game."""

    def __init__(self, seed: str) -> None:
        """Fill in `seed`."""
        super().__init__("Seed")
        self.first = seed

    def fields(self) -> ComposeResult:
        """A line to type in."""
        yield Input(
            self.first, placeholder="a new one", max_length=MAX_SEED, compact=True, id="seed"
        )
        yield FieldHint("same seed, same game")


class SetupScreen(SetupForm[Setup]):
    """Dismissed with a set-up whose rows have been checked, or with nothing."""

    CSS_PATH = ["setup_form.tcss", "setup_screen.tcss"]  # noqa: RUF012
    HELP = (
        "Say who sits in each seat, or take a line-up from the top. F5 starts the game from "
        "anywhere on this screen. Fields left blank keep their default. What you choose is "
        "remembered for next time, except for the seed and the keywords."
    )

    def __init__(self, setup: Setup, *, complaint: str | None = None) -> None:
        """Fill the form with `setup`; `complaint` says why it could not be played."""
        super().__init__(complaint)
        self.setup = setup

    @property
    def presets(self) -> Presets:
        """Line-ups for this game, by name."""
        return load_game_ui(self.setup.game).presets

    def compose(self) -> ComposeResult:
        """The form, and a bar that does not scroll."""
        definition = find(self.setup.game)
        with VerticalScroll(id="form", can_focus=False):
            with Horizontal(id="head"):
                yield Static("New game:", id="title")
                games = [(other.title, other.name) for other in CATALOG.values()]
                yield Select(
                    games, value=definition.name, allow_blank=False, compact=True, id="game"
                )
            yield Static(definition.summary, id="about")
            with ItemGrid(min_column_width=33, id="presets"):
                for number, name in enumerate(self.presets):
                    yield Button(name, id=f"preset-{number}", compact=True)
            yield Static("Who sits where", classes="heading")
            for seat, spec in self.setup.seats.items():
                yield SeatRow(seat, parse_spec(spec))
            yield Static("Options", classes="heading")
            for name, option in definition.options.items():
                yield OptionRow(option, self.setup.options.get(name))
            yield SeedRow(self.setup.seed)
        yield from self.compose_bar()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Load the dictionary while people fill in the form."""
        self.call_after_refresh(self.load_dictionary)

    @work(thread=True)
    def load_dictionary(self) -> None:
        """Load the word forms that dealing compares keywords by; it takes a fifth of a second."""
        lemma("word")

    @on(OptionRow.Changed)
    async def match_seats_to_options(self) -> None:
        """Add or remove rows for seats, as options may say how many there are."""
        definition = find(self.setup.game)
        rows, asked = list(self.query(SeatRow)), list(self.query(OptionRow))
        if [row.option.name for row in asked] != list(definition.options):
            return  # the rows of another game, on their way out
        if any(row.check() for row in asked):
            return
        seats = definition.parse_seats({row.option.name: row.text for row in asked if row.differs})
        for row in rows:
            if row.seat not in seats:
                await row.remove()
        for seat in seats[len(rows) :]:
            row = SeatRow(seat, Spec(ADDED_PLAYER))
            await self.query_one("#form").mount(row, after=self.query(SeatRow).last())
        self.show_summary()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show what the focused option means."""
        row = next((w for w in event.widget.ancestors if isinstance(w, Row)), None)
        if isinstance(row, OptionRow):
            self.show_message(row.option.note.help)
        elif row is not None:
            self.show_message(None)

    @on(Select.Changed, "#game")
    async def choose_game(self, event: Select.Changed) -> None:
        """Show the seats and options of another game."""
        if event.value != self.setup.game:
            self.setup = first_setup(str(event.value))
            await self.recompose()
            self.show_summary()

    @on(Button.Pressed, "#presets Button")
    def apply_preset(self, event: Button.Pressed) -> None:
        """Fill the seats from a preset."""
        number = int((event.button.id or "").removeprefix("preset-"))
        line_up = list(self.presets.values())[number]
        for row in self.query(SeatRow):
            row.seat_player(parse_spec(line_up.get(row.seat, ADDED_PLAYER)))
        self.query_one("#start").focus()

    def read_form(self) -> Setup:
        return Setup(
            self.setup.game,
            {row.seat: str(row.spec) for row in self.query(SeatRow)},
            {row.option.name: row.text for row in self.query(OptionRow) if row.differs},
            clean(self.query_one("#seed", Input).value, MAX_SEED),
        )
