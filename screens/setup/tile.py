"""The tile of a game: emblem, title, tagline, number of players and duration."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from engine.game import GameType
from engine.options import list_declared_options
from screens.games.ui import read_screen_file
from screens.setup.choice import Choice


def format_player_count(definition: GameType) -> str:
    """Write how many play, by the bounds of the option `players` if the game has it."""
    option = list_declared_options(definition.options_type).get("players")
    if option is None:
        return f"{len(definition.usual_seats())} players"
    return f"{option.low} to {option.high} players"


class GameTile(Choice):
    """A game: its emblem, title, tagline, number of players and duration."""

    DEFAULT_CSS = """
    GameTile { height: 7; width: 1fr; border: round $outline; padding: 0 1; }
    GameTile:hover { background: $surface; }
    GameTile.-chosen { border: round $primary; }
    GameTile:focus { border: heavy $primary; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Game", key_display="← →"),
        Binding("right", "go(1)", show=False),
        Binding("down", "choose(True)", show=False),
        Binding("up", "", show=False),
    ]

    def __init__(self, definition: GameType) -> None:
        """Show the game of `definition`."""
        super().__init__(id=f"game-{definition.name}")
        self.definition = definition
        self.emblem = read_screen_file(definition, "emblem.txt").splitlines()

    def render(self) -> Content:
        definition = self.definition
        title = definition.title.removeprefix("Adversarial ")
        minutes = f"{definition.minutes} minutes" if definition.minutes else ""
        players = format_player_count(definition)
        sign = "◉ " if self.chosen else "○ "
        colour = "$primary" if self.chosen else ""
        lines = [Content.assemble((sign, colour), (title, f"bold {colour}".rstrip()))]
        if self.emblem and self.content_size.height >= len(self.emblem) + 5:
            style = "$primary" if self.chosen else "$muted"
            emblem = [Content.styled(line, style) for line in self.emblem]
            lines = [*emblem, *lines]
        lines += Content(definition.tagline or definition.summary).wrap(self.content_size.width)
        lines += [Content.styled(text, "$muted") for text in (players, minutes) if text]
        return Content("\n").join(lines)

    def watch_chosen(self) -> None:
        self.refresh()

    def action_go(self, by: int) -> None:
        """Choose the next game, or the one before."""
        tiles = list(self.screen.query(GameTile))
        tile = tiles[(tiles.index(self) + by) % len(tiles)]
        tile.focus()
        tile.action_choose(False)
