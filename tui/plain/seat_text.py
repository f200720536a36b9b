"""Describe seats, and who plays them, in words."""

from collections.abc import Iterator, Mapping, Sequence
from string import digits

from engine.distinct_names import distinguish_names
from engine.joined_text import join_names
from engine.players.spec import Spec, parse_spec


def describe_seat(seat: str) -> str:
    """`Player 3` for `p3`, and the role for other seats."""
    return f"Player {seat[1:]}" if is_numbered(seat) else f"The {seat}"


def describe_person(seat: str, number: int) -> str:
    return f"player {number}" if is_numbered(seat) else f"player {number}, the {seat}"


def describe_kinds(lineup: Mapping[str, str]) -> Iterator[str]:
    """Describe the machines in a line-up, with roles if its seats have any."""
    specs = [parse_spec(spec) for spec in lineup.values()]
    if all(is_numbered(seat) for seat in lineup):
        yield from distinguish_names([_format_player(spec) for spec in specs if not spec.is_human])
        return
    names = distinguish_names([_format_player(spec) for spec in specs])
    for seat, spec, name in zip(lineup, specs, names, strict=True):
        who = "a person" if spec.is_human else name
        yield f"{who} as {seat}"


def _format_player(spec: Spec) -> str:
    return spec.display_name("")


def describe_players(seats: Sequence[str], names: Sequence[str]) -> str:
    """Describe the players, with their roles if the seats have any."""
    if all(is_numbered(seat) for seat in seats):
        return f"Players: {join_names(names)}."
    sides: dict[str, list[str]] = {}
    for name, seat in zip(names, seats, strict=True):
        sides.setdefault(seat.rstrip(digits), []).append(name)
    if len(sides) < len(seats):  # `white1` and `white2` are a side
        return " ".join(f"{side.capitalize()}: {join_names(own)}." for side, own in sides.items())
    pairs = zip(names, seats, strict=True)
    return f"{join_names(f'{name} is the {seat}' for name, seat in pairs)}."


def is_numbered(seat: str) -> bool:
    """Whether a seat has a number instead of a role: `p3`."""
    return seat[:1] == "p" and seat[1:].isdecimal()
