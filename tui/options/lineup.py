"""Parse `--seat` and `--name`: who plays."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from typing import Any

from engine.errors import OptionError
from engine.game import GameType
from engine.players.spec import Spec, move_options_to_seats, parse_spec
from engine.suggestion import explain_unknown
from tui.options.pairs import parse_pairs
from tui.usage_error import UsageError


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


def list_people_seats(lineup: Mapping[str, Spec]) -> tuple[str, ...]:
    """List the seats of people, in order."""
    return tuple(seat for seat, spec in lineup.items() if spec.is_human)
