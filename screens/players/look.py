"""The marks and colours of players, which are the same on every screen."""

from collections.abc import Mapping, Sequence
from zlib import crc32

from textual.content import Content

from engine.players.machine_names import STRENGTHS
from screens.players.colours import COLOUR_NAMES
from screens.players.marks import FILLED, MARKS


def write_look(name: str, look: int, style: str) -> Content:
    """Write a name with the mark and in the colour of a look."""
    return Content.styled(f"{get_mark(look)} {name}", f"{get_style(look)} {style}".strip())


def get_mark(look: int) -> str:
    """The mark of a look, one cell wide: filled for people, hollow for machines."""
    return MARKS[look % len(MARKS)]


def get_style(look: int) -> str:
    """The colour of a look, as a style."""
    return f"$player-{get_colour(look)}"


def get_colour(look: int) -> int:
    """The number of the colour of a look, from 1."""
    return look % len(FILLED) + 1


def get_team_style(place: int, name: str) -> str:
    """The colour of a team, as a style.

    Args:
        place: Its place among the teams, for a name that is no colour.
        name: Its name, such as `red`.
    """
    named = [at for at, names in enumerate(COLOUR_NAMES) if name.casefold() in names]
    return get_style(named[0] if named else place)


def assign_looks(
    names: Sequence[str], known: Mapping[str, int], machines: Sequence[bool] = ()
) -> tuple[int, ...]:
    """Choose a look for each name, whose shape and colour nobody else here has.

    A person has the known look of the name if it is free. A machine's look follows from its name
    and the people here alone, so that it is the same in the list of games and in a replay.

    Args:
        names: The players of one table.
        known: Looks by name, in small letters.
        machines: For each name, whether it is a machine; by default none is.
    """
    kinds = len(FILLED)
    of_machines = [
        place for place in range(len(names)) if place < len(machines) and machines[place]
    ]
    people = [place for place in range(len(names)) if place not in of_machines]
    shapes: dict[int, int] = {}
    for place in people:
        look = known.get(names[place].casefold())
        if look is not None and look % kinds not in shapes.values():
            shapes[place] = look % kinds
    taken = {look for look in known.values() if look < kinds}
    for place in people:  # first those that no known person has
        if place not in shapes:
            free = [shape for shape in range(kinds) if shape not in shapes.values()]
            free.sort(key=lambda shape: shape in taken)
            shapes[place] = free[0] if free else place % kinds
    for place in of_machines:
        wanted = find_machine_shape(names[place])
        others = [(wanted + step) % kinds for step in range(kinds)]
        shapes[place] = next((one for one in others if one not in shapes.values()), wanted)
    return tuple(shapes[place] + kinds * (place in of_machines) for place in range(len(names)))


def find_machine_shape(name: str) -> int:
    """Find the shape that a machine of this name has if nobody else here has it."""
    named = list(STRENGTHS)
    first = name.partition(" ")[0]
    place = named.index(first) if first in named else crc32(name.casefold().encode())
    return place % len(FILLED)
