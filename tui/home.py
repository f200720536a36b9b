"""Create the home screen, which opens and resumes games."""

import sys
from functools import partial
from typing import TYPE_CHECKING

from engine.config.start import Start
from tui.table import open_branch, open_table, resume_table

if TYPE_CHECKING:
    from engine.llm.budget import Budget
    from screens.home import HomeScreen
    from screens.replay.screen import ReplayScreen
    from screens.table.screen import TableScreen


PARLOUR = (sys.executable, "-P", "-c", "from tui.main import main; main()")
"""The command that runs Parlour in a separate process, wherever it is installed."""


def create_home(
    start: Start,
    begin: "TableScreen | ReplayScreen | None" = None,
    budget: "Budget | None" = None,
) -> "HomeScreen":
    """Create the home screen.

    Args:
        start: The settings in force.
        begin: A table or a replay to open at once.
        budget: How much models may use in all games of this run.
    """
    from screens.home import HomeScreen

    return HomeScreen(
        partial(open_table, start=start, budget=budget),
        partial(resume_table, start=start, budget=budget),
        partial(open_branch, start=start, budget=budget),
        start,
        begin,
        PARLOUR,
    )
