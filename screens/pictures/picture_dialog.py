"""The question how pictures are to be shown."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from screens.pictures.picture_cache import Pictures
from screens.pictures.protocols import AUTO, Protocol
from screens.private import Private

SUITS = {
    Protocol.KITTY: "kitty from 0.28 on, Ghostty",
    Protocol.SIXEL: "foot, Konsole, xterm -ti vt340",
    Protocol.ITERM2: "iTerm2, WezTerm",
    Protocol.QUAD: "wherever there are colours",
    Protocol.HALF: "where quadrants do not meet",
    Protocol.NONE: "what is to be seen, said",
}
"""What each way is good for."""


class PictureDialog(ModalScreen[str]):
    """Asks how pictures are to be shown; dismissed with a protocol's name or `auto`, or nothing."""

    DEFAULT_CSS = """
    PictureDialog OptionList { height: auto; margin-top: 1; border: none; }
    PictureDialog .keys { margin-top: 1; color: $muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f3,q", "leave", "As it is")]

    def __init__(self, pictures: Pictures) -> None:
        """Offer every way to show `pictures`."""
        super().__init__()
        self.pictures = pictures

    def compose(self) -> ComposeResult:
        """How pictures are shown now and why, and what else there is."""
        pictures = self.pictures
        automatic = f"the best there is: {pictures.best.label}"
        options = [(AUTO, "Automatic", automatic)]
        options += [(way.value, way.label, SUITS[way]) for way in pictures.ways]
        with Vertical(classes="dialog"):
            yield Static("Pictures", classes="title")
            yield Static(f"{pictures.protocol.label}. {pictures.why}", markup=False)
            yield OptionList(
                *(Option(self.line(*option), id=option[0]) for option in options), compact=True
            )
            yield Static("Up and Down, Enter chooses, Esc leaves it as it is", classes="keys")

    def line(self, name: str, label: str, note: str) -> Content:
        """One way, marked if it is the chosen one."""
        mark = "• " if name == self.pictures.chosen else "  "
        return Content(f"{mark}{label:<18}{note}")

    def on_mount(self) -> None:
        """Begin with the chosen one."""
        options = self.query_one(OptionList)
        options.highlighted = options.get_option_index(self.pictures.chosen)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that one."""
        self.dismiss(event.option_id)

    def action_leave(self) -> None:
        """Change nothing."""
        self.dismiss(None)


class PrivatePictureDialog(PictureDialog, Private[str]):
    """The same over a private screen: F9 hides both."""

    def __init__(self, pictures: Pictures, person: str) -> None:
        """Ask `person`, who has a private screen open."""
        PictureDialog.__init__(self, pictures)
        self.person = person


def picture_dialog(pictures: Pictures, screen: object) -> PictureDialog:
    """The dialog over that screen."""
    if isinstance(screen, Private):
        return PrivatePictureDialog(pictures, screen.person)
    return PictureDialog(pictures)
