"""Open, resume and branch games for the app, and create its tables and home screen."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from words.space_files import data_folder

if TYPE_CHECKING:
    from engine.journal_reader import Record
    from engine.llm.budget import Budget
    from engine.session import Session
    from screens.home import HomeScreen
    from screens.replay import ReplayScreen
    from screens.setup_choices import Setup
    from screens.setup_form import BranchSetup
    from screens.table import TableScreen
    from screens.watch import Presentation


PARLOUR = (sys.executable, "-P", "-c", "from tui.command import main; main()")
"""The command that runs Parlour in a process of its own, wherever it is installed."""


def games_folder() -> Path:
    """The folder of saved games."""
    return data_folder() / "games"


def trusted_specs(record: "Record") -> frozenset[str]:
    """SPECs that may run programs: those of games saved in our own folder."""
    from engine.branch import chosen_specs

    own = record.path.resolve().parent == games_folder().resolve()
    return chosen_specs(record) if own else frozenset()


def open_table(setup: "Setup", budget: "Budget | None" = None) -> "TableScreen":
    """Open a new game with a journal and create its table.

    Args:
        setup: The game, its options, seats and seed.
        budget: How much models may use in this run.

    Raises:
        UnknownGame, OptionError, LineupError, JournalError: If it cannot be opened.
    """
    from engine.games.catalog import find
    from engine.journal_writer import new_journal_path
    from engine.lineup import parse_spec
    from engine.options import parse_options
    from engine.session import Session

    definition = find(setup.game)
    options = parse_options(definition.options_type, setup.options)
    lineup = {seat: parse_spec(spec, definition) for seat, spec in setup.seats.items()}
    path = new_journal_path(games_folder(), definition.name)
    session = Session.create(definition, options, lineup, setup.seed or None, path=path)
    session.budget = budget
    return create_table(session)


def resume_table(path: Path, budget: "Budget | None" = None) -> "TableScreen":
    """Resume a saved game and create its table.

    Args:
        path: The journal.
        budget: How much models may use in this run.

    Raises:
        LineupError, JournalError: If it cannot be resumed.
    """
    from engine.session import Session

    session = Session.resume(path)
    session.budget = budget
    return create_table(session)


def branch_table(branching: "BranchSetup", budget: "Budget | None" = None) -> "TableScreen":
    """Branch a saved game into a new one and create its table.

    Args:
        branching: The saved game, the move to branch at, and the SPEC of each seat.
        budget: How much models may use in this run.

    Raises:
        OptionError, LineupError, JournalError: If it cannot be branched.
    """
    from engine.branch import branch_match
    from engine.games.catalog import find
    from engine.journal_writer import new_journal_path

    definition = find(branching.record.header.game)
    path = new_journal_path(games_folder(), definition.name)
    session = branch_match(branching.record, definition, branching.moves, branching.seats, path)
    session.budget = budget
    return create_table(session)


def create_table(
    session: "Session",
    presentation: "Presentation | None" = None,
    held: frozenset[str] = frozenset(),
) -> "TableScreen":
    """Create the table of a session; delete its journal if the game cannot begin.

    Args:
        session: A new or resumed session.
        presentation: How a game without people is shown; the default if `None`.
        held: The seats whose turns the operator holds from the start.

    Raises:
        LineupError: If a player cannot be created.
    """
    from engine.game import Seat
    from engine.lineup import LineupError
    from screens.table import TableScreen
    from screens.watch.screen import WatchScreen

    try:
        table = TableScreen(session) if session.human_count else WatchScreen(session, presentation)
    except LineupError:
        session.discard()
        raise
    seats = table.match.game.seats
    table.operator.invited = bool(held)
    table.operator.taken_over = frozenset(Seat(seats.index(name)) for name in held)
    return table


def create_home(
    begin: "TableScreen | ReplayScreen | None" = None, budget: "Budget | None" = None
) -> "HomeScreen":
    """Create the home screen.

    Args:
        begin: A table or a replay to open at once.
        budget: How much models may use in all games of this run.
    """
    from screens.home import HomeScreen

    return HomeScreen(
        partial(open_table, budget=budget),
        partial(resume_table, budget=budget),
        partial(branch_table, budget=budget),
        games_folder(),
        begin,
        PARLOUR,
    )
