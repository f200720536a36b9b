"""The house: how tables are opened, for new games and for kept ones."""

from pathlib import Path
from typing import TYPE_CHECKING

from words.folders import data_folder

if TYPE_CHECKING:
    from engine.record import Record
    from engine.session import Session
    from screens.branch import Branching
    from screens.home import HomeScreen
    from screens.presets import Setup
    from screens.replay import ReplayScreen
    from screens.table import TableScreen


def games_folder() -> Path:
    """Where journals are kept."""
    return data_folder() / "games"


def chosen_here(record: "Record") -> frozenset[str]:
    """Who of a kept game was chosen at this house, by SPEC; nobody, if it comes from elsewhere."""
    from engine.branch import chosen

    own = record.path.resolve().parent == games_folder().resolve()
    return chosen(record) if own else frozenset()


def open_table(setup: "Setup") -> "TableScreen":
    """A table for a new game, its journal opened.

    Raises:
        UnknownGame, OptionError, LineupError, JournalError: With a sentence for people.
    """
    from engine.catalog import find
    from engine.lineup import parse_spec
    from engine.options import read_options
    from engine.session import Session, new_journal

    entry = find(setup.game)
    options = read_options(entry.options_type, setup.options)
    lineup = {seat: parse_spec(spec) for seat, spec in setup.seats.items()}
    path = new_journal(games_folder(), entry.name)
    return sit_down(Session.open(entry, options, lineup, setup.seed or None, path=path))


def resume_table(path: Path) -> "TableScreen":
    """A table for a kept game, as it stood.

    Raises:
        LineupError, JournalError: With a sentence for people.
    """
    from engine.session import Session

    return sit_down(Session.resume(path))


def branch_table(branching: "Branching") -> "TableScreen":
    """A table for a game that branches off a kept one, its journal opened.

    Raises:
        OptionError, LineupError, JournalError: With a sentence for people.
    """
    from engine.branch import branch
    from engine.catalog import find
    from engine.session import new_journal

    entry = find(branching.record.header.game)
    path = new_journal(games_folder(), entry.name)
    return sit_down(branch(branching.record, entry, branching.moves, branching.seats, path))


def sit_down(session: "Session") -> "TableScreen":
    """The table of a session; a game that cannot begin leaves no journal behind.

    Raises:
        LineupError: If a player cannot sit down.
    """
    from engine.lineup import LineupError
    from screens.table import TableScreen
    from screens.watch.screen import WatchScreen

    try:
        return TableScreen(session) if session.people else WatchScreen(session)
    except LineupError:
        if session.fresh:
            session.discard()
        session.close()
        raise


def home(begin: "TableScreen | ReplayScreen | None" = None) -> "HomeScreen":
    """The home screen; with `begin` it goes there at once."""
    from screens.home import HomeScreen

    return HomeScreen(open_table, resume_table, branch_table, games_folder(), begin)
