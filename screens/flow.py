"""Show the screens of one game after another: the set-up form, the table, the result.

`GameFlow` also resumes, replays and branches saved games, and remembers the last set-up and the
players' names.
"""

from asyncio import to_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from engine.config.paths import get_games_folder
from engine.errors import OptionError
from engine.games.catalog import GAMES, UnknownGame
from engine.journal.record import JournalError
from engine.players.spec import LineupError
from screens.dialogs.question import ChoiceDialog
from screens.players.history import (
    load_player_history,
    merge_people,
    read_player_history,
    save_player_history,
)
from screens.players.names import SeatNames
from screens.replay.screen import open_replay
from screens.result import ResultScreen
from screens.saved.evening import load_evening
from screens.setup.branch import BranchScreen
from screens.setup.last_setup import LastSetupError, load_last_setup, save_last_setup
from screens.setup.screen import SetupScreen, create_first_setup, list_people
from screens.setup.setup import Setup
from screens.table.screen import TableScreen

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

    async def play_new_game(self, game: str | None = None) -> None:
        """Ask for a set-up, of a certain game if one is given, and play it."""
        setup = self.load_setup()
        if game is not None and game != setup.game:
            setup = replace(create_first_setup(game), seats=setup.seats)
        people = load_player_history(self.settings.data).people
        form = SetupScreen(setup, self.settings, people=people, chosen=game is not None)
        await self.play(await self.show_screen(form))

    async def play_with_machines(self, *, alone: bool) -> None:
        """Ask for a game that machines fill up: with one person, or for watching."""
        last = self.load_setup()
        people = list_people(last) or load_player_history(self.settings.data).people
        setup = create_first_setup(last.game)
        if alone and people:
            setup = replace(setup, seats={"first": f"human:{people[0]}"})
        known = load_player_history(self.settings.data).people
        form = SetupScreen(setup, self.settings, people=known, fill=bool(setup.seats) or not alone)
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
            self.save_setup(setup)
        table = self.open_table(setup)
        self.save_players(table.names, list_people(setup))
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
            self.save_players(table.names)
        if not await self.show_screen(table):
            return None

        data, evening = self.settings.data, None
        if session.human_count:
            now = datetime.now().astimezone()
            evening = await to_thread(load_evening, get_games_folder(data), data, now)
        return await self.show_screen(ResultScreen(session, evening))

    def load_setup(self) -> Setup:
        """Load the last set-up, or the default one."""
        try:
            last = load_last_setup(self.settings.data)
        except LastSetupError as error:
            self.home.notify(str(error), severity="warning", markup=False)
            last = None
        return last or create_first_setup(GAMES[0].name)

    def save_setup(self, setup: Setup) -> None:
        """Save a set-up for next time."""
        try:
            save_last_setup(setup, self.settings.data)
        except OSError as error:
            self.home.notify(
                f"This set-up could not be remembered: {error.strerror}.",
                severity="warning",
                markup=False,
            )

    def save_players(self, names: SeatNames, typed: Sequence[str] = ()) -> None:
        """Save the players' marks and colours, and the names typed, for the next games."""
        looks = {
            name.casefold(): look for name, look in zip(names.labels, names.looks, strict=True)
        }
        with suppress(OSError):  # they will be asked again
            data = self.settings.data
            history = read_player_history(data)
            known = {name: look for name, look in history.looks.items() if name not in looks}
            people = merge_people(typed, history.people)
            save_player_history(replace(history, people=people, looks=known | looks), data)

    async def show_error(self, title: str, error: Exception) -> None:
        """Show an error."""
        await self.show_screen(ChoiceDialog(title, str(error), {"All right": None}))

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
