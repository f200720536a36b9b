"""Parse and check the values of `--seat`, `--set`, `--seed` and `--journal`.

`USAGE_ERRORS` are the errors that end a command with exit code 2.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from engine.config.errors import SettingsError
from engine.errors import OptionError, SetupError
from engine.game import GameType, MissingPart
from engine.games.catalog import UnknownGame
from engine.journal.record import JournalError, is_valid_seed
from engine.options import list_declared_options, parse_options
from engine.players.settings import list_settings
from engine.players.spec import LineupError, Spec, move_options_to_seats, parse_spec
from engine.suggestion import explain_unknown
from engine.text import MAX_LINE_LENGTH
from images.deck import DeckError
from lab.errors import LabError
from tui.screen_recording import RecordingError
from words.space.errors import SpaceError


class UsageError(ValueError):
    """Incompatible or inapplicable options; the message says what to do instead."""


USAGE_ERRORS = (
    DeckError,
    JournalError,
    LabError,
    LineupError,
    MissingPart,
    OptionError,
    RecordingError,
    SettingsError,
    SetupError,
    SpaceError,
    UnknownGame,
    UsageError,
)


def parse_pairs(flag: str, example: str, given: Iterable[str]) -> dict[str, str]:
    """Parse the `NAME=VALUE` arguments of an option.

    Raises:
        OptionError: If an argument is not a pair, or a name is given twice.
    """
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise OptionError(f"{flag} takes a pair such as {example}, not {text[:60]!r}.")
        if name in found:
            raise OptionError(f"{flag} {name}=... is given twice.")
        found[name] = value
    return found


def parse_lineup(
    definition: GameType,
    options: Any,  # noqa: ANN401
    given: Iterable[str],
    others: Iterable[str] = ("human",),
    set_: Iterable[str] = (),
) -> dict[str, Spec]:
    """Parse `--seat`: the SPEC of each seat.

    Args:
        definition: The game.
        options: The game's options, which may decide the number of seats.
        given: The pairs that were given.
        others: The SPECs of the other seats, used in turn.
        set_: The values of `--set`; options that became settings of seats are moved to the seats.

    Raises:
        OptionError: If an argument is not a pair, or a seat does not exist.
        LineupError: If a SPEC is unknown.
    """
    seats = definition.list_seats(options)
    named = parse_pairs("--seat", f"{seats[0]}=word2vec", given)
    for seat in named:
        if seat not in seats:
            raise OptionError(explain_unknown("seat", seat, seats))
    turn = cycle(others)
    lineup = {
        seat: parse_spec(named[seat] if seat in named else next(turn), definition) for seat in seats
    }
    return move_options_to_seats(definition, parse_pairs("--set", "NAME=VALUE", set_), lineup)


def parse_set(definition: GameType, given: Iterable[str]) -> Any:  # noqa: ANN401
    """Parse `--set`: the game's options, with defaults for the rest.

    Raises:
        OptionError: If an option does not exist, or its value is not allowed.
    """
    pairs = parse_pairs("--set", _format_example_option(definition), given)
    for name in pairs.keys() - list_declared_options(definition.options_type).keys():
        for kind in ("llm", "word2vec"):
            if name in list_settings(kind, definition):
                raise OptionError(
                    f"{name} is a setting of a seat, not of the game: for example, "
                    f"--seat {definition.usual_seats()[0]}={EXAMPLES[kind]},"
                    f"{name}={pairs[name][:60]}"
                )
    return parse_options(definition.options_type, pairs)


EXAMPLES = {"llm": "llm:MODEL", "word2vec": "word2vec"}
"""By kind of player that takes settings: an example SPEC."""


def _format_example_option(definition: GameType) -> str:
    name, option = next(iter(definition.list_options().items()))
    return f"{name}={option.default}"


def parse_seed(text: str | None) -> str | None:
    """Check that a seed can be stored in a journal.

    Raises:
        OptionError: If it has line breaks or control characters, or the wrong length.
    """
    if text is not None and not is_valid_seed(text):
        raise OptionError(f"--seed takes one line of 1 to {MAX_LINE_LENGTH} plain characters.")
    return text


def name_people(lineup: Mapping[str, Spec], names: Sequence[str]) -> dict[str, Spec]:
    """Give names to the people of a line-up who have none, in the order of the seats.

    Raises:
        LineupError: If a name is too long.
        UsageError: If there are more names than people without one.
    """
    nameless = [seat for seat, spec in lineup.items() if spec.is_human and not spec.argument]
    if len(names) > len(nameless):
        raise UsageError(
            f"--name: there are {len(names)} names, and {len(nameless)} people without one."
        )
    named = {seat: parse_spec(f"human:{name}") for seat, name in zip(nameless, names, strict=False)}
    return {**lineup, **named}


def format_options(definition: GameType, options: Any) -> dict[str, str]:  # noqa: ANN401
    """Format the options that differ from their defaults, for `--set`."""
    given = options.model_dump()
    return {
        name: str(given[name])
        for name, option in definition.list_options().items()
        if given[name] != option.default
    }


def list_people_seats(lineup: Mapping[str, Spec]) -> tuple[str, ...]:
    """List the seats of people, in order."""
    return tuple(seat for seat, spec in lineup.items() if spec.is_human)


def read_journal_path(text: str | None) -> Path | None:
    """Read `--journal`.

    Raises:
        UsageError: If it is empty, or a folder that does not exist.
    """
    if text == "":
        raise UsageError("--journal takes a file or a folder, not an empty name.")
    path = Path(text) if text else None
    if path and text and text.endswith("/") and not path.is_dir():
        raise UsageError(f"There is no folder {text} for the journal: make it first.")
    return path


def choose_journal_file(path: Path | None, definition: GameType, data: Path) -> Path:
    """Choose the journal of a new game: `path` if it is a file, else a new file in that folder.

    Args:
        path: The value of `--journal`; `None` for the folder of saved games.
        definition: The game.
        data: The data folder, with the folder of saved games.
    """
    from engine.config.paths import get_games_folder
    from engine.journal.folder import choose_journal_path

    folder = path or get_games_folder(data)
    return choose_journal_path(folder, definition.name) if path is None or path.is_dir() else path
