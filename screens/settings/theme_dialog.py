"""The dialog that chooses a theme, and shows each at once."""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from screens.dialogs.band import DialogBand
from screens.players.look import get_mark, get_style
from screens.players.marks import FILLED
from screens.private_screen import PrivateScreen

SAMPLE = Content.assemble(
    *((f"{get_mark(look)} ", get_style(look)) for look in range(len(FILLED))),
    ("  ✓ right", "$success"),
    ("  ✗ wrong", "$error"),
    ("  a hint", "$primary"),
)
"""The colours of a theme: those of players, and of what is right, wrong and said."""


IN_USE = "●"
"""Marks the theme in use when the dialog opens."""


class ThemeDialog(ModalScreen[str]):
    """Asks for a theme; the marked one is shown at once. Dismissed with its name, or `None`."""

    HELP = (
        "The colours of the app. Up and Down show a theme at once, Enter keeps it, Esc goes back "
        "to the one before. The choice is remembered."
    )
    DEFAULT_CSS = """
    ThemeDialog OptionList { height: auto; border: none; padding: 0; background: $surface; }
    ThemeDialog OptionList.-textual-compact > .option-list--option { padding: 0 2; }
    ThemeDialog .sample { margin: 1 0 0 2; height: 1; }
    ThemeDialog .keys { margin-top: 1; color: $muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f2,q", "leave", "Back")]

    def __init__(self, themes: Mapping[str, str]) -> None:
        """Offer these themes: what each is called, by its name."""
        super().__init__()
        self.themes = themes
        self.before = ""
        """The theme before the dialog was opened."""

    def compose(self) -> ComposeResult:
        used = self.app.theme
        with DialogBand(), Vertical(classes="dialog"):
            yield Static("Theme", classes="title")
            yield OptionList(
                *(
                    Option(Content(f"{IN_USE if name == used else ' '} {label}"), id=name)
                    for name, label in self.themes.items()
                ),
                compact=True,
            )
            yield Static(SAMPLE, classes="sample")
            yield Static("↑↓ show   Enter keep   Esc as before", classes="keys")

    def on_mount(self) -> None:
        self.before = self.app.theme
        options = self.query_one(OptionList)
        options.highlighted = list(self.themes).index(self.before)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the theme under the cursor."""
        if event.option_id is not None:
            self.app.theme = event.option_id

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Keep the theme under the cursor."""
        self.dismiss(event.option_id)

    def action_leave(self) -> None:
        """Go back to the theme before."""
        self.app.theme = self.before
        self.dismiss(None)


class PrivateThemeDialog(ThemeDialog, PrivateScreen[str]):
    """The same dialog over a private screen: F9 hides both."""

    def __init__(self, themes: Mapping[str, str], person: str) -> None:
        """Ask `person`, whose private screen is open."""
        ThemeDialog.__init__(self, themes)
        self.person = person


def create_theme_dialog(themes: Mapping[str, str], screen: object) -> ThemeDialog:
    """Create the dialog for an app whose current screen is `screen`."""
    if isinstance(screen, PrivateScreen):
        return PrivateThemeDialog(themes, screen.person)
    return ThemeDialog(themes)
