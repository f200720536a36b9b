"""The tile of a game: emblem, title, tagline, number of players, and whether it fits."""

from collections.abc import Collection

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from engine.game import GameType
from engine.games.catalog import list_games
from screens.games.ui import read_screen_file
from screens.widgets.text_layout import wrap_evenly

EMBLEM_LINES = 3
"""Lines of an emblem; a game without one has as many blank ones."""
TAGLINE_LINES = 2
"""Lines of a tagline."""
LONGEST_COUNT = len("3 to 6 players")
"""Tiles that are narrower say only `for 3 to 6`, whatever their game takes."""


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


def find_widest_title() -> int:
    """Find how many cells the longest title takes, so that all tiles look alike."""
    return max(cell_len(shorten_title(one)) for one in list_games().values())


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
    """A game: its emblem, title and tagline, and how it fits those who are here."""

    DEFAULT_CSS = """
    GameTile { height: 5; width: 1fr; border: blank; border-bottom: none; padding: 0 1; }
    GameTile:hover { background: $surface; }
    GameTile.-unfit { color: $muted; }
    GameTile.-chosen { border: round $outline; border-bottom: none; }
    """
    chosen: reactive[bool] = reactive(False, toggle_class="-chosen")
    """Whether it is the chosen one."""
    fit: reactive[Fit | None] = reactive(None)
    """How the game fits those who are here."""

    refused: reactive[bool] = reactive(False, toggle_class="-refused")
    """Whether somebody wanted to play it although it does not fit."""

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

    @property
    def is_tab(self) -> bool:
        """Whether it has a frame, from which the card of the chosen game hangs."""
        return self.gutter.top > 0

    @property
    def has_keyboard(self) -> bool:
        """Whether the keyboard chooses among the tiles."""
        return isinstance(self.parent, Widget) and self.parent.has_focus

    def render(self) -> Content:
        width, height = self.content_size
        sign, colour = ("◉ ", "$primary") if self.chosen else ("○ ", "")
        cursor = " reverse" if self.chosen and self.has_keyboard else ""
        if self.is_tab and width < find_widest_title() + cell_len(sign):
            sign = ""  # the frame tells which is chosen
        title = shorten_title(self.definition)
        name = Content.assemble((sign, colour), (title, f"bold {colour}{cursor}"))
        fit = self.describe_fit(width)
        if height <= 1:
            padded = name.pad_right(max(14 - name.cell_length, 0))
            return Content(" ").join([padded, fit])
        lines = [name]
        if height > TAGLINE_LINES + 1:
            tagline = self.definition.tagline or self.definition.summary
            lines += [*wrap_evenly(Content(tagline), width), *[Content()] * TAGLINE_LINES][
                :TAGLINE_LINES
            ]
        if height >= len(lines) + 1 + EMBLEM_LINES:
            lit = "$foreground" if self.fit and self.fit.fits else "$muted"
            style = "$primary" if self.chosen else lit
            emblem = [*self.emblem, *[""] * EMBLEM_LINES][:EMBLEM_LINES]
            drawn = [Content.styled(line, style) for line in emblem]
            lines = [*drawn, *[Content()] * (height > len(lines) + 1 + EMBLEM_LINES), *lines]
        lines.append(fit)
        return Content("\n").join(line.truncate(width, ellipsis=True) for line in lines)

    def describe_fit(self, width: int) -> Content:
        """Say how it fits those who are here; how many play it, while nobody is here."""
        fit = self.fit
        if fit and (told := fit.describe()):
            told = told if cell_len(told) <= width else told.removeprefix("needs ")
            unfit = "$warning" if self.chosen else "$muted"
            style = "bold $success" if fit.fits else unfit
            return Content.styled(told, "bold $error" if self.refused else style)
        players = format_player_count(fit.sizes if fit else (len(self.definition.usual_seats()),))
        short = players.removesuffix(" players")
        return Content.styled(players if width >= LONGEST_COUNT else short, "$muted")

    def on_click(self, event: events.Click) -> None:
        """Say that it was clicked."""
        event.stop()
        self.post_message(self.Clicked(self))
