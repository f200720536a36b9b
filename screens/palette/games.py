"""Commands of the palette that open games: new ones and saved ones."""

from asyncio import to_thread
from functools import partial

from textual.command import Hit, Hits, Provider
from textual.content import Content
from textual.types import IgnoreReturnCallbackType

from engine.games.catalog import list_games
from screens.home import HomeScreen
from screens.palette.row import render_row
from screens.relative_time import format_now
from screens.saved.folder import list_journals
from screens.saved.summary import SavedGame, load_saved_game
from screens.setup.game_tile import shorten_title

MOST = 50
"""Maximum number of saved games that are listed, the last played first."""


class GameCommands(Provider):
    """Offers new games and saved games, from the home screen; says of them what all may know.

    Names are shown as they are: a matcher's highlight would read them as markup.
    """

    def __init__(self, screen: object, match_style: object = None) -> None:
        super().__init__(screen, match_style)  # type: ignore[arg-type]
        self.commands: list[tuple[str, str, IgnoreReturnCallbackType]] = []
        """For each command: what it says, what it means, and what it does."""

    async def startup(self) -> None:
        """List the games, outside the event loop."""
        home = self.screen
        if not isinstance(home, HomeScreen):
            return
        for game in list_games().values():
            start = partial(home.start_game, game.name)
            self.commands.append(
                (f"New game: {shorten_title(game)}", game.tagline or game.summary, start)
            )
        for path in (await to_thread(list_journals, home.games))[:MOST]:
            saved = await to_thread(load_saved_game, path)
            if not isinstance(saved, SavedGame):
                continue
            told = f"{saved.title}, {format_now(saved.when)}: {', '.join(saved.who)}"
            if saved.over:
                open_game = partial(home.replay_game, path)
                self.commands.append((f"Replay {told}", f"{saved.standing}.", open_game))
            else:
                open_game = partial(home.resume_game, path)
                self.commands.append((f"Resume {told}", f"{saved.standing}.", open_game))

    async def discover(self) -> Hits:
        """Offer all before anything is typed."""
        room = self.screen.app.size.width
        for place, (text, told, run) in enumerate(self.commands):
            yield Hit(1 / (place + 1), render_row(Content(text), told, room=room), run, text)

    async def search(self, query: str) -> Hits:
        """Offer what fits the typed text."""
        matcher, room = self.matcher(query), self.screen.app.size.width
        for text, told, run in self.commands:
            if (score := matcher.match(text)) > 0:
                yield Hit(score, render_row(Content(text), told, room=room), run, text)
