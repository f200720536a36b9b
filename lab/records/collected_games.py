"""Collect the games that people played and agreed to share."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from engine.games.catalog import find_recorded
from engine.journal.errors import JournalError
from engine.journal.folder import write_journals
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.journal.replay import load_game, restore_match
from engine.journal.writer import MemoryJournal
from lab.errors import GamesError
from lab.records.beliefs import read_stated_beliefs
from lab.records.pseudonyms import check_pseudonyms, hide_record, list_names


@dataclass(frozen=True, slots=True)
class Collection:
    """The result of a collection."""

    games: tuple[Record, ...]
    """Journals without names."""
    without_consent: int
    """Number of games left out because somebody in them did not agree."""
    unfinished: int


def list_people(folder: Path, game: str = "") -> tuple[dict[str, int], list[Record]]:
    """List the people in the journals of a folder with their numbers of games, and the journals.

    Files that are not journals of a known game, and games without people, are skipped.

    Raises:
        GamesError: If the folder does not exist.
    """
    if not folder.is_dir():
        raise GamesError(f"There is no folder {folder}.")
    games, counts = [], Counter[str]()
    for path in sorted(folder.glob("*.jsonl")):
        if path.name.endswith(".calls.jsonl"):
            continue
        try:
            record = read_record(path)
            definition = find_recorded(record)
            restore_match(record, load_game(definition, record))
        except JournalError:
            continue
        people = list_names(record)
        if people and game in ("", definition.name):
            games.append(record)
            counts.update({*people})
    return dict(sorted(counts.items())), games


def collect_games(games: Sequence[Record], agreed: Mapping[str, str]) -> Collection:
    """Collect the games in which everybody agreed, under pseudonyms.

    Args:
        games: Journals of people.
        agreed: By name of each person who agreed: the pseudonym.

    Raises:
        GamesError: If a pseudonym is empty, too long, somebody's name, or used twice.
    """
    names = {name for one in games for name in list_names(one)}
    check_pseudonyms(agreed, names)
    taken, unfinished = [], 0
    for record in games:
        if not {*list_names(record)} <= agreed.keys():
            continue
        match = restore_match(record, load_game(find_recorded(record), record))
        unfinished += bool(match.awaits)
        taken.append(hide_record(record, agreed))
    return Collection(tuple(taken), len(games) - len(taken), unfinished)


def write_collected(collected: Collection, folder: Path) -> list[Path]:
    """Write the journals into a new folder.

    Raises:
        JournalError: If the folder is not empty.
    """
    journals = {}
    for record in collected.games:
        text = MemoryJournal(record.header, record.entries).text
        name = f"{record.header.game}-{sha256(text.encode()).hexdigest()[:12]}"
        journals[f"{name}.jsonl"] = text
        if beliefs := read_stated_beliefs(record):
            journals[f"{name}.calls.jsonl"] = beliefs
    return write_journals(folder, journals)
