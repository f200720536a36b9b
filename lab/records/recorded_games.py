"""Find and read the recorded games that an experiment uses, without the names of people.

They are journals in a file or a folder, such as games that were imported or collected, or the
built-in games of `invented:decrypto`. `PERSON` takes the place of every person's name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.errors import OptionError
from engine.games.catalog import find_recorded
from engine.journal.errors import JournalError
from engine.journal.reader import parse_record
from engine.journal.replay import load_game
from engine.journal.writer import MemoryJournal
from engine.options import parse_options
from engine.players.spec import is_human_spec
from files.regular import read_bytes
from lab.errors import ExperimentError
from lab.experiment.file import Experiment
from lab.experiment.sections import INVENTED
from lab.papers.decrypto.people.reader import read_human_games
from lab.records.beliefs import read_stated_beliefs
from lab.records.pseudonyms import hide_names

PERSON = "person"
"""The name of every person in tables; real names are never copied."""
NOBODY = frozenset({PERSON, "llm:unknown"})
"""Players that cannot be asked again."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A journal for an experiment."""

    source: str
    """The name of its file."""
    game: str
    seed: str
    options: dict[str, Any]
    players: dict[str, str]
    """By seat: the SPEC of its player, or `PERSON`."""
    journal: str
    """The lines of the journal."""
    beliefs: str = ""
    """The lines of its calls file in which people stated their beliefs."""


def get_recorded_folder(data: Path) -> Path:
    """Find the folder of imported and collected games."""
    return data / "recorded"


def find_journals(text: str, data: Path) -> list[Path]:
    """Find the journals of an experiment: a file, a folder, or the name of a recorded folder.

    Raises:
        ExperimentError: If there is none.
    """
    given = Path(text).expanduser()
    path = given if given.exists() or "/" in text else get_recorded_folder(data) / text
    if path.is_file():
        return [path]
    found = [one for one in sorted(path.glob("*.jsonl")) if not one.name.endswith(".calls.jsonl")]
    if not found:
        raise ExperimentError(
            f"recorded.journals: there are no journals in {path}. Games come there by "
            "parlour lab import and parlour lab collect."
        )
    return found


def read_recorded_games(experiment: Experiment, data: Path) -> Iterator[RecordedGame]:
    """Read the games of an experiment, in the order of file names.

    Raises:
        ExperimentError: If one cannot be read, or is of another game.
    """
    assert experiment.recorded is not None
    for path, text in _read_journals(experiment.recorded.journals, data):
        try:
            record = hide_names(parse_record(path, text.encode()), lambda _: "")
            beliefs = read_stated_beliefs(record)
            definition = find_recorded(record)
            if definition.name != experiment.game:
                raise ExperimentError(f"{path} is a game of {definition.title}.")
            load_game(definition, record)
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
            beliefs,
        )


def _read_journals(text: str, data_folder: Path) -> Iterator[tuple[Path, str]]:
    if text == INVENTED:
        data = files("lab.papers.decrypto").joinpath("invented_games.json").read_bytes()
        for game in read_human_games(data, INVENTED, "2026-11-22T00:00:00.000+00:00"):
            yield Path(game.file_name), game.journal
        return
    for path in find_journals(text, data_folder):
        try:
            yield path, read_bytes(path).decode()
        except (OSError, UnicodeDecodeError):
            raise ExperimentError(f"recorded.journals: {path} cannot be read.") from None
