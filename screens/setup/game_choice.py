"""The games to choose from, as tiles that say whether they fit those who are here."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message

from engine.games.catalog import list_games
from screens.setup.game_tile import GameTile


class GameChoice(Horizontal, can_focus=True):
    """The games side by side, one of them chosen; left and right choose another."""

    DEFAULT_CSS = """
    GameChoice { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take", "Go on", key_display="Enter"),
        Binding("left", "go(-1)", "Game", key_display="← →"),
        Binding("right", "go(1)", show=False),
    ]

    take_label = ""
    """What Enter does if it is more than going on."""

    class Changed(Message):
        """Another game was chosen."""

    class Taken(Message):
        """The chosen game is to be played."""

    def __init__(self, game: str) -> None:
        """Mark `game` as chosen."""
        super().__init__(id="games")
        self.game = game

    def compose(self) -> ComposeResult:
        """A tile for each game."""
        for definition in list_games().values():
            yield GameTile(definition, chosen=definition.name == self.game)

    def label_key(self, binding: Binding) -> str:
        """Say what Enter does now."""
        return self.take_label if binding.action == "take" else ""

    def on_focus(self) -> None:
        """Show that the keyboard chooses here."""
        self.refresh_tiles()

    def on_blur(self) -> None:
        """Show that it does no longer."""
        self.refresh_tiles()

    def refresh_tiles(self) -> None:
        """Draw the tiles anew."""
        for tile in self.query(GameTile):
            tile.refresh()

    def choose(self, game: str) -> None:
        """Mark another game as chosen."""
        self.game = game
        for tile in self.query(GameTile):
            tile.chosen = tile.definition.name == game
            tile.refused = False

    def refuse(self) -> None:
        """Mark the chosen game as one that does not fit those who are here."""
        for tile in self.query(GameTile):
            tile.refused = tile.chosen

    def action_go(self, by: int) -> None:
        """Choose the game beside."""
        names = list(list_games())
        self.choose(names[(names.index(self.game) + by) % len(names)])
        self.post_message(self.Changed())

    def action_take(self) -> None:
        """Play the chosen game."""
        self.post_message(self.Taken())

    def on_game_tile_clicked(self, event: GameTile.Clicked) -> None:
        """Choose a game with the mouse."""
        self.focus()
        self.choose(event.tile.definition.name)
        self.post_message(self.Changed())
