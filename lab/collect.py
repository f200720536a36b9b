"""Collect journals of people as data: with consent, under pseudonyms, names left behind."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from engine.games.catalog import find_recorded
from engine.journal_reader import JournalError, MoveEntry, Record, read_record
from engine.journal_writer import MemoryJournal, write_journals
from engine.lineup import is_human_spec
from engine.options import declared_options
from engine.text import clean
from engine.transcript import restore_match
from lab.errors import GamesError
from lab.recorded import hide_names

MAX_PSEUDONYM = 24


@dataclass(frozen=True, slots=True)
class Collected:
    """What was collected."""

    games: tuple[Record, ...]
    """Journals without names."""
    without_consent: int
    """How many games were left out because somebody in them did not agree."""
    unfinished: int


def list_people(folder: Path, game: str = "") -> tuple[dict[str, int], list[Record]]:
    """The people in the journals of a folder with how many games each has, and the journals.

    Files that are no journals of a game that Parlour knows are passed over, and so are games
    without people.

    Raises:
        GamesError: If there is no such folder.
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
            restore_match(record, definition.load_game(record))
        except JournalError:
            continue
        people = name_people(record)
        if people and game in ("", definition.name):
            games.append(record)
            counts.update({*people})
    return dict(sorted(counts.items())), games


def name_people(record: Record) -> tuple[str, ...]:
    """The names of the people in a journal, also of those who left; empty for one without."""
    specs = [*record.header.seats.values()]
    specs += [one.player for one in record.entries if hasattr(one, "player")]
    return tuple(spec.partition(":")[2].strip() for spec in specs if is_human_spec(spec))


def collect_games(games: Sequence[Record], agreed: Mapping[str, str]) -> Collected:
    """Take the games in which everybody agreed, under pseudonyms.

    Args:
        games: Journals of people.
        agreed: By the name of each person who agreed: the pseudonym.

    Raises:
        GamesError: If a pseudonym is empty, too long, a name of somebody, or used twice.
    """
    names = {name for one in games for name in name_people(one)}
    _check_pseudonyms(agreed, names)
    taken, unfinished = [], 0
    for record in games:
        if not {*name_people(record)} <= agreed.keys():
            continue
        match = restore_match(record, find_recorded(record).load_game(record))
        unfinished += bool(match.awaits)
        taken.append(_hide(record, agreed))
    return Collected(tuple(taken), len(games) - len(taken), unfinished)


def _check_pseudonyms(agreed: Mapping[str, str], names: set[str]) -> None:
    for name, pseudonym in agreed.items():
        if not pseudonym or pseudonym != clean(pseudonym, MAX_PSEUDONYM):
            raise GamesError(f"A pseudonym has 1 to {MAX_PSEUDONYM} plain characters.")
        if pseudonym.casefold() in {one.casefold() for one in names if one}:
            raise GamesError(f"{pseudonym!r} is the name of somebody in these games.")
        if list(agreed.values()).count(pseudonym) > 1:
            raise GamesError(f"Two people have the pseudonym {pseudonym!r}.")
        if name not in names:
            raise GamesError(f"Nobody in these games is called {name!r}.")


def _hide(record: Record, agreed: Mapping[str, str]) -> Record:
    """A journal with pseudonyms, its date without the time of day, and no name of another file."""
    hidden = hide_names(record, agreed.__getitem__)
    day = record.header.created[:10]
    seats = {seat: _hide_path(spec) for seat, spec in hidden.header.seats.items()}
    options = _hide_secret_options(record)
    header = replace(hidden.header, created=day, branched=None, seats=seats, options=options)
    dated = (replace(entry, time=day) for entry in hidden.entries)
    entries = tuple(
        replace(one, copied=False) if isinstance(one, MoveEntry) else one for one in dated
    )
    return replace(hidden, header=header, entries=entries)


def _hide_path(spec: str) -> str:
    """A SPEC without the folders of its program or file, which may name somebody."""
    kind, colon, argument = spec.partition(":")
    if kind in ("exec", "script"):
        return f"{kind}{colon}{Path(argument.split(' ')[0]).name or kind}"
    return spec


def _hide_secret_options(record: Record) -> dict[str, object]:
    """The options without those that may name secrets or files; the material has what counts."""
    declared = declared_options(find_recorded(record).options_type)
    return {
        name: declared[name].default if name in declared and declared[name].note.secret else value
        for name, value in record.header.options.items()
    }


def write_collected(collected: Collected, folder: Path) -> list[Path]:
    """Write the journals into a new folder.

    Raises:
        JournalError: If the folder has something in it already.
    """
    journals = {}
    for record in collected.games:
        text = MemoryJournal(record.header, record.entries).text
        name = f"{record.header.game}-{sha256(text.encode()).hexdigest()[:12]}.jsonl"
        journals[name] = text
    return write_journals(folder, journals)
