"""The files and folders that SPECs and options name, as another person's file may name yours."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from engine.game import GameType
from engine.games.catalog import list_games
from engine.options import Option, list_declared_options
from engine.players.seat_settings import list_settings
from engine.players.spec import Spec


def list_spec_files(spec: Spec) -> Iterator[str]:
    """Yield what a player reads, or learns into, because its SPEC names it."""
    if spec.kind == "script":
        yield spec.argument
    declared = [list_settings(spec.kind, definition) for definition in list_games().values()]
    for name, value in spec.settings:
        if any(_may_name_file(known.get(name), value) for known in declared):
            yield value


def list_option_files(values: Mapping[str, object], definition: GameType) -> Iterator[str]:
    """Yield the values of a game's options that name something on this computer.

    An option that takes any text, such as `keywords`, may be the path of a file.
    """
    known = list_declared_options(definition.options_type)
    for name, given in values.items():
        for value in given if isinstance(given, list) else [given]:
            if isinstance(value, str) and _may_name_file(known.get(name), value):
                yield value.strip()


def _may_name_file(option: Option | None, value: str) -> bool:
    if option is None or not option.is_free_text or not value.strip():
        return False
    with suppress(OSError, ValueError, RuntimeError):  # no path
        return Path(value.strip()).expanduser().exists()
    return False
