"""Create the home screen, which opens and resumes games."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.config.start import Start

if TYPE_CHECKING:
    from engine.llm.budget import Budget
    from screens.home import HomeScreen
    from screens.replay.screen import ReplayScreen
    from screens.setup.branch import BranchSetup
    from screens.setup.setup import Setup
    from screens.table.screen import TableScreen
    from screens.watch.demo import Demo


PARLOUR = (sys.executable, "-P", "-c", "from tui.main import main; main()")
"""The command that runs Parlour in a separate process, wherever it is installed."""


def create_home(
    start: Start,
    begin: "TableScreen | ReplayScreen | Demo | None" = None,
    budget: "Budget | None" = None,
) -> "HomeScreen":
    """Create the home screen.

    Args:
        start: The settings in force.
        begin: A table, a replay or a demonstration to open at once.
        budget: How much models may use in all games of this run.
    """
    from screens.home import HomeScreen  # noqa: PLC0415 - textual: 0.1 s, only if the app opens

    def open_table(setup: "Setup") -> "TableScreen":
        from tui import game_table  # noqa: PLC0415 - the games: 0.2 s, after the first frame

        return game_table.open_table(setup, start, budget)

    def resume_table(path: Path) -> "TableScreen":
        from tui import game_table  # noqa: PLC0415 - the games: 0.2 s, after the first frame

        return game_table.resume_table(path, start, budget)

    def open_branch(branching: "BranchSetup") -> "TableScreen":
        from tui import game_table  # noqa: PLC0415 - the games: 0.2 s, after the first frame

        return game_table.open_branch(branching, start, budget)

    return HomeScreen(open_table, resume_table, open_branch, start, begin, PARLOUR)
