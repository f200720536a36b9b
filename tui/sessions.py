"""The house: how tables are opened, for new games and for kept ones."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from words.folders import data_folder

if TYPE_CHECKING:
    from engine.llm.budget import Budget
    from engine.record import Record
    from engine.session import Session
    from screens.branch import Branching
    from screens.home import HomeScreen
    from screens.presets import Setup
    from screens.replay import ReplayScreen
    from screens.table import TableScreen
    from screens.watch.presentation import Presentation


def games_folder() -> Path:
    """Where journals are kept."""
    return data_folder() / "games"


def trusted_specs(record: "Record") -> frozenset[str]:
    """Who of a kept game was chosen at this house, by SPEC; nobody, if it comes from elsewhere."""
    from engine.branch import chosen_players

    own = record.path.resolve().parent == games_folder().resolve()
    return chosen_players(record) if own else frozenset()


def open_table(setup: "Setup", budget: "Budget | None" = None) -> "TableScreen":
    """A table for a new game, its journal opened; `budget` is what models may use in this run.

    Raises:
        UnknownGame, OptionError, LineupError, JournalError: With a sentence for people.
    """
    from engine.games.catalog import find
    from engine.journal import new_journal
    from engine.lineup import parse_spec
    from engine.options import read_options
    from engine.session import Session

    definition = find(setup.game)
    options = read_options(definition.options_type, setup.options)
    lineup = {seat: parse_spec(spec) for seat, spec in setup.seats.items()}
    path = new_journal(games_folder(), definition.name)
    session = Session.open(definition, options, lineup, setup.seed or None, path=path)
    session.budget = budget
    return sit_down(session)


def resume_table(path: Path, budget: "Budget | None" = None) -> "TableScreen":
    """A table for a kept game, as it stood; `budget` is what models may use in this run.

    Raises:
        LineupError, JournalError: With a sentence for people.
    """
    from engine.session import Session

    session = Session.resume(path)
    session.budget = budget
    return sit_down(session)


def branch_table(branching: "Branching", budget: "Budget | None" = None) -> "TableScreen":
    """A table for a game that branches off a kept one, its journal opened.

    Args:
        branching: Which game, where, and who sits there.
        budget: What models may use in this run.

    Raises:
        OptionError, LineupError, JournalError: With a sentence for people.
    """
    from engine.branch import branch
    from engine.games.catalog import find
    from engine.journal import new_journal

    definition = find(branching.record.header.game)
    path = new_journal(games_folder(), definition.name)
    session = branch(branching.record, definition, branching.moves, branching.seats, path)
    session.budget = budget
    return sit_down(session)


def sit_down(session: "Session", presentation: "Presentation | None" = None) -> "TableScreen":
    """The table of a session; a game that cannot begin leaves no journal behind.

    Args:
        session: Fresh or resumed.
        presentation: How a game without people is shown; as usual if left out.

    Raises:
        LineupError: If a player cannot sit down.
    """
    from engine.lineup import LineupError
    from screens.table import TableScreen
    from screens.watch.screen import WatchScreen

    try:
        if session.people:
            return TableScreen(session)
        return WatchScreen(session, presentation)
    except LineupError:
        session.discard()
        raise


def home(
    begin: "TableScreen | ReplayScreen | None" = None, budget: "Budget | None" = None
) -> "HomeScreen":
    """The home screen; with `begin` it goes there at once.

    Args:
        begin: A table or a replay.
        budget: What models may use in all games of this run.
    """
    from screens.home import HomeScreen

    return HomeScreen(
        partial(open_table, budget=budget),
        partial(resume_table, budget=budget),
        partial(branch_table, budget=budget),
        games_folder(),
        begin,
    )
