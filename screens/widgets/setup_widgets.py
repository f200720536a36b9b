"""Widgets of the form for a new game: choices of game and players, and rows with fields.

`Row` is a label with fields and an error beneath; `OptionRow` is the row for an option of a game.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Select, Static

from engine.errors import OptionError
from engine.game import GameType
from engine.options import Option, list_declared_options
from screens.private_screens_and_inputs import PrivateInput


class Choice(Widget, can_focus=True):
    """One of several choices; the chosen one is marked, independent of the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "choose(True)", "Choose", key_display="Enter"),
    ]
    chosen: reactive[bool] = reactive(False, toggle_class="-chosen")
    """Whether it is the chosen one."""

    class Chosen(Message):
        """A choice was made."""

        def __init__(self, choice: "Choice", *, proceed: bool) -> None:
            """Report `choice`; `proceed` says whether to go to the next question."""
            super().__init__()
            self.choice = choice
            self.proceed = proceed

        @property
        def control(self) -> "Choice":
            """The choice that was made."""
            return self.choice

    def on_click(self, event: events.Click) -> None:
        """Choose with the mouse."""
        event.stop()
        self.focus()
        self.action_choose(False)

    def action_choose(self, proceed: bool) -> None:
        """Choose this one; `proceed` says whether to go to the next question."""
        self.post_message(self.Chosen(self, proceed=proceed))


def format_player_count(definition: GameType) -> str:
    """Write how many play, by the bounds of the option `players` if the game has it."""
    option = list_declared_options(definition.options_type).get("players")
    if option is None:
        return f"{len(definition.usual_seats())} players"
    return f"{option.low} to {option.high} players"


class GameTile(Choice):
    """A game: its emblem, title, tagline, number of players and duration."""

    DEFAULT_CSS = """
    GameTile { height: 7; width: 1fr; border: round $outline; padding: 0 1; }
    GameTile:hover { background: $surface; }
    GameTile.-chosen { border: round $primary; }
    GameTile:focus { border: heavy $primary; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Game", key_display="← →"),
        Binding("right", "go(1)", show=False),
        Binding("down", "choose(True)", show=False),
        Binding("up", "", show=False),
    ]

    def __init__(self, definition: GameType) -> None:
        """Show the game of `definition`."""
        super().__init__(id=f"game-{definition.name}")
        self.definition = definition
        self.emblem = read_emblem(definition.name)

    def render(self) -> Content:
        definition = self.definition
        title = definition.title.removeprefix("Adversarial ")
        minutes = f"{definition.minutes} minutes" if definition.minutes else ""
        players = format_player_count(definition)
        sign = "◉ " if self.chosen else "○ "
        colour = "$primary" if self.chosen else ""
        lines = [Content.assemble((sign, colour), (title, f"bold {colour}".rstrip()))]
        if self.emblem and self.content_size.height >= len(self.emblem) + 5:
            style = "$primary" if self.chosen else "$muted"
            emblem = [Content.styled(line, style) for line in self.emblem]
            lines = [*emblem, *lines]
        lines += Content(definition.tagline or definition.summary).wrap(self.content_size.width)
        lines += [Content.styled(text, "$muted") for text in (players, minutes) if text]
        return Content("\n").join(lines)

    def watch_chosen(self) -> None:
        self.refresh()

    def action_go(self, by: int) -> None:
        """Choose the next game, or the one before."""
        tiles = list(self.screen.query(GameTile))
        tile = tiles[(tiles.index(self) + by) % len(tiles)]
        tile.focus()
        tile.action_choose(False)


def read_emblem(game: str) -> tuple[str, ...]:
    """Read the emblem of a game from its package of screens; empty if it has none."""
    path = files("screens.games").joinpath(game, "emblem.txt")
    return tuple(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else ()


class LineupChoice(Choice):
    """A named line-up."""

    DEFAULT_CSS = """
    LineupChoice { height: 1; width: 1fr; border-left: blank; padding: 0 1; }
    LineupChoice:hover { background: $surface; }
    LineupChoice:focus { border-left: outer $primary; background: $panel; text-style: bold; }
    """

    def __init__(self, name: str, number: int) -> None:
        """Show the line-up of that name."""
        super().__init__(id=f"preset-{number}")
        self.label = name
        self.number = number

    def render(self) -> Content:
        if self.chosen:
            return Content.assemble(("◉ ", "$primary"), (self.label, "bold $primary"))
        return Content.assemble("○ ", self.label)

    def watch_chosen(self) -> None:
        self.refresh()


class Fold(Widget, can_focus=True):
    """A line that unfolds a part of the form, with a short summary of it."""

    DEFAULT_CSS = """
    Fold { height: 1; border-left: blank; padding: 0 1; }
    Fold:hover { background: $surface; }
    Fold:focus { border-left: outer $primary; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "unfold", "Open", key_display="Enter"),
        Binding("enter,space", "fold", "Close", key_display="Enter"),
    ]
    open: reactive[bool] = reactive(False)
    """Whether that part is shown."""

    class Toggled(Message):
        """It was opened or closed."""

        def __init__(self, fold: "Fold") -> None:
            super().__init__()
            self.fold = fold

        @property
        def control(self) -> "Fold":
            """The fold that was toggled."""
            return self.fold

    def __init__(self, title: str, describe: Callable[[], str], *, id: str) -> None:  # noqa: A002
        """Show `title`, and the result of `describe` beside it."""
        super().__init__(id=id)
        self.heading = title
        self.describe = describe

    def render(self) -> Content:
        sign = "▾ " if self.open else "▸ "
        return Content.assemble(
            (sign, "$primary"), (self.heading, "bold"), "  ", (self.describe(), "$muted")
        )

    def watch_open(self) -> None:
        self.post_message(self.Toggled(self))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable either opening or closing."""
        return self.open is (action == "fold") if action in ("fold", "unfold") else True

    def on_click(self, event: events.Click) -> None:
        """Open or close it with the mouse."""
        event.stop()
        self.open = not self.open

    def action_unfold(self) -> None:
        """Open it."""
        self.open = True

    def action_fold(self) -> None:
        """Close it."""
        self.open = False


class YesNo(Widget, can_focus=True):
    """A field for yes or no."""

    DEFAULT_CSS = """
    YesNo { width: 24; height: 1; margin-right: 2; padding: 0 1; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter,left,right", "flip", "Yes/no", key_display="Space"),
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n", "answer(False)", "No", show=False),
    ]
    value: reactive[bool] = reactive(False)

    class Changed(Message):
        """The answer was changed."""

    def __init__(self, value: bool) -> None:
        """Begin with `value`."""
        super().__init__()
        self.set_reactive(YesNo.value, value)

    def render(self) -> Content:
        chosen, other = "bold $primary" if self.has_focus else "bold", "$muted"
        return Content.assemble(
            ("● yes" if self.value else "○ yes", chosen if self.value else other),
            "   ",
            ("○ no" if self.value else "● no", other if self.value else chosen),
        )

    def watch_value(self) -> None:
        self.post_message(self.Changed())

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked word."""
        self.value = event.x < 8

    def action_flip(self) -> None:
        """Choose the other word."""
        self.value = not self.value

    def action_answer(self, value: bool) -> None:
        """Choose this word."""
        self.value = value


class Row(Horizontal):
    """A label and fields side by side; notes about them appear in a line beneath."""

    DEFAULT_CSS = """
    Row { height: 1; border-left: blank; padding-left: 1; }
    Row:focus-within { border-left: outer $primary; background: $panel; }
    Row:focus-within .label { text-style: bold; }
    Row .label { width: 24; height: 1; }
    Row Input, Row Select { width: 24; margin-right: 2; background: $surface; }
    Row Input:focus, Row YesNo:focus { background: $panel; background-tint: $background 0%; }
    Row Input > .input--placeholder { color: $muted; }
    Row.-wrong .label { color: $error; }
    """

    class Changed(Message):
        """A field of the row was changed."""

    def __init__(self, label: str) -> None:
        """Show `label` before the fields."""
        super().__init__()
        self.label = label
        self.note: Static | None = None
        """The line beneath; `None` before the first note."""

    def compose_fields(self) -> ComposeResult:
        """Yield the widgets beside the label."""
        yield from ()

    def compose(self) -> ComposeResult:
        """The label, then the fields."""
        yield Static(self.label, classes="label", markup=False)
        yield from self.compose_fields()

    def show_note(self, words: str | None, *, wrong: bool) -> None:
        """Show a note beneath the row, as an error or a hint; `None` removes it."""
        self.set_class(wrong, "-wrong")
        if self.note is None:
            if not words:
                return
            self.note = Static(classes="note", markup=False)
            cast("Widget", self.parent).mount(self.note, after=self)
        self.note.display = bool(words)
        self.note.set_class(wrong, "-wrong")
        self.note.update(f"{'✗' if wrong else '!'} {words or ''}")


class FieldHint(Widget):
    """What a field accepts, and what it means if there is space."""

    DEFAULT_CSS = "FieldHint { width: 1fr; height: 1; color: $muted; }"
    COLUMN = 24
    """Width of the first part if both are shown."""

    def __init__(self, takes: str, means: str = "") -> None:
        """Show what a field accepts, and what it means."""
        super().__init__()
        self.takes = takes
        self.means = means

    def render(self) -> Content:
        both = self.takes.ljust(self.COLUMN) + self.means
        return Content(both if len(both) <= self.size.width else self.takes)


class OptionRow(Row):
    """A row for an option of a game: its field, what it accepts, and errors."""

    def __init__(self, option: Option, text: str | None) -> None:
        """Offer `text`, or the default."""
        super().__init__(option.label)
        self.option = option
        self.first = text

    def compose_fields(self) -> ComposeResult:
        """Yield the field, the allowed values, and on a wide screen an explanation."""
        option, text = self.option, self.first
        if option.value_type is bool:
            yield YesNo(bool(option.default if text is None else option.parse(text)))
        elif option.choices:
            choices = [(choice, choice) for choice in option.choices]
            value = text or str(option.default)
            yield Select(choices, value=value, allow_blank=False, compact=True)
        else:
            default = option.usual or "blank"
            yield PrivateInput(
                text or "", placeholder=default, password=option.mark.secret, compact=True
            )
        yield FieldHint(self._describe_value(), option.help)

    @property
    def text(self) -> str:
        """The chosen value; empty for the default."""
        if self.option.value_type is bool:
            return "yes" if self.query_one(YesNo).value else "no"
        if self.option.choices:
            return str(self.query_one(Select).value)
        return self.query_one(PrivateInput).value.strip()

    @property
    def differs(self) -> bool:
        """Whether it differs from the default.

        Raises:
            OptionError: If it is not allowed.
        """
        return bool(self.text) and self.option.parse(self.text) != self.option.default

    def check(self) -> str | None:
        """Validate, and show an error beneath.

        Returns:
            The error, or `None`.
        """
        try:
            _ = self.differs
        except OptionError as error:
            self.show_note(str(error), wrong=True)
            return str(error)
        self.show_note(None, wrong=False)
        return None

    @on(Input.Changed)
    @on(Select.Changed)
    @on(YesNo.Changed)
    def validate(self) -> None:
        """Validate, and post `Changed`."""
        self.check()
        self.post_message(self.Changed())

    def _describe_value(self) -> str:
        if self.option.value_type is bool:
            return f"default {'yes' if self.option.default else 'no'}"
        if self.option.value_type is int:
            return f"{self.option.low} to {self.option.high}, default {self.option.usual}"
        chosen = self.option.choices  # a field for text shows its default itself
        return f"default {self.option.usual}" if chosen else ""
