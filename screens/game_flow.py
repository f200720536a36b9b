"""Show the screens of one game after another: the set-up form, the table, the result.

`GameFlow` also resumes, replays and branches saved games.
"""

from asyncio import to_thread
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from engine.config.paths import get_games_folder
from engine.errors import OptionError
from engine.games.catalog import UnknownGame
from engine.journal.errors import JournalError
from engine.players.spec import LineupError
from screens.dialogs.question import ChoiceDialog
from screens.players.history import load_player_history
from screens.remembered_setup import load_setup, save_players, save_setup
from screens.replay.screen import open_replay
from screens.result import ResultScreen
from screens.saved.evening import load_evening
from screens.setup.branch import BranchScreen
from screens.setup.purpose import PLAY_ALONE, WATCH
from screens.setup.screen import SetupScreen, create_first_setup, list_people
from screens.setup.setup import Setup
from screens.table.screen import TableScreen
from screens.typed_ahead import TypedAhead

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from screens.replay.screen import ReplayScreen
    from screens.setup.branch import BranchSetup
    from screens.watch.demo import Demo

OPENING_ERRORS = (UnknownGame, LineupError, OptionError, JournalError)
"""The errors that opening a game may raise, with messages for people."""


class GameFlow:
    """Runs games one after another, from the home screen until it returns there."""

    def __init__(
        self,
        home: Screen[Any],
        open_table: Callable[[Setup], TableScreen],
        resume: Callable[[Path], TableScreen],
        branch: "Callable[[BranchSetup], TableScreen]",
        settings: "Settings",
    ) -> None:
        """Start from the home screen.

        Args:
            home: The screen that the flow returns to.
            open_table: Opens a table for a new game.
            resume: Opens a table for a saved game.
            branch: Opens a table for a branch of a saved game.
            settings: The settings in force.
        """
        self.home = home
        self.open_table = open_table
        self.resume = resume
        self.branch = branch
        self.settings = settings
        self.draft: Setup | None = None
        """What was entered in New game when it was left with Esc."""

    async def play_first(self, screen: "TableScreen | ReplayScreen | Demo") -> bool:
        """Show a table or a replay that has been opened already, and play what follows.

        Returns:
            Whether anything was played.
        """
        if not isinstance(screen, Screen):
            while await self.show_screen(screen.create_table()):  # until somebody leaves
                pass
            return True
        if not isinstance(screen, TableScreen):
            return await self.show_replay(screen)
        await self.play_table(screen)
        return True

    async def play_new_game(self, game: str | None = None, ahead: TypedAhead | None = None) -> None:
        """Ask for a set-up, of a certain game if one is given, and play it."""
        setup = self.draft or load_setup(self.home, self.settings.data)
        if game is not None and game != setup.game:
            setup = replace(create_first_setup(game), seats=setup.seats)
        people = load_player_history(self.settings.data).people
        form = SetupScreen(
            setup, self.settings, people=people, chosen=game is not None, ahead=ahead
        )
        chosen = await self.show_screen(form)
        self.draft = None if chosen else form.read_draft()
        await self.play(chosen)

    async def play_with_machines(self, *, alone: bool) -> None:
        """Ask for a game that machines fill up: with one person, or for watching."""
        last = load_setup(self.home, self.settings.data)
        people = list_people(last) or load_player_history(self.settings.data).people
        setup = create_first_setup(last.game)
        if alone and people:
            setup = replace(setup, seats={"first": f"human:{people[0]}"})
        known = load_player_history(self.settings.data).people
        form = SetupScreen(
            setup,
            self.settings,
            people=known,
            fill=bool(setup.seats) or not alone,
            purpose=PLAY_ALONE if alone else WATCH,
        )
        await self.play(await self.show_screen(form), remember=alone)

    async def play(self, setup: "Setup | BranchSetup | None", *, remember: bool = True) -> None:
        """Play a set-up and what follows; if it cannot be played, show its form again.

        Args:
            setup: What to play; `None` for nothing.
            remember: Whether New game offers it the next time.
        """
        while setup:
            try:
                table = self.create_table(setup, remember=remember)
            except OPENING_ERRORS as error:
                setup = await self.show_screen(create_form(setup, self.settings, str(error)))
            else:
                setup = await self.show_table(table)

    def create_table(self, setup: "Setup | BranchSetup", *, remember: bool = True) -> TableScreen:
        """Open a table for a set-up, and remember it for the next time.

        Raises:
            UnknownGame, OptionError, LineupError, JournalError: If it cannot be opened.
        """
        if not isinstance(setup, Setup):
            return self.branch(setup)

        if remember:
            save_setup(setup, self.home, self.settings.data)
        table = self.open_table(setup)
        save_players(table.names, list_people(setup), data=self.settings.data)
        return table

    async def play_table(self, table: TableScreen) -> None:
        """Play at a table, and play what follows."""
        await self.play(await self.show_table(table))

    async def resume_game(self, path: Path) -> None:
        """Resume a saved game, and play what follows."""
        try:
            table = self.resume(path)
        except OPENING_ERRORS as error:
            await self.show_error("This game cannot be resumed", error)
        else:
            await self.play_table(table)

    async def replay_game(self, path: Path) -> bool:
        """Replay a saved game.

        Returns:
            Whether a game was played that branches off it.
        """
        try:
            screen = open_replay(path, self.settings)
        except OPENING_ERRORS as error:
            await self.show_error("This game cannot be replayed", error)
            return False
        return await self.show_replay(screen)

    async def show_replay(self, screen: "ReplayScreen") -> bool:
        """Show a replay.

        Returns:
            Whether a game was played that branches off it.
        """
        setup = await self.show_screen(screen)
        await self.play(setup)
        return setup is not None

    async def show_table(self, table: TableScreen) -> "Setup | BranchSetup | None":
        """Show a table, and the result if the game was finished.

        Returns:
            What to play next, if anything.
        """
        session = table.session
        if len(table.names.machines) < len(table.names.seats):
            save_players(table.names, data=self.settings.data)
        if not await self.show_screen(table):
            return None

        data, evening = self.settings.data, None
        if session.human_count:
            now, names = datetime.now().astimezone(), table.names
            people = [
                label for seat, label in enumerate(names.labels) if seat not in names.machines
            ]
            evening = await to_thread(load_evening, get_games_folder(data), data, now, people)
        return await self.show_screen(ResultScreen(session, evening))

    async def show_error(self, title: str, error: Exception) -> None:
        """Show an error."""
        await self.show_screen(
            ChoiceDialog(title, str(error), {"All right": None}, decline="All right")
        )

    async def show_screen[Answer](self, screen: Screen[Answer]) -> Answer | None:
        """Push a screen, and wait for its answer."""
        return await self.home.app.push_screen_wait(screen)


def create_form(
    setup: "Setup | BranchSetup", settings: "Settings", complaint: str = ""
) -> Screen[Any]:
    """Create the form of a set-up, with the reason why it could not be played, if any."""
    if not isinstance(setup, Setup):
        return BranchScreen(setup, settings, complaint=complaint)
    people = load_player_history(settings.data).people
    return SetupScreen(setup, settings, complaint=complaint, people=people)
