"""Recorded games as trials: journals in place of matches that a run plays."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.games.catalog import find_recorded
from engine.journal_reader import JournalError, Record, ReseatEntry, parse_record
from engine.journal_writer import MemoryJournal
from engine.lineup import is_human_spec
from engine.options import OptionError, parse_options
from lab.errors import ExperimentError
from lab.experiment import Experiment
from words.space_folders import data_folder

INVENTED = "invented:decrypto"
"""The name of games that come with Parlour in the shape of people's: word vectors played them."""
PERSON = "person"
"""What every person is called in tables: names are never taken over."""
NOBODY = frozenset({PERSON, "llm:unknown"})
"""Who cannot be asked any more."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A journal as an experiment takes it."""

    source: str
    """The name of its file."""
    game: str
    seed: str
    options: dict[str, Any]
    players: dict[str, str]
    """By seat: the SPEC of its player, or `PERSON`."""
    journal: str
    """Its lines."""


def recorded_folder() -> Path:
    """The folder in which imported and collected games are kept."""
    return data_folder() / "recorded"


def find_journals(text: str) -> list[Path]:
    """The journals that an experiment means: a file, a folder, or the name of one of ours.

    Raises:
        ExperimentError: If there is none.
    """
    given = Path(text).expanduser()
    path = given if given.exists() or "/" in text else recorded_folder() / text
    if path.is_file():
        return [path]
    found = [one for one in sorted(path.glob("*.jsonl")) if not one.name.endswith(".calls.jsonl")]
    if not found:
        raise ExperimentError(
            f"recorded.journals: there are no journals in {path}. Games come there by "
            "parlour lab import and parlour lab collect."
        )
    return found


def read_recorded_games(experiment: Experiment) -> Iterator[RecordedGame]:
    """Read the games of an experiment, in the order of their files' names.

    Raises:
        ExperimentError: If one cannot be read, or is another game's.
    """
    assert experiment.recorded is not None
    for path, text in _read_journals(experiment.recorded.journals):
        try:
            record = hide_names(parse_record(path, text.encode()), lambda _: "")
            definition = find_recorded(record)
            if definition.name != experiment.game:
                raise ExperimentError(f"{path} is a game of {definition.title}.")
            definition.load_game(record)
            given = {name: str(value) for name, value in record.header.options.items()}
            parse_options(definition.options_type, given)
        except (JournalError, OptionError) as error:
            raise ExperimentError(f"recorded.journals: {error}") from None
        yield RecordedGame(
            path.name,
            definition.name,
            record.header.seed,
            dict(record.header.options),
            {
                seat: PERSON if is_human_spec(spec) else spec
                for seat, spec in record.header.seats.items()
            },
            MemoryJournal(record.header, record.entries).text,
        )


def _read_journals(text: str) -> Iterator[tuple[Path, str]]:
    if text == INVENTED:
        from lab.decrypto.human_games import read_human_games

        data = files("lab.decrypto").joinpath("invented_games.json").read_bytes()
        for game in read_human_games(data, INVENTED, "2026-11-22T00:00:00.000+00:00"):
            yield Path(game.file_name), game.journal
        return
    for path in find_journals(text):
        try:
            yield path, path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            raise ExperimentError(f"recorded.journals: {path} cannot be read.") from None


def hide_names(record: Record, rename: Callable[[str], str]) -> Record:
    """The same journal without the names of people.

    Args:
        record: The journal.
        rename: From a person's name to what stands instead; empty for nothing.
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
