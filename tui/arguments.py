"""Parse `--seat`, `--set` and `--seed`; the errors that a command prints, with exit code 2."""

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any

from engine.call_log import NotInspectable
from engine.export import ExportError
from engine.games.catalog import UnknownGame
from engine.games.definition import GameDefinition
from engine.games.part_protocols import MissingPart
from engine.journal_reader import JournalError, is_valid_seed
from engine.lineup import LineupError, Spec, parse_spec
from engine.options import OptionError, explain_unknown, parse_options
from engine.settings_paths import SettingsError
from engine.text import MAX_LINE_LENGTH
from images.card import DeckError
from tui.recording import RecordingError
from words.space_format import SpaceError


class UsageError(ValueError):
    """Options that do not go together, or not here; the message says what to do instead."""


USAGE_ERRORS = (
    DeckError,
    ExportError,
    JournalError,
    LineupError,
    MissingPart,
    NotInspectable,
    OptionError,
    RecordingError,
    SettingsError,
    SpaceError,
    UnknownGame,
    UsageError,
)


def parse_pairs(flag: str, example: str, given: Iterable[str]) -> dict[str, str]:
    """Parse the `NAME=VALUE` arguments of an option.

    Raises:
        OptionError: If an argument is no pair, or a name is given twice.
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
    definition: GameDefinition,
    options: Any,  # noqa: ANN401
    given: Iterable[str],
    others: Iterable[str] = ("human",),
) -> dict[str, Spec]:
    """Parse `--seat`: the SPEC of each seat.

    Args:
        definition: The game.
        options: The game's options: they may decide how many seats there are.
        given: The pairs that were given.
        others: The SPECs of the other seats, used in turn.

    Raises:
        OptionError: If an argument is no pair, or there is no such seat.
        LineupError: If a SPEC is unknown.
    """
    seats = definition.list_seats(options)
    named = parse_pairs("--seat", f"{seats[0]}=word2vec", given)
    for seat in named:
        if seat not in seats:
            raise OptionError(explain_unknown("seat", seat, seats))
    turn = cycle(others)
    return {seat: parse_spec(named[seat] if seat in named else next(turn)) for seat in seats}


def parse_set(definition: GameDefinition, given: Iterable[str]) -> Any:  # noqa: ANN401
    """Parse `--set`: the game's options, with defaults for the rest.

    Raises:
        OptionError: If there is no such option, or its value is not allowed.
    """
    return parse_options(
        definition.options_type, parse_pairs("--set", _example_option(definition), given)
    )


def _example_option(definition: GameDefinition) -> str:
    name, option = next(iter(definition.options.items()))
    return f"{name}={option.default}"


def parse_seed(text: str | None) -> str | None:
    """Check that a seed can be stored in a journal.

    Raises:
        OptionError: If it has line breaks or control characters, or the wrong length.
    """
    if text is not None and not is_valid_seed(text):
        raise OptionError(f"--seed takes one line of 1 to {MAX_LINE_LENGTH} plain characters.")
    return text


def people_seats(lineup: Mapping[str, Spec]) -> tuple[str, ...]:
    """The seats of people, in order."""
    return tuple(seat for seat, spec in lineup.items() if spec.is_human)
