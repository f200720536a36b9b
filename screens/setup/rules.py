"""The rules of a new game: a line that says them in words, and the dialog that changes them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from engine.errors import OptionError
from engine.game import GameType
from engine.options import Option, parse_options
from engine.table_sizes import list_size_options
from screens.setup.option_row import OptionRow
from screens.setup.options_dialog import OptionsDialog

SEPARATOR = " · "
"""Between two rules."""


def fit_parts(parts: Sequence[str], width: int) -> str:
    """Join rules in so many cells; those for which there is no room are counted: `2 more rules`."""
    for shown in range(len(parts), 0, -1):
        left = len(parts) - shown
        more = [f"{left} more {'rule' if left == 1 else 'rules'}"] if left else []
        told = SEPARATOR.join([*parts[:shown], *more])
        if cell_len(told) <= width:
            return told
    return set_cell_size(parts[0], max(width, 0))


def offer_options(definition: GameType, given: Mapping[str, str]) -> Sequence[Option]:
    """List the options that do something beside `given`, numbers in the bounds that are playable.

    All are listed if `given` itself is not playable.
    """
    options = list(definition.list_options().values())
    if not is_playable(definition, given):
        return options
    idle = definition.list_idle_options(parse_options(definition.options_type, given))
    bounded = (narrow_bounds(definition, one, given) for one in options if one.name not in idle)
    return [one for one in bounded if one.low is None or one.low != one.high]


def narrow_bounds(definition: GameType, option: Option, given: Mapping[str, str]) -> Option:
    """Leave out the numbers at both ends of an option's bounds with which nobody could play."""
    low, high = option.low, option.high
    if option.value_type is not int or low is None or high is None or option.mark.prominent:
        return option

    def is_refused(number: int) -> bool:
        return not is_playable(definition, {**given, option.name: str(number)})

    while low < high and is_refused(high):
        high -= 1
    while low < high and is_refused(low):
        low += 1
    return replace(option, low=low, high=high)


def is_playable(definition: GameType, given: Mapping[str, str]) -> bool:
    """Whether a game can be dealt by these options."""
    try:
        definition.draw(parse_options(definition.options_type, given), Random(0))
    except OptionError:
        return False
    return True


class RulesLine(Widget, can_focus=True):
    """One line with the rules in words; Enter opens the dialog that changes them."""

    DEFAULT_CSS = """
    RulesLine { height: 1; border-left: blank; }
    RulesLine:hover { background: $surface; }
    RulesLine:focus { border-left: outer $primary; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", "Change the rules", key_display="Enter"),
    ]
    words: reactive[str] = reactive("")
    """The rules in words."""

    class Opened(Message):
        """The rules are to be changed."""

    def render(self) -> Content:
        head = Content.assemble(("▸ ", "$primary"), ("Rules  ", "bold"))
        told = fit_parts(self.words.split(SEPARATOR), self.content_size.width - head.cell_length)
        return head + Content.styled(told, "$muted")

    def on_click(self, event: events.Click) -> None:
        """Open it with the mouse."""
        event.stop()
        self.focus()
        self.action_open()

    def action_open(self) -> None:
        """Ask for the rules."""
        self.post_message(self.Opened())


class RulesDialog(OptionsDialog[Mapping[str, str]]):
    """Asks for the rules of a game; dismissed with the options that differ from the default."""

    HELP = (
        "The rules of this game. Up and Down go from rule to rule, + and - change a number, Space "
        "a yes or no. Done, Esc and {start} keep what you have "
        "chosen, F7 takes back all changes."
    )
    DONE, KEPT = "Done", "Enter keeps these rules."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "apply", "Done", tooltip="Keep the rules", show=False, id="start"),
        Binding("escape", "cancel", "Done", tooltip="Keep the rules", key_display="Esc"),
        Binding("f7", "reset", "As usual", key_display="F7", tooltip="Take back all changes"),
    ]

    def __init__(
        self,
        definition: GameType,
        given: Mapping[str, str],
        usual: Mapping[str, str],
        seating: Mapping[str, str],
        complaint: str = "",
    ) -> None:
        """Offer the rules of a game.

        Args:
            definition: The game.
            given: The options that were chosen, with those for the number of players.
            usual: The options for new games.
            seating: The options that seat those who are here.
            complaint: Why no game can be played by them.
        """
        super().__init__()
        self.definition = definition
        self.given = given
        self.usual = usual
        self.seating = seating
        self.complaint = complaint
        self.warned = False
        """Whether Esc has said that a second one leaves the rules as they were."""
        self.sizes = list_size_options(definition, given)
        self.heading = f"Rules of {definition.title}"

    def create_rows(self) -> list[OptionRow]:
        """Create a row for each option but that for the number of players."""
        options = self.definition.list_options()
        others = {name: options[name].decode(text) for name, text in self.given.items()}
        offered = offer_options(self.definition, {**self.given, **self.seating})
        return [
            OptionRow(option, self.given.get(option.name), others)
            for option in offered
            if option.name not in self.sizes
        ]

    def on_mount(self) -> None:
        """Show the complaint."""
        if self.complaint:
            self.show_complaint(self.complaint)

    def show_complaint(self, complaint: str) -> None:
        """Show why no game can be played by these rules, and focus the option that it names."""
        rows = {row.option.name: row for row in self.query(OptionRow)}
        named = complaint.replace(":", " ").split()
        row = next((rows[word] for word in named if word in rows), None)
        if row is not None:
            row.focus_field()
            row.set_class(True, "-wrong")
            complaint = complaint.removeprefix(f"{row.option.name}: ")
        told = complaint[:1].upper() + complaint[1:]
        self.call_after_refresh(self.show_message, told, wrong=True)

    def read_rows(self) -> Mapping[str, str] | None:
        """Read what differs from the default; `None` if no game can be played by it."""
        chosen = super().read_rows()
        if chosen is None:
            return None
        shown = {row.option.name for row in self.query(OptionRow)} | self.sizes
        others = {name: text for name, text in self.given.items() if name not in shown}
        given = {**others, **chosen}
        try:
            options = parse_options(self.definition.options_type, {**given, **self.seating})
            self.definition.draw(options, Random(0))
        except OptionError as error:
            self.show_complaint(str(error))
            return None
        return given

    def action_apply(self) -> None:
        """Dismiss with the chosen rules, unless one is wrong."""
        given = self.read_rows()
        if given is not None:
            self.dismiss(given)

    def action_cancel(self) -> None:
        """Dismiss with the chosen rules; if one is wrong, twice leaves them as they were."""
        given = self.read_rows()
        if given is not None or self.warned:
            self.dismiss(given)
            return
        self.warned = True
        self.call_after_refresh(self.warn)

    def warn(self) -> None:
        """Say, after what is wrong, that a second Esc leaves."""
        means = self.query_one("#means", Static)
        told = f"{means.content} ".removeprefix("✗ ") if means.has_class("-wrong") else ""
        self.show_message(f"{told}Esc again leaves the rules as they were.", wrong=True)

    def action_reset(self) -> None:
        """Dismiss with the rules for new games."""
        self.dismiss(self.usual)
