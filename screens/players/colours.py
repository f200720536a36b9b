"""The colours of players in each theme, and what teams are called that have them."""

from collections.abc import Sequence

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


COLOUR_NAMES = (
    *(("blue",), ("red",), ("green",), ("purple", "violet"), ("yellow", "gold")),
    *(("pink",), ("cyan", "teal"), ("orange", "brown"), ("lime",), ("indigo",)),
)
"""What teams may be called that get this colour."""


ANSI_COLOURS = (
    *("ansi_bright_blue", "ansi_bright_red", "ansi_green", "ansi_cyan", "ansi_yellow"),
    *("ansi_bright_magenta", "ansi_bright_cyan", "ansi_red", "ansi_bright_green"),
    "ansi_blue",
)
"""The same from the terminal's own colours; dark red and blue, hard to read on black, come late."""


def build_colour_variables(colours: Sequence[str]) -> dict[str, str]:
    """The variables of a theme for the players' colours: `player-1` and so on."""
    return {f"player-{number}": colour for number, colour in enumerate(colours, 1)}
