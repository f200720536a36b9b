"""The help screen: what the screen behind it is for, and the rules of the games."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from engine.games.catalog import find, list_games
from screens.games.ui import load_game_ui
from screens.help.description import ScreenHelp, describe_screen
from screens.help.description_page import ScreenHelpPage
from screens.help.page_titles import PageTitles
from screens.private_screen import PrivateScreen
from screens.setup.game_tile import shorten_title
from screens.widgets.markdown import MarkdownPage


class Page(NamedTuple):
    """One page of the help."""

    title: str
    create: Callable[[], Widget]
    """Creates its content when it is opened."""
    is_short: bool = False
    """Whether the box is only as high as its content."""


class HelpScreen(ModalScreen[None]):
    """Help about the screen behind it, and the rules, beginning with those of its game."""

    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,q,question_mark", "close", "Close", key_display="Esc"),
        Binding("tab,right", "turn_page(1)", "Next page"),
        Binding("shift+tab,left", "turn_page(-1)", "Page before"),
    ]

    KEYS = "Tab next page   ↑↓ scroll   Esc close"

    def __init__(self, screen_help: ScreenHelp | None = None, *, game: str | None = None) -> None:
        """Show `screen_help` first, if there is any, and then the rules of `game`."""
        super().__init__()
        self.pages: list[Page] = []
        if screen_help is not None:
            self.pages.append(Page("This screen", partial(ScreenHelpPage, screen_help), True))
        games = sorted(list_games(), key=lambda name: name != game)
        for name in games:
            title = shorten_title(find(name))  # all titles fit into one line
            self.pages.append(Page(title, partial(create_rules_page, name)))

    def compose(self) -> ComposeResult:
        """The titles of the pages, the first page, and the keys."""
        with Vertical(id="help", classes="-short" if self.pages[0].is_short else ""):
            yield PageTitles([page.title for page in self.pages])
            with VerticalScroll(id="page"):
                yield self.pages[0].create()
            yield Static(self.KEYS, id="keys")

    async def action_open_page(self, place: int) -> None:
        """Show another page."""
        scroll = self.query_one("#page", VerticalScroll)
        with self.app.batch_update():
            self.query_one(PageTitles).opened = place
            self.query_one("#help").set_class(self.pages[place].is_short, "-short")
            await scroll.remove_children()
            await scroll.mount(self.pages[place].create())
        scroll.scroll_home(animate=False)

    async def action_turn_page(self, by: int) -> None:
        """Show the next page, or the one before."""
        await self.action_open_page((self.query_one(PageTitles).opened + by) % len(self.pages))

    def action_close(self) -> None:
        """Close the help."""
        self.dismiss()


class PrivateHelp(HelpScreen, PrivateScreen[None]):
    """Help over a private screen, which it hides; F9 covers both."""

    KEYS = "Tab next page   ↑↓ scroll   Esc close   F9 hide"

    def __init__(
        self, person: str, screen_help: ScreenHelp | None = None, *, game: str | None = None
    ) -> None:
        """Show the help to `person`, who has a private screen open."""
        HelpScreen.__init__(self, screen_help, game=game)
        self.person = person


def create_rules_page(game: str) -> Widget:
    """Create the page with the rules of a game."""
    return MarkdownPage(load_game_ui(game).rules)


def create_help(screen: Screen[Any]) -> HelpScreen:
    """Create the help about `screen`, whose attribute `HELP` describes its purpose."""
    screen_help = describe_screen(screen)
    game = find_current_game(screen)
    if isinstance(screen, PrivateScreen):
        return PrivateHelp(screen.person, screen_help, game=game)
    return HelpScreen(screen_help, game=game)


def find_current_game(screen: Screen[Any]) -> str | None:
    """Find the game of a screen, or of one behind it; `None` if there is none."""
    for one in reversed(screen.app.screen_stack):
        game = getattr(one, "game", None)
        if isinstance(game, str) and game in list_games():
            return game
    return None
