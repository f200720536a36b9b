"""Parse and format `--set`: the options of a game."""

from collections.abc import Iterable
from typing import Any

from engine.errors import OptionError
from engine.game import GameType
from engine.options import list_declared_options, parse_options, select_changed
from engine.players.seat_settings import list_settings
from engine.table_sizes import list_size_options, list_sizes
from tui.options.pairs import parse_pairs


def parse_set(
    definition: GameType, given: Iterable[str], seats: Iterable[str] = (), people: int = 0
) -> Any:  # noqa: ANN401
    """Parse `--set`: the game's options, with defaults for the rest.

    Args:
        definition: The game.
        given: The pairs that were given.
        seats: The pairs of `--seat`. If they name each seat of a table of another size, that size
            is meant, unless `given` says how many play.
        people: How many names of people were given, where no seats were: that many play.

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
    options = parse_options(definition.options_type, pairs)
    named = {pair.partition("=")[0].strip() for pair in seats}
    if not (named or people) or pairs.keys() & list_size_options(definition, pairs):
        return options
    for size in list_sizes(definition, pairs).values():
        fitted = parse_options(definition.options_type, {**pairs, **size})
        taken = definition.list_seats(fitted)
        if named == set(taken) or (not named and people == len(taken)):
            return fitted
    return options


EXAMPLES = {"llm": "llm:MODEL", "word2vec": "word2vec"}
"""By kind of player that takes settings: an example SPEC."""


def _format_example_option(definition: GameType) -> str:
    name, option = next(iter(definition.list_options().items()))
    return f"{name}={option.default}"


def format_options(definition: GameType, options: Any) -> dict[str, str]:  # noqa: ANN401
    """Format the options that differ from their defaults, for `--set`."""
    changed = select_changed(options.model_dump(), definition.list_options())
    return {name: str(value) for name, value in changed.items()}
