"""Reading what was typed: pairs, line-ups, options and seeds, with errors that teach."""

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any

from engine.games.definition import GameDefinition
from engine.lineup import Spec, parse_spec
from engine.options import OptionError, read_options, unknown
from engine.record import plain_seed
from engine.text import LONGEST


def pairs(flag: str, example: str, given: Iterable[str]) -> dict[str, str]:
    """What `NAME=VALUE` arguments say, by name.

    Raises:
        OptionError: If one of them is no pair, or a name comes twice.
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


def read_lineup(
    definition: GameDefinition,
    options: Any,  # noqa: ANN401
    given: Iterable[str],
    others: Iterable[str] = ("human",),
) -> dict[str, Spec]:
    """Who sits where.

    Args:
        definition: The game.
        options: What was agreed on, as it may tell how many seats there are.
        given: The pairs.
        others: The SPECs for seats that are not named, in turn: people, if left out.

    Raises:
        OptionError: If there is no such seat, or no pair.
        LineupError: If a SPEC means nothing.
    """
    seats = definition.seated(options)
    named = pairs("--seat", f"{seats[0]}=word2vec", given)
    for seat in named:
        if seat not in seats:
            raise OptionError(unknown("seat", seat, seats))
    turn = cycle(others)
    return {seat: parse_spec(named[seat] if seat in named else next(turn)) for seat in seats}


def read_set(definition: GameDefinition, given: Iterable[str]) -> Any:  # noqa: ANN401
    """The options that `NAME=VALUE` arguments ask for, the rest as usual.

    Raises:
        OptionError: At the first that is not allowed.
    """
    return read_options(definition.options_type, pairs("--set", example(definition), given))


def example(definition: GameDefinition) -> str:
    """An option of the game as one would type it."""
    name, option = next(iter(definition.options.items()))
    return f"{name}={option.default}"


def read_seed(text: str | None) -> str | None:
    """A seed that a journal can keep.

    Raises:
        OptionError: If it is none.
    """
    if text is not None and not plain_seed(text):
        raise OptionError(f"--seed takes one line of 1 to {LONGEST} plain characters.")
    return text


def people(lineup: Mapping[str, Spec]) -> tuple[str, ...]:
    """The seats in which people sit."""
    return tuple(seat for seat, spec in lineup.items() if spec.human)
