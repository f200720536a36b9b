"""Screens and text fields for one person's eyes only, and the curtain that covers them.

The curtain is a screen that hides everything until the next person confirms that nobody else is
looking. The text fields never copy to the clipboard, which others can read.
"""

import re
import sys
from collections.abc import Callable
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.events import Paste
from textual.screen import Screen
from textual.widgets import Button, Input, Static, TextArea

from engine.text import MAX_LINE_LENGTH, clean, clean_lines
from screens.dialogs_and_modal_host import ChoiceDialog, LeaveDialog
from screens.player_names_and_colours import PlayerName
from screens.widgets.key_footer_and_guard import KeyFooter, KeyGuard

OPERATOR = "the operator"
"""The name on the curtain of the person who may take over and inspect machines' turns."""

READY, WAITING = "I'm ready: press Enter", "I'm ready"
"""The button when Enter opens the curtain, and while keys are ignored."""


class Curtain(KeyGuard, Screen[bool]):
    """Covers everything until the named person confirms that they are alone.

    Dismissed with true then, or with false to leave the table.
    """

    CSS_PATH = "curtain.tcss"
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,space", "lift", "I'm ready", key_display="Enter", tooltip="Open the curtain"
        ),
        Binding("escape", "leave", "Leave", key_display="Esc", tooltip="Save and leave the table"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]
    AUTO_FOCUS = ""  # a focused button would take no press for a moment after one
    HELP = (
        "The next screen is for one person only: the one named here. Pass them the keyboard, and "
        "look away if it is not you. When nobody else can see the screen, they press Enter. Esc "
        "saves the game and leaves it."
    )

    def __init__(
        self,
        person: str,
        *,
        hidden: bool = False,
        again: bool = False,
        purpose: str = "",
        notice: str = "",
        take_over: Callable[[], object] | None = None,
    ) -> None:
        """Fetch `person`, or cover the screen that they have hidden.

        Args:
            person: The name to show, with its mark and colour if it is a `PlayerName`.
            hidden: Whether they have covered their own screen.
            again: Whether they had the keyboard last.
            purpose: What they are asked to do, such as `to vote`; shown if they are asked again.
            notice: A notice that everybody at the table must read.
            take_over: Asks whose turns to take over; `None` if no machine plays.
        """
        super().__init__()
        self.person = person
        self.hidden = hidden
        self.again = again
        self.purpose = purpose
        if isinstance(person, PlayerName) and person.look is not None:
            self.add_class(f"-look-{person.look + 1}")
        self.notice = notice
        self.take_over = take_over

    def compose(self) -> ComposeResult:
        """Yield the name of the person, and nothing about the game."""
        person = self.person
        written = person.write() if isinstance(person, PlayerName) else Content(person)
        with Vertical(id="curtain"):
            yield Static(self.request, id="request")
            yield Static(written, id="person")
            yield Static("Everyone else, look away.", id="ask")
            if self.notice:
                yield Static(self.notice, id="notice", markup=False)
            with Center():
                yield Button(Content(WAITING), id="lift", action="screen.lift", classes="primary")
        yield KeyFooter()

    @property
    def request(self) -> str:
        """What the person is asked to do."""
        if self.hidden:
            return "Hidden by"
        if self.again:
            what = f", {self.purpose}" if self.purpose else ""
            return f"It's your turn again{what}"
        return "Pass the keyboard to"

    def show_armed(self, armed: bool) -> None:
        """Say on the button when Enter opens the curtain."""
        for button in self.query("#lift").results(Button):
            button.set_class(not armed, "-waiting")
            button.label = Content(READY if armed else WAITING)

    def action_lift(self) -> None:
        """Open the curtain, unless the key was meant for the screen before."""
        self.press(self.open_curtain)

    def open_curtain(self) -> None:
        """Open the curtain."""
        self.dismiss(True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable leaving for a hidden screen, which only its owner can leave."""
        return not (action == "leave" and self.hidden)

    @work
    async def action_leave(self) -> None:
        """Ask whether to leave the table."""
        if await self.app.push_screen_wait(LeaveDialog(self.take_over)):
            self.dismiss(False)


IN_GAME = re.compile(r"screens\.games\.(\w+)")
"""The package of a game's screens, or a module that they share."""
HIDE_BINDING = Binding(
    "f9,ctrl+@",
    "hide",
    "Hide",
    key_display="F9",
    priority=True,
    tooltip="Cover this screen (also Ctrl+Space)",
)


class PrivateScreen[Answer](Screen[Answer]):
    """A screen that only one person may see.

    F9 and Ctrl+Space cover it at once, as the app does after two idle minutes;
    nothing on it can be selected and copied to the terminal's clipboard.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [HIDE_BINDING]

    person: str
    """The name of its owner, for the curtain."""
    game: str | None = None
    """The name of the game whose rules F1 shows first; set automatically for a game's own screens.
    """

    def __init_subclass__(cls, **settings: Any) -> None:  # noqa: ANN401
        """Take the game from the package: `screens.games.GAME`."""
        super().__init_subclass__(**settings)
        found = IN_GAME.match(cls.__module__)
        if found and hasattr(sys.modules[found[0]], "__path__"):
            cls.game = found[1]

    def action_hide(self) -> None:
        """Cover the screen with a curtain; typed text is kept."""
        self.app.push_screen(Curtain(self.person, hidden=True))


class PrivateLeaveDialog(LeaveDialog, PrivateScreen[bool | None]):
    """Asks whether to leave, over a private screen; F9 hides both."""

    def __init__(self, person: str, take_over: Callable[[], object] | None = None) -> None:
        """Ask `person`; `take_over` asks whose turns to take over."""
        LeaveDialog.__init__(self, take_over)
        self.person = person


class BackToTakeover(ChoiceDialog[bool], PrivateScreen[bool]):
    """Asks whether to give up a form that was opened from the takeover screen."""

    HELP = (
        "You opened this form from the takeover. Going back discards what you filled in here; "
        "the machine's answers are kept."
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay", "Stay here")]

    def __init__(self, person: str) -> None:
        """Ask `person`, the operator."""
        super().__init__(
            "Back to the takeover?",
            "Nothing of what you have filled in here is sent; what the machine answered is kept.",
            {"Back to the takeover": True, "Stay here": False},
        )
        self.person = person

    def action_stay(self) -> None:
        """Continue with the form."""
        self.dismiss(False)


class SeatScreen[Move](PrivateScreen[Move | None]):
    """Asks one seat for a move: built from one view, dismissed with one legal move.

    Dismissed with `None` if the person wants to leave the table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", key_display="Esc", tooltip="Leave the table"),
        Binding("f1", "app.help", "Help", key_display="F1", tooltip="The rules"),
    ]

    saved_note = ""
    """The person's notes for their next move. The table keeps them while the person plays, and in a
    separate file until the game is over; nobody else sees them."""
    purpose = ""
    """What the person is asked to do, such as `to vote`: public text that the curtain shows to a
    person who had the keyboard last."""
    in_takeover = False
    """Whether the operator makes the move for a machine."""
    take_over: Callable[[], object] | None = None
    """Asks whose turns to take over; `None` if no machine plays."""

    @work
    async def action_leave(self) -> None:
        """Ask whether to leave; if not, typed text is kept."""
        question = (
            BackToTakeover(self.person)
            if self.in_takeover
            else PrivateLeaveDialog(self.person, self.take_over)
        )
        if await self.app.push_screen_wait(question):
            self.dismiss(None)


class PrivateInput(Input):
    """A line of plain text that is never copied to the clipboard."""

    def on_paste(self, event: Paste) -> None:
        """Insert as much of the pasted text as fits, cleaned."""
        event.prevent_default()
        event.stop()
        start, end = sorted(self.selection)
        room = (self.max_length or MAX_LINE_LENGTH) - len(self.value) + end - start
        if text := clean(event.text, max(room, 0)):
            self.replace(text, start, end)

    def action_copy(self) -> None:
        """Copy nothing, because others can read the clipboard."""

    def action_cut(self) -> None:
        """Cut without copying."""
        self.delete_selection()


MAX_PAGE = 100_000
"""Maximum length of a text area in characters."""


class PrivateTextArea(TextArea):
    """Plain text of several lines that is never copied to the clipboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+home", "jump(True)", show=False),
        Binding("ctrl+end", "jump(False)", show=False),
    ]

    def __init__(self, title: str, text: str = "", *, read_only: bool = False, id: str) -> None:  # noqa: A002
        """Show `text` under `title`."""
        super().__init__(
            clean_lines(text, MAX_PAGE),
            read_only=read_only,
            show_cursor=not read_only,
            highlight_cursor_line=False,
            tab_behavior="focus",
            id=id,
            classes="-read-only" if read_only else "",
        )
        self.match_cursor_bracket = False
        self.heading = title
        self.original = self.text
        self.refresh_titles()

    def show(self, text: str, original: str) -> None:
        """Show another text; it counts as edited if it differs from the original."""
        self.original = clean_lines(original, MAX_PAGE)
        if self.text != text:
            self.load_text(clean_lines(text, MAX_PAGE))
        self.refresh_titles()

    @property
    def is_edited(self) -> bool:
        """Whether the text has been changed."""
        return self.text != self.original

    def refresh_titles(self) -> None:
        """Show the title, with a mark if the text is edited, and the number of lines."""
        self.border_title = Content(f"{self.heading}, edited" if self.is_edited else self.heading)
        lines = self.document.line_count
        self.border_subtitle = Content(f"{lines} lines" if lines > 1 else "")

    def on_text_area_changed(self) -> None:
        """Mark edited text as edited."""
        self.refresh_titles()

    def on_paste(self, event: Paste) -> None:
        """Insert as much of the pasted text as fits, cleaned."""
        event.prevent_default()
        event.stop()
        room = max(MAX_PAGE - len(self.text), 0)
        if not self.read_only and (text := clean_lines(event.text, room)):
            self.replace(text, *self.selection)

    def action_jump(self, start: bool) -> None:
        """Go to the start of the text, or to its end."""
        self.move_cursor((0, 0) if start else self.document.end)

    def action_copy(self) -> None:
        """Copy nothing: others can read the clipboard."""

    def action_cut(self) -> None:
        """Cut without copying."""
        if self.selected_text:
            self.action_delete_left()


def apply_breakpoints(screen: Screen[Any]) -> None:
    """Set the classes of a screen's breakpoints; to be called when it is mounted.

    Textual sets them at the first resize, after the first frame, which would make a layout that
    depends on them jump.
    """
    width, height = screen.app.size
    for points, size in (
        (screen.HORIZONTAL_BREAKPOINTS, width),
        (screen.VERTICAL_BREAKPOINTS, height),
    ):
        matching = [name for least, name in sorted(points or ()) if least <= size]
        screen.add_class(*matching[-1:])
