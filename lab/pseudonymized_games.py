"""Collect the games that people played and agreed to share, under pseudonyms.

`collect_games` takes the games in which every person agreed. It replaces names by pseudonyms, and
removes what could identify somebody: the time of day, folders of programs, and secret options.
`write_collected` writes the journals into a folder. `hide_names` also serves recorded games, which
are read without names.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from engine.games.catalog import find_recorded
from engine.journal.folder import write_journals
from engine.journal.reader import read_record
from engine.journal.record import JournalError, MoveEntry, Record, ReseatEntry
from engine.journal.replay import load_game, restore_match
from engine.journal.writer import MemoryJournal
from engine.options import list_declared_options
from engine.players.spec import is_human_spec
from engine.text import clean
from lab.errors import GamesError


def hide_names(record: Record, rename: Callable[[str], str]) -> Record:
    """Replace the names of people in a journal.

    Args:
        record: The journal.
        rename: Maps a person's name to its replacement; empty for none.
    """

    def hide(spec: str) -> str:
        if not is_human_spec(spec):
            return spec
        name = rename(spec.partition(":")[2].strip())
        return f"human:{name}" if name else "human"

    seats = {seat: hide(spec) for seat, spec in record.header.seats.items()}
    entries = tuple(
        replace(entry, player=hide(entry.player)) if isinstance(entry, ReseatEntry) else entry
        for entry in record.entries
    )
    return replace(record, header=replace(record.header, seats=seats), entries=entries)


MAX_PSEUDONYM = 24


@dataclass(frozen=True, slots=True)
class Collected:
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


def list_names(record: Record) -> tuple[str, ...]:
    """List the names of the people in a journal, also of those who left."""
    specs = [*record.header.seats.values()]
    specs += [one.player for one in record.entries if hasattr(one, "player")]
    return tuple(spec.partition(":")[2].strip() for spec in specs if is_human_spec(spec))


def collect_games(games: Sequence[Record], agreed: Mapping[str, str]) -> Collected:
    """Collect the games in which everybody agreed, under pseudonyms.

    Args:
        games: Journals of people.
        agreed: By name of each person who agreed: the pseudonym.

    Raises:
        GamesError: If a pseudonym is empty, too long, somebody's name, or used twice.
    """
    names = {name for one in games for name in list_names(one)}
    _check_pseudonyms(agreed, names)
    taken, unfinished = [], 0
    for record in games:
        if not {*list_names(record)} <= agreed.keys():
            continue
        match = restore_match(record, load_game(find_recorded(record), record))
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
    """Use pseudonyms in a journal, and remove the time of day and the names of other files."""
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
    """Remove the folders of a program or file from a SPEC, as they may contain names."""
    kind, colon, argument = spec.partition(":")
    if kind in ("exec", "script"):
        return f"{kind}{colon}{Path(argument.split(' ')[0]).name or kind}"
    return spec


def _hide_secret_options(record: Record) -> dict[str, object]:
    """Remove options that may name secrets or files; the material has their content."""
    declared = list_declared_options(find_recorded(record).options_type)
    return {
        name: declared[name].default if name in declared and declared[name].mark.secret else value
        for name, value in record.header.options.items()
    }


def write_collected(collected: Collected, folder: Path) -> list[Path]:
    """Write the journals into a new folder.

    Raises:
        JournalError: If the folder is not empty.
    """
    journals = {}
    for record in collected.games:
        text = MemoryJournal(record.header, record.entries).text
        name = f"{record.header.game}-{sha256(text.encode()).hexdigest()[:12]}.jsonl"
        journals[name] = text
    return write_journals(folder, journals)
