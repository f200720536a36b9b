"""The tile of a game: emblem, title, tagline, number of players, and whether it fits."""

from collections.abc import Collection

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from engine.game import GameType
from screens.games.ui import read_screen_file

EMBLEM_ROOM = 5
"""Lines of a tile beside its emblem."""
TIMED = 24
"""The fewest columns of a tile with the duration: all tiles have it, or none."""
TAG = 3
"""Lines of a tile without a frame and a tagline."""


def format_player_count(sizes: Collection[int]) -> str:
    """Write how many play: `3 players`, `3 to 6 players`, `3 or 5 players`."""
    least, most = min(sizes), max(sizes)
    if least == most:
        return f"{least} players"
    if len(sizes) == most - least + 1:
        return f"{least} to {most} players"
    *rest, last = map(str, sorted(sizes))
    return f"{', '.join(rest)} or {last} players"


def shorten_title(definition: GameType) -> str:
    """Write the title of a game as people call it."""
    return definition.title.removeprefix("Adversarial ")


class Fit:
    """How a game fits the number of players who are here."""

    def __init__(self, sizes: Collection[int], here: int, *, filled: bool = False) -> None:
        """Compare the sizes that a game takes with the number of those here.

        Args:
            sizes: The numbers of players that it takes.
            here: How many play.
            filled: Whether machines come until there are as many as usual.
        """
        self.sizes = sizes
        self.here = here
        self.filled = filled

    @property
    def missing(self) -> int:
        """How many more are needed; 0 if as many as are here can play, or none more would do."""
        larger = [size for size in self.sizes if size >= self.here]
        return min(larger) - self.here if larger else 0

    @property
    def surplus(self) -> int:
        """How many are too many."""
        return max(self.here - max(self.sizes), 0)

    @property
    def fits(self) -> bool:
        """Whether those who are here can play."""
        return self.here in self.sizes

    def describe(self) -> str:
        """Say it in a few words; nothing while nobody is here."""
        if not self.here:
            return ""
        if self.fits:
            return f"{self.here} play" if self.filled else f"{self.here} ✓"
        return f"needs {self.missing} more" if self.missing else f"{self.surplus} too many"


class GameTile(Widget):
    """A game: its emblem, title, tagline, number of players, duration, and whether it fits."""

    DEFAULT_CSS = """
    GameTile { height: 7; width: 1fr; border: round $outline; padding: 0 1; }
    GameTile:hover { background: $surface; }
    GameTile.-unfit { color: $muted; }
    GameTile.-chosen { border: round $primary; }
    """
    chosen: reactive[bool] = reactive(False, toggle_class="-chosen")
    """Whether it is the chosen one."""
    fit: reactive[Fit | None] = reactive(None)
    """How the game fits those who are here."""

    class Clicked(Message):
        """A tile was clicked."""

        def __init__(self, tile: "GameTile") -> None:
            super().__init__()
            self.tile = tile

    def __init__(self, definition: GameType, *, chosen: bool) -> None:
        """Show the game of `definition`."""
        super().__init__(id=f"game-{definition.name}")
        self.definition = definition
        self.emblem = read_screen_file(definition, "emblem.txt").splitlines()
        self.set_reactive(GameTile.chosen, chosen)
        self.set_class(chosen, "-chosen")

    def watch_fit(self, fit: Fit | None) -> None:
        """Dim the tile if those who are here cannot play the game."""
        self.set_class(fit is not None and bool(fit.here) and not fit.fits, "-unfit")

    def render(self) -> Content:
        definition, fit = self.definition, self.fit
        sizes = fit.sizes if fit else (len(definition.usual_seats()),)
        title = shorten_title(definition)
        players = format_player_count(sizes)
        colour = "$primary" if self.chosen else ""
        sign = "◉ " if self.chosen else "○ "
        told = fit.describe() if fit else ""
        told_style = "bold $success" if fit and fit.fits else "$warning"
        name = Content.assemble((sign, colour), (title, f"bold {colour}".strip()))
        width = self.content_size.width
        if self.content_size.height == TAG:
            few = Content.styled(
                players if len(players) < width else players.removesuffix(" players"), "$muted"
            )
            lines = [name, few, Content.styled(told, told_style)]
            return Content("\n").join(line.truncate(width, ellipsis=True) for line in lines)
        if self.content_size.height <= 1:
            parts = [name.pad_right(max(14 - name.cell_length, 0))]
            parts.append(Content.styled(f"{players:16}", "$muted"))
            parts.append(Content.styled(told, told_style))
            return Content(" ").join(parts)
        lines = [name]
        if self.emblem and self.content_size.height >= len(self.emblem) + EMBLEM_ROOM:
            style = "$primary" if self.chosen else "$muted"
            lines = [*(Content.styled(line, style) for line in self.emblem), *lines]
        lines += Content(definition.tagline or definition.summary).wrap(width)[:2]
        minutes = f"{definition.minutes} min" if definition.minutes and width >= TIMED else ""
        lines.append(Content.styled(" · ".join(filter(None, (players, minutes))), "$muted"))
        if told:
            lines.append(Content.styled(told, told_style))
        return Content("\n").join(lines)

    def on_click(self, event: events.Click) -> None:
        """Say that it was clicked."""
        event.stop()
        self.post_message(self.Clicked(self))
