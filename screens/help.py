"""The help screen: the purpose and the keys of the screen behind it, and the rules of the games."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from engine.games.catalog import find, list_games
from screens.games.ui import load_game_ui
from screens.private import PrivateScreen
from screens.widgets.layout import BLANK, lay_out_row
from screens.widgets.lines import Lines
from screens.widgets.markdown import MarkdownPage

KEY_WIDTH, KEY_GAP = 9, 2
"""Cells of the column of keys, and between columns of the page about a screen."""


LEAST_WIDTH = 24
"""Minimum width of a key's description, in cells."""


class ScreenHelp(NamedTuple):
    """The purpose of a screen, and its keys."""

    text: str
    keys: tuple[tuple[str, str, str], ...]
    """For each key: key, label in the footer, and a description if the label is not enough."""


class ScreenHelpPage(Lines):
    """Shows the purpose of a screen, and a list of its keys."""

    def __init__(self, screen_help: ScreenHelp) -> None:
        super().__init__()
        self.screen_help = screen_help

    def layout_lines(self, width: int) -> list[Content]:
        text, keys = self.screen_help
        lines = [*Content(text).wrap(width), BLANK] if text else []
        label_width = max((len(label) for _, label, more in keys if more), default=0) + KEY_GAP
        indent = KEY_WIDTH + KEY_GAP
        for key, label, more in keys:
            first = Content.styled(f"{key:>{KEY_WIDTH}}", "bold $primary").pad_right(KEY_GAP)
            rest = max(width - indent, 2)
            if more and label_width + LEAST_WIDTH <= rest:
                cells = (Content(label), Content.styled(more, "$muted"))
                rows = lay_out_row(cells, (label_width, rest - label_width + 1))
            else:
                rows = Content(f"{label}: {more}" if more else label).wrap(rest)
            lines += [
                (Content(" " * indent) if number else first) + row
                for number, row in enumerate(rows)
            ]
        return lines


class Page(NamedTuple):
    """One page of the help."""

    title: str
    create: Callable[[], Widget]
    """Creates its content when it is opened."""
    is_short: bool = False
    """Whether the box is only as high as its content."""


class PageTitles(Widget):
    """A line of titles of pages, the open one underlined; a click opens another."""

    DEFAULT_CSS = """
    PageTitles {
        height: auto;
        width: 1fr;
        link-style: none;
        link-color: $muted;
        link-background: transparent;
        link-style-hover: bold;
        link-color-hover: $primary;
        link-background-hover: transparent;
    }
    """
    opened: reactive[int] = reactive(0)

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self.titles = titles

    def render(self) -> Content:
        return Content("   ").join(map(self.render_title, range(len(self.titles))))

    def render_title(self, place: int) -> Content:
        """One title, which cannot be broken between its words."""
        title = Content(self.titles[place].replace(" ", "\N{NO-BREAK SPACE}"))
        if place == self.opened:
            return title.stylize("bold underline $primary")
        return title.stylize(Style.from_meta({"@click": f"screen.open_page({place})"}))


class HelpScreen(ModalScreen[None]):
    """Help about the screen behind it, and the rules, beginning with those of its game."""

    CSS_PATH = "help.tcss"
    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,q", "close", "Close", key_display="Esc"),
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
            title = find(name).title
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


def describe_screen(screen: Screen[Any]) -> ScreenHelp | None:
    """Describe the purpose of a screen and its current keys; `None` if there are none."""
    keys: list[tuple[str, str, str]] = []
    listed = {binding.action for binding in Screen.BINDINGS if isinstance(binding, Binding)}
    for active in sorted(screen.active_bindings.values(), key=partial(_find_key_order, screen)):
        binding = active.binding
        ours = active.node in (screen, screen.app)
        if not (ours and active.enabled and binding.description) or binding.action in listed:
            continue
        listed.add(binding.action)
        key = binding.key_display or screen.app.get_key_display(binding)
        label, more = binding.description, binding.tooltip
        if more.lower().startswith(label.lower()):
            label, more = more, ""  # "Start the game" says all that "Start" does
        keys.append((key[:1].upper() + key[1:], label, more))
    text = getattr(screen, "HELP", "")
    return ScreenHelp(text, tuple(keys)) if text or keys else None


def _find_key_order(screen: Screen[Any], active: ActiveBinding) -> int:
    """Sort keys by the screen's own bindings; inherited ones come last."""
    declared = [one.action for one in screen.BINDINGS if isinstance(one, Binding)]
    action = active.binding.action
    return declared.index(action) if action in declared else len(declared)
