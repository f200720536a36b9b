"""From one game to the next: set-up, table, result, and again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.screen import Screen

from engine.games.catalog import CATALOG, UnknownGame
from engine.lineup import LineupError
from engine.options import OptionError
from engine.record import JournalError
from screens.branch import BranchScreen, BranchSetup
from screens.dialogs import ChoiceDialog
from screens.game_setup import Setup, first_setup
from screens.last_setup import LastSetupError, recall, remember
from screens.replay import ReplayScreen, replay
from screens.result import ResultScreen
from screens.setup import SetupScreen
from screens.table import TableScreen

REFUSALS = (UnknownGame, LineupError, OptionError, JournalError)
"""What opening a game may raise, each with a sentence for people."""


class GameFlow:
    """What happens between leaving the title screen and coming back to it."""

    def __init__(
        self,
        home: Screen[Any],
        open_table: Callable[[Setup], TableScreen],
        resume: Callable[[Path], TableScreen],
        branch: Callable[[BranchSetup], TableScreen],
    ) -> None:
        """Begin at `home`; say how a table is opened for new games, kept ones and branches."""
        self.home = home
        self.open_table = open_table
        self.resume = resume
        self.branch = branch

    async def begin(self, first: TableScreen | ReplayScreen) -> bool:
        """Go to a screen that is laid already; whether anything was played."""
        if isinstance(first, ReplayScreen):
            return await self.look(first)
        await self.stay(first)
        return True

    async def new(self) -> None:
        """Agree on a game and play it."""
        await self.play(await self.show(SetupScreen(self.last_setup())))

    async def play(self, wish: Setup | BranchSetup | None) -> None:
        """Play what is wished for, and whatever is after it; back to its form where it fails."""
        while wish:
            try:
                table = self.table(wish)
            except REFUSALS as error:
                wish = await self.show(form(wish, str(error)))
            else:
                wish = await self.sit(table)

    def table(self, wish: Setup | BranchSetup) -> TableScreen:
        """Lay the table for what is wished for.

        Raises:
            UnknownGame, OptionError, LineupError, JournalError: With a sentence for people.
        """
        if isinstance(wish, BranchSetup):
            return self.branch(wish)
        self.keep(wish)
        return self.open_table(wish)

    async def stay(self, table: TableScreen) -> None:
        """Play at `table`, and whatever is wished for after it."""
        await self.play(await self.sit(table))

    async def take_up(self, path: Path) -> None:
        """Resume a kept game, and play whatever is wished for after it."""
        try:
            table = self.resume(path)
        except REFUSALS as error:
            await self.refuse("This game cannot be resumed", error)
        else:
            await self.stay(table)

    async def look_back(self, path: Path) -> bool:
        """Step through a kept game; whether another was played that branches off it."""
        try:
            screen = replay(path)
        except REFUSALS as error:
            await self.refuse("This game cannot be replayed", error)
            return False
        return await self.look(screen)

    async def look(self, screen: ReplayScreen) -> bool:
        """Step through a game; whether another was played that branches off it."""
        branching = await self.show(screen)
        await self.play(branching)
        return branching is not None

    async def sit(self, table: TableScreen) -> Setup | BranchSetup | None:
        """Stay at `table` to the end; what to play next, if anything."""
        if not await self.show(table):
            return None
        return await self.show(ResultScreen(table.session))

    def last_setup(self) -> Setup:
        """What was played last, or what newcomers are offered."""
        try:
            remembered = recall()
        except LastSetupError as error:
            self.home.notify(str(error), severity="warning", markup=False)
            remembered = None
        return remembered or first_setup(next(iter(CATALOG)))

    def keep(self, setup: Setup) -> None:
        """Remember a set-up for next time."""
        try:
            remember(setup)
        except OSError as error:
            self.home.notify(
                f"This set-up could not be remembered: {error.strerror}.",
                severity="warning",
                markup=False,
            )

    async def refuse(self, title: str, error: Exception) -> None:
        """Say why something cannot be done."""
        await self.show(ChoiceDialog(title, str(error), {"All right": None}))

    async def show[Answer](self, screen: Screen[Answer]) -> Answer | None:
        """Put `screen` in front, and wait for its answer."""
        return await self.home.app.push_screen_wait(screen)


def form(wish: Setup | BranchSetup, complaint: str) -> Screen[Any]:
    """The form for what is wished for, saying why it could not be played."""
    if isinstance(wish, BranchSetup):
        return BranchScreen(wish, complaint=complaint)
    return SetupScreen(wish, complaint=complaint)
