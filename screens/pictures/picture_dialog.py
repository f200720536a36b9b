"""The dialog that asks how to show pictures in this terminal."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from screens.pictures.cache import PictureCache
from screens.pictures.protocol import AUTO, Protocol
from screens.private_screen import PrivateScreen

WORKS_IN = {
    Protocol.KITTY: "kitty from 0.28 on, Ghostty",
    Protocol.SIXEL: "foot, Konsole, xterm -ti vt340",
    Protocol.ITERM2: "iTerm2, WezTerm",
    Protocol.OCTANT: "the newest: kitty 0.40, GNOME 47",
    Protocol.SEXTANT: "kitty, foot, WezTerm, GNOME",
    Protocol.QUAD: "any terminal with colours",
    Protocol.HALF: "if quadrants leave gaps",
    Protocol.NONE: "a description in words",
}
"""Terminals in which each protocol works."""


class PictureDialog(ModalScreen[str]):
    """Asks how to show pictures; returns a protocol's name, `auto`, or `None` for no change."""

    HELP = (
        "How cards are drawn in this terminal. Automatic picks the best way that the terminal "
        "supports. Up and Down choose, Enter confirms, Esc keeps it as it is. The choice is "
        "remembered."
    )
    DEFAULT_CSS = """
    PictureDialog OptionList { height: auto; margin-top: 1; border: none; }
    PictureDialog .keys { margin-top: 1; color: $muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f3,q", "leave", "Keep")]

    def __init__(self, pictures: PictureCache) -> None:
        super().__init__()
        self.pictures = pictures

    def compose(self) -> ComposeResult:
        pictures = self.pictures
        automatic = f"the best here: {pictures.best.label}"
        options = [(AUTO, "Automatic", automatic)]
        options += [(one.value, one.label, WORKS_IN[one]) for one in pictures.choices]
        with Vertical(classes="dialog"):
            yield Static("Pictures", classes="title")
            yield Static(f"{pictures.protocol.label}. {pictures.reason}", markup=False)
            yield OptionList(
                *(Option(self.render_option(*option), id=option[0]) for option in options),
                compact=True,
            )
            yield Static("↑↓ choose   Enter confirm   Esc keep as it is", classes="keys")

    def render_option(self, name: str, label: str, note: str) -> Content:
        """Render an option, marked if it is the chosen one."""
        mark = "• " if name == self.pictures.chosen else "  "
        return Content(f"{mark}{label:<18}{note}")

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.highlighted = options.get_option_index(self.pictures.chosen)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def action_leave(self) -> None:
        self.dismiss(None)


class PrivatePictureDialog(PictureDialog, PrivateScreen[str]):
    """The same dialog over a private screen: F9 hides both."""

    def __init__(self, pictures: PictureCache, person: str) -> None:
        """Ask `person`, whose private screen is open."""
        PictureDialog.__init__(self, pictures)
        self.person = person


def create_picture_dialog(pictures: PictureCache, screen: object) -> PictureDialog:
    """Create the dialog for an app whose current screen is `screen`."""
    if isinstance(screen, PrivateScreen):
        return PrivatePictureDialog(pictures, screen.person)
    return PictureDialog(pictures)
