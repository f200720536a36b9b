"""The marks and colours of players, which are the same on every screen."""

from collections.abc import Mapping, Sequence

from textual.content import Content

MARKS = "●▲■◆★✚▼♣♠♥"
"""A mark for each player at a table; the marks are distinct without colour and in plain fonts."""


DARK_COLOURS = (
    *("#6db8ff", "#ff8f7d", "#7ed68a", "#c5a8ff", "#f2dc5d"),
    *("#ff9ad2", "#4fd6cc", "#d9925a", "#b7d26a", "#aab4ff"),
)
"""The players' colours on a dark ground; as text they have a contrast of 4.5:1 or more."""


LIGHT_COLOURS = (
    *("#1259b5", "#b3311b", "#22692c", "#6a38c2", "#6d5c00"),
    *("#a8216f", "#00655f", "#87450c", "#4c6500", "#3d46b8"),
)
"""The same on a light ground."""


def build_colour_variables(colours: Sequence[str]) -> dict[str, str]:
    """The variables of a theme for the players' colours: `player-1` and so on."""
    return {f"player-{number}": colour for number, colour in enumerate(colours, 1)}


def write_look(name: str, look: int, style: str) -> Content:
    """Write a name with the mark and in the colour of a look."""
    look %= len(MARKS)
    return Content.styled(f"{MARKS[look]} {name}", f"$player-{look + 1} {style}".strip())


def assign_looks(names: Sequence[str], known: Mapping[str, int]) -> tuple[int, ...]:
    """Choose a look for each name: its known look, or else one that nobody else here has.

    Args:
        names: The players of one table.
        known: Looks by name, in small letters.
    """
    looks: dict[int, int] = {}
    for place, name in enumerate(names):
        look = known.get(name.casefold())
        if look is not None and look not in looks.values():
            looks[place] = look
    here = set(looks.values())
    free = [look for look in range(len(MARKS)) if look not in here]
    free.sort(key=lambda look: look in known.values())  # first those that no known player has
    for place in range(len(names)):
        if place not in looks:
            looks[place] = free.pop(0) if free else place
    return tuple(looks[place] for place in range(len(names)))
