"""The card of the chosen game, which hangs from its tile: what it is, its rules, who sits where."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from engine.game import GameType
from screens.setup.game_tile import GameTile, format_player_count
from screens.setup.rules import RulesLine
from screens.setup.rules_excerpt import RulesExcerpt
from screens.widgets.even_text import EvenText
from screens.widgets.fitting_text import FittingText


class CardEdge(Widget):
    """The upper edge of the card, open below the tile of the chosen game."""

    DEFAULT_CSS = "CardEdge { height: 1; color: $outline; }"

    def render(self) -> Content:
        width = self.size.width
        line = ["─"] * width
        line[0] = "╭"
        line[-1] = "╮"
        for tile in self.screen.query(GameTile):
            left, right = tile.region.x - self.region.x, tile.region.right - self.region.x
            if tile.chosen and tile.is_tab and 0 <= left < right <= width:
                line[left:right] = " " * (right - left)
                line[left] = "╯"
                line[right - 1] = "╰"
                for end in {left} & {0} | {right - 1} & {width - 1}:
                    line[end] = "│"
        return Content("".join(line))


class GameCard(Vertical):
    """What the chosen game is, its rules in words, and who sits where."""

    DEFAULT_CSS = """
    GameCard { height: auto; }
    GameCard #card { height: auto; border: round $outline; border-top: none; }
    GameCard #game { width: 1fr; height: auto; }
    GameCard FittingText { padding: 0 1; }
    GameCard #facts { color: $muted; }
    GameCard #places { color: $muted; padding: 0 1; height: 2; }
    GameCard RulesExcerpt { display: none; width: 1fr; }
    """

    def compose(self) -> ComposeResult:
        yield CardEdge()
        with Horizontal(id="card"):
            with Vertical(id="game"):
                yield FittingText(id="about")
                yield FittingText(id="facts")
                yield RulesLine()
                yield EvenText(id="places")
            yield RulesExcerpt()

    def show(self, definition: GameType, sizes: tuple[int, ...], markdown: str) -> None:
        """Show a game, for how many it is, and an excerpt of its rules."""
        tagline = definition.tagline or definition.summary
        self.query_one("#about", FittingText).show(definition.summary, tagline)
        players = format_player_count(sizes)
        minutes = definition.minutes
        self.query_one("#facts", FittingText).show(
            f"For {players}" + (f", about {minutes} minutes" if minutes else ""), players
        )
        self.query_one(RulesExcerpt).markdown = markdown
        self.query_one(CardEdge).refresh()
