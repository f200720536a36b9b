"""The help on F1: what a screen is for, its keys, and the rules of the games."""

from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Markdown, Static, TabbedContent, TabPane

from engine.games.catalog import CATALOG
from screens.games.ui_loading import load_game_ui
from screens.private_screen import PrivateScreen


class HelpScreen(ModalScreen[None]):
    """Help on one screen, if there is any, and the rules of every game."""

    CSS_PATH = "help.tcss"
    AUTO_FOCUS = ""  # the open page takes the focus itself; a page that takes it opens
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,q", "close", "Close", key_display="Esc"),
        Binding("tab", "turn_page(1)", "Next page"),
        Binding("shift+tab", "turn_page(-1)", "Page before"),
    ]

    KEYS = "Tab turns the page, Esc closes"

    def __init__(self, screen_help: Content | None = None, *, game: str | None = None) -> None:
        """Show `screen_help` first; without it, the rules of `game`."""
        super().__init__()
        self.screen_help = screen_help
        self.game = game

    def compose(self) -> ComposeResult:
        """A tab for the screen and for each game."""
        first = "about" if self.screen_help is not None else self.game or ""
        with Vertical(id="help"):
            with TabbedContent(initial=first):
                if self.screen_help is not None:
                    with TabPane("This screen", id="about"), VerticalScroll():
                        yield Static(self.screen_help)
                for definition in CATALOG.values():
                    with TabPane(definition.title, id=definition.name), VerticalScroll():
                        yield Markdown(load_game_ui(definition.name).rules, open_links=False)
            yield Static(self.KEYS, id="keys")

    def on_tabbed_content_tab_activated(self) -> None:
        """Let the arrow keys scroll the open page."""
        self.focus_page()

    def focus_page(self) -> None:
        """Focus the open page."""
        pane = self.query_one(TabbedContent).active_pane
        if pane is not None:
            pane.query_one(VerticalScroll).focus()

    def action_turn_page(self, by: int) -> None:
        """Show the next page, or the one before."""
        tabs = self.query_one(TabbedContent)
        pages = [pane.id or "" for pane in tabs.query(TabPane)]
        tabs.active = pages[(pages.index(tabs.active) + by) % len(pages)]

    def action_close(self) -> None:
        """Close the help."""
        self.dismiss()


class PrivateHelp(HelpScreen, PrivateScreen[None]):
    """Help over a private screen: nothing of it shows through, and F9 hides both."""

    KEYS = "Tab turns the page, Esc closes, F9 hides"

    def __init__(
        self, person: str, screen_help: Content | None = None, *, game: str | None = None
    ) -> None:
        """Show the help to `person`, who has a private screen open."""
        HelpScreen.__init__(self, screen_help, game=game)
        self.person = person


def create_help(screen: Screen[Any]) -> HelpScreen:
    """Create the help on `screen`, which may say in an attribute `HELP` what it is for."""
    if isinstance(screen, PrivateScreen):
        screen_help = describe_screen(screen) if screen.HELP else None
        return PrivateHelp(screen.person, screen_help, game=screen.game)
    return HelpScreen(describe_screen(screen))


def describe_screen(screen: Screen[Any]) -> Content:
    """What a screen is for, and what its keys do now."""
    lines = [Content(getattr(screen, "HELP", "")), Content("")]
    listed = {binding.action for binding in Screen.BINDINGS if isinstance(binding, Binding)}
    for active in sorted(screen.active_bindings.values(), key=partial(_key_order, screen)):
        binding = active.binding
        ours = active.node in (screen, screen.app)
        if not (ours and active.enabled and binding.description) or binding.action in listed:
            continue
        listed.add(binding.action)
        keys = binding.key_display or screen.app.get_key_display(binding)
        keys = keys[:1].upper() + keys[1:]
        lines.append(
            Content.assemble(
                (f"{keys:>12}  ", "bold $primary"),
                Content(binding.description),
                (f"   {binding.tooltip}" if binding.tooltip else "", "$muted"),
            )
        )
    return Content("\n").join(lines)


def _key_order(screen: Screen[Any], active: ActiveBinding) -> int:
    """The place of a key in the screen's own bindings; inherited ones come after them."""
    declared = [one.action for one in screen.BINDINGS if isinstance(one, Binding)]
    action = active.binding.action
    return declared.index(action) if action in declared else len(declared)
