"""Where an evening begins."""

from asyncio import to_thread
from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from screens.widgets.footer import KeyFooter
from screens.widgets.wordmark import Wordmark

if TYPE_CHECKING:
    from screens.branch import BranchSetup
    from screens.game_flow import GameFlow
    from screens.game_setup import Setup
    from screens.replay import ReplayScreen
    from screens.saved_games import SavedGame
    from screens.table import TableScreen

MENU = {
    "new": ("N", "New game", "choose who sits where"),
    "resume": ("R", "Resume", "looking for a game"),
    "replays": ("P", "Replays", "every game that was kept"),
    "rules": ("U", "Rules", "how the games are played"),
    "deck": ("D", "Deck", "a gallery of the cards"),
    "quit": ("Q", "Quit", ""),
}
"""By action: letter, label, a few words."""


class HomeScreen(Screen[None]):
    """The title, and a menu of what can be done; dismissed to quit."""

    # As a CSS_PATH it would make Textual read every style sheet twice before the first frame.
    DEFAULT_CSS = Path(__file__).with_suffix(".tcss").read_text(encoding="utf-8")
    HELP = (
        "Choose with the arrow keys and Enter, with a letter, or with the mouse. "
        "Resume takes up the game that was left last; Replays lists them all."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(letter.lower(), action, label, show=False)
            for action, (letter, label, _) in MENU.items()
        ),
        Binding("f1", "app.help", "Help", key_display="F1"),
        Binding("f2", "app.light", "Light or dark", key_display="F2"),
        Binding("escape", "quit", "Quit", show=False),
    ]

    def __init__(
        self,
        open_table: "Callable[[Setup], TableScreen]",
        resume: "Callable[[Path], TableScreen]",
        branch: "Callable[[BranchSetup], TableScreen]",
        games: Path,
        begin: "TableScreen | ReplayScreen | None" = None,
    ) -> None:
        """Begin the evening.

        Args:
            open_table: Opens a table for a new game; may raise `UnknownGame`, `LineupError`,
                `OptionError` or `JournalError`.
            resume: Opens a table for a kept game; may raise the same.
            branch: Opens a table for a game that branches off a kept one; may raise the same.
            games: The folder where games are kept.
            begin: A table that is laid already, to sit down at first; or a replay, which is all
                there is if no game branches off it.
        """
        super().__init__()
        self.begin = begin
        self.open_table = open_table
        self.resume = resume
        self.branch = branch
        self.games = games
        self.latest: SavedGame | None = None
        """The game that Resume takes up."""

    def compose(self) -> ComposeResult:
        """The name of the house, and the menu."""
        with Vertical():
            yield Wordmark()
            yield Static("Word games for people and machines at one table", id="tagline")
            yield OptionList(
                *(Option(line(action), id=action) for action in MENU), id="menu", compact=True
            )
        yield Static(id="version")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Nothing to resume until the shelf has been looked at."""
        self.query_one(OptionList).disable_option("resume")
        if self.begin:
            self.start(self.begin)

    @work(exclusive=True, group="evening")
    async def start(self, first: "TableScreen | ReplayScreen") -> None:
        """Begin at `first`, and play whatever is wished for after it."""
        if not await self.evening.begin(first):
            self.dismiss()

    def on_screen_resume(self) -> None:
        """Look at the shelf, which may have changed while another screen was in front."""
        self.call_after_refresh(self.look_for_latest)

    @work(exclusive=True, group="shelf")
    async def look_for_latest(self) -> None:
        """Find the game that Resume takes up, after the first frame."""
        self.offer(await to_thread(_latest, self.games))
        for corner in self.query("#version").results(Static):
            corner.update(f"Parlour {await to_thread(_version)}")

    def offer(self, latest: "SavedGame | None") -> None:
        """Say at Resume which game it takes up, or why there is none."""
        self.latest = latest
        for menu in self.query(OptionList):  # none, if the screen has been left meanwhile
            menu.replace_option_prompt("resume", line("resume", told(latest)))
            if latest:
                menu.enable_option("resume")
            else:
                menu.disable_option("resume")

    @on(OptionList.OptionSelected)
    async def choose(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        await self.run_action(f"screen.{event.option_id}")

    @cached_property
    def evening(self) -> "GameFlow":
        """What happens until we are back here; made when it is needed, as it takes long to load."""
        from screens.game_flow import GameFlow

        return GameFlow(self, self.open_table, self.resume, self.branch)

    @work(exclusive=True, group="evening")
    async def action_new(self) -> None:
        """Agree on a game and play it."""
        await self.evening.new()

    @work(exclusive=True, group="evening")
    async def action_resume(self) -> None:
        """Take up the game that was left last."""
        if self.latest:
            await self.evening.take_up(self.latest.path)

    @work(exclusive=True, group="evening")
    async def action_replays(self) -> None:
        """Choose a kept game, to look back at it or to take it up."""
        from screens.saved_games_screen import GamesList

        while choice := await self.app.push_screen_wait(GamesList(self.games)):
            if choice.resume:
                await self.evening.take_up(choice.path)
                return
            if await self.evening.look_back(choice.path):
                return

    def action_rules(self) -> None:
        """Show how the games are played."""
        from screens.help import HelpScreen

        self.app.push_screen(HelpScreen())

    def action_deck(self) -> None:
        """Look through our own deck of cards."""
        from images.deck import DeckError, open_deck
        from screens.gallery import Gallery

        try:
            self.app.push_screen(Gallery(open_deck()))
        except DeckError as error:
            self.notify(str(error), severity="error", markup=False)

    def action_quit(self) -> None:
        """Good night."""
        self.dismiss()


def _latest(games: Path) -> "SavedGame | None":
    from screens.saved_games import latest_unfinished  # loads the games, which takes long

    return latest_unfinished(games)


def _version() -> str:
    from importlib.metadata import version  # reads files, which the first frame need not wait for

    return version("parlour")


def line(action: str, words: str | None = None) -> Content:
    """A line of the menu; `words` instead of its own few words, as literal text."""
    letter, label, own = MENU[action]
    return Content.assemble(
        (f" {letter} ", "bold $primary"),
        f" {label:10}",
        (own if words is None else words, "$muted"),
    )


def told(latest: "SavedGame | None") -> str:
    """What may be told at Resume of the game it takes up."""
    from screens.saved_games import spoken_time

    if latest is None:
        return "no unfinished game"
    now = datetime.now().astimezone()
    return f"{latest.title}, {latest.standing}, {spoken_time(latest.when, now)}"
