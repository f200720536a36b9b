"""Which numbers of players a game takes, and which options seat so many."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.errors import OptionError
from engine.game import GameType
from engine.options import Option

MOST_VALUES = 20
"""Maximum number of values of an option that may give the number of seats."""


def list_sizes(definition: GameType, given: Mapping[str, str]) -> Mapping[int, Mapping[str, str]]:
    """List by number of players, in order, the options that seat so many besides `given`."""
    return _list_sizes(definition, tuple(given.items()))


def list_size_options(definition: GameType, given: Mapping[str, str]) -> frozenset[str]:
    """List the options that give the number of seats, besides `given`.

    Those that are marked so, or else those whose values differ in it.
    """
    return _list_size_options(definition, tuple(given.items()))


@lru_cache(maxsize=64)
def _list_size_options(definition: GameType, given: tuple[tuple[str, str], ...]) -> frozenset[str]:
    kept, options = dict(given), definition.list_options()
    marked = frozenset(name for name, option in options.items() if option.mark.prominent)
    return marked or frozenset(
        name
        for name, option in options.items()
        if len({len(seats) for _, seats in _try_values(definition, option, kept)}) > 1
    )


@lru_cache(maxsize=64)
def _list_sizes(
    definition: GameType, given: tuple[tuple[str, str], ...]
) -> Mapping[int, Mapping[str, str]]:
    varied = _list_size_options(definition, given)
    options = definition.list_options()
    kept = {name: text for name, text in given if name not in varied}
    sizes: dict[int, Mapping[str, str]] = {len(definition.parse_seats(kept)): {}}
    for name in sorted(varied, key=list(options).index):
        for text, seats in _try_values(definition, options[name], kept):
            sizes.setdefault(len(seats), {name: text})
    return dict(sorted(sizes.items()))


def _try_values(
    definition: GameType, option: Option, kept: Mapping[str, str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Find the seats with each value of an option that has only a few."""
    values: tuple[object, ...] = option.choices
    if option.value_type is bool:
        values = ("no", "yes")
    elif option.low is not None and option.high is not None:
        values = tuple(range(option.low, option.high + 1)[: MOST_VALUES + 1])
    if len(values) > MOST_VALUES:
        return
    for value in values:
        try:
            yield str(value), definition.parse_seats({**kept, option.name: str(value)})
        except OptionError:
            continue
