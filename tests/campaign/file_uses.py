"""What Parlour does with files besides its commands: what the app calls when it opens them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.config.model_variables import read_environment
from engine.config.project_file import explain_ignored_settings
from engine.config.remembered_choices import recall_choice
from engine.config.settings import load_settings
from engine.config.trust import load_store
from engine.export.calls import format_calls_as_text
from engine.games.catalog import find_recorded
from engine.journal.branch import branch_match
from engine.journal.reader import read_record
from engine.llm.model import Model
from engine.players.spec import Spec
from engine.session import Session
from images.deck_reader import open_deck
from images.disk_cache import DiskCache
from screens.replay.screen import create_replay
from screens.saved.folder import load_saved_games
from screens.setup.last_setup import load_last_setup
from tui.theme import recall_theme


def resume(path: Path) -> None:
    """Read a journal as `parlour resume` does, and open it for the next move."""
    Session.resume(path, settings=load_settings()).close()


def replay(path: Path) -> None:
    """Build all steps of a replay."""
    record = read_record(path)
    create_replay(record, find_recorded(record), (), settings=load_settings())


def branch(path: Path) -> None:
    """Begin a game with the first moves of another."""
    record = read_record(path)
    definition = find_recorded(record)
    lineup = dict.fromkeys(record.header.seats, Spec("random"))
    new = path.with_name("branched.jsonl")
    moves = min(2, len(record.moves))
    branch_match(
        record, definition, moves, lineup, new, durable=False, settings=load_settings()
    ).close()


def inspect(path: Path) -> None:
    """Build what the inspector shows."""
    record = read_record(path)
    format_calls_as_text(record, find_recorded(record), data=load_settings().data)


def list_games(path: Path) -> None:
    """List the folder of a journal, as the home screen does."""
    list(load_saved_games(path.parent))


def settings(path: Path) -> None:
    """Load settings, and the servers of their models."""
    del path
    load_settings({"theme": "dark"})
    for name in (*load_settings({}).models, "gpt-4o"):
        Model.find(name, read_environment(), settings=load_settings())


def dotenv(path: Path) -> None:
    """Read the variables of the folder."""
    del path
    dict(read_environment())
    explain_ignored_settings()


def memory(path: Path) -> None:
    """Recall what was chosen last."""
    del path
    recall_theme(data=load_settings().data)
    recall_choice("images", load_settings().data)
    load_last_setup(data=load_settings().data)


def trust(path: Path) -> None:
    """Load the list of trusted files."""
    del path
    load_store()


def cards(path: Path) -> None:
    """Use the cache of encoded cards: read what is there, and add to it."""
    cache = DiskCache(path.parent)
    cache.get("one")
    cache.put("two", b"22")
    cache.get("two")


def deck(path: Path) -> None:
    """Open a deck, as Dixit does."""
    opened = open_deck(str(path))
    opened.fingerprint  # noqa: B018 - it reads all pictures


CALLS: Mapping[str, Callable[[Path], object]] = {
    f"@{call.__name__}": call
    for call in (
        *(resume, replay, branch, inspect, list_games, settings, dotenv, memory, trust, cards),
        deck,
    )
}
"""By the name that stands in a list of uses."""
