"""Open, resume or branch a game, and create its table."""

from pathlib import Path

from engine.config.paths import get_games_folder
from engine.config.start import Start
from engine.games.catalog import find
from engine.journal.branch import branch_match
from engine.journal.path import choose_journal_path
from engine.llm.budget import Budget
from engine.options import parse_options
from engine.players.spec import LineupError, parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.setup.branch import BranchSetup
from screens.setup.setup import Setup
from screens.table.screen import TableScreen
from screens.watch.presenter_settings import Presentation
from screens.watch.screen import WatchScreen


def open_table(setup: Setup, start: Start, budget: Budget | None = None) -> TableScreen:
    """Open a new game with a journal and create its table.

    Args:
        setup: The game, its options, seats and seed.
        start: The settings in force.
        budget: How much models may use in this run.

    Raises:
        UnknownGame, OptionError, LineupError, JournalError: If it cannot be opened.
    """
    definition = find(setup.game)
    options = parse_options(definition.options_type, setup.options)
    lineup = {seat: parse_spec(spec, definition) for seat, spec in setup.seats.items()}
    path = choose_journal_path(get_games_folder(start.data), definition.name)
    session = Session.create(
        definition, options, lineup, setup.seed or None, settings=start.settings, path=path
    )
    session.budget = budget
    session.keeps_unplayed = False
    return create_table(session)


def resume_table(path: Path, start: Start, budget: Budget | None = None) -> TableScreen:
    """Resume a saved game and create its table.

    Args:
        path: The journal.
        start: The settings in force.
        budget: How much models may use in this run.

    Raises:
        LineupError, JournalError: If it cannot be resumed.
    """
    session = Session.resume(path, settings=start.settings)
    session.budget = budget
    return create_table(session)


def open_branch(branching: BranchSetup, start: Start, budget: Budget | None = None) -> TableScreen:
    """Branch a saved game into a new one and create its table.

    Args:
        branching: The saved game, the move to branch at, and the SPEC of each seat.
        start: The settings in force.
        budget: How much models may use in this run.

    Raises:
        OptionError, LineupError, JournalError: If it cannot be branched.
    """
    definition = find(branching.record.header.game)
    path = choose_journal_path(get_games_folder(start.data), definition.name)
    session = branch_match(
        branching.record,
        definition,
        branching.moves,
        branching.seats,
        path,
        settings=start.settings,
    )
    session.budget = budget
    return create_table(session)


def create_table(
    session: Session,
    presentation: Presentation | None = None,
    held: frozenset[str] = frozenset(),
) -> TableScreen:
    """Create the table of a session; delete its journal if the game cannot begin.

    Args:
        session: A new or resumed session.
        presentation: How a game without people is shown; the default if `None`.
        held: The seats whose turns the operator holds from the start.

    Raises:
        LineupError: If a player cannot be created.
    """
    try:
        people = session.human_count
        table = TableScreen(session) if people else WatchScreen(session, presentation)
    except LineupError:
        session.discard()
        raise
    seats = table.match.game.seats
    table.operator.invited = bool(held)
    table.operator.taken_over = frozenset(Seat(seats.index(name)) for name in held)
    return table
