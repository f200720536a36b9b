"""What a game brings to the screen: the interface `GameUI`, which `screens.games.ui_loading` loads.

A game's package here defines at least `choose_seat_form`. Every other member of `GameUI` that the
package leaves out is taken from `screens.games.ui_loading`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from textual.containers import Vertical
from textual.widget import Widget

from engine.comet.beliefs import Beliefs
from engine.game import Seat
from screens.players import SeatNames
from screens.private_screen import PrivateScreen, SeatScreen
from screens.widgets.lines import ViewLines

if TYPE_CHECKING:
    from screens.widgets.card_row import CardItem

REQUIRED = "choose_seat_form"
"""What a game's package has to define."""
OPTIONAL = (
    *("rules", "presets", "new_game_options", "table_lines", "reveal_lines"),
    *("create_board", "create_reveal", "build_headline", "create_result", "create_belief_panel"),
)

type SeatFormType[View, Move] = Callable[
    [View, SeatNames, Callable[[View, Move], str | None], str | None], SeatScreen[Move]
]
"""A class of private screens: it takes the view, who sits where, what returns why a move is against
the rules (`None` if it is legal), and why the last move was refused, in words for a person."""
type Presets = Mapping[str, Mapping[str, str]]
"""Line-ups by the name to show: seat name to SPEC, in table order."""


@dataclass(frozen=True, slots=True)
class Headline:
    """What an audience must be able to read from the last row; all of it is literal text."""

    when: str
    """`Round 3 of 8`."""
    now: str
    """What happens, in a short sentence; once the game is over, who won and why."""
    large: tuple[str, ...]
    """The hints, the clue, the last line that was said; in the end who has won."""
    score: str
    """The score so far."""
    revealed: tuple[str, str] | None = None
    """What was revealed last, in a word or two and in a sentence; `None` where cards show it."""
    cards: "tuple[CardItem, ...]" = ()
    """The cards on the table, in a game of cards."""
    marked: int | None = None
    """Which of them is marked."""
    covered: tuple[str, ...] = ()
    """What stands in place of the revealed words before, step by step: `#-#-#`, `4-#-#`."""


class Board[View](Vertical):
    """Base of a game's public table."""

    def show(self, view: View) -> None:
        """Show `view` instead of the one before."""
        raise NotImplementedError


class GameUI[View, Move](Protocol):
    """A game's own screens and widgets. Each is made from views, which hold no other secrets.

    Only `choose_seat_form` has to be written.
    """

    rules: str
    """The rules for people, as Markdown, for F1.

    Default: `rules.md` in the game's package, else its summary and its options.
    """
    presets: Presets
    """Good line-ups to begin with; newcomers are offered the second.

    Default: people only, a person among baselines, baselines only.
    """
    new_game_options: Mapping[str, str]
    """The options that newcomers are offered in New game, as text: a game for an evening.
    Commands keep the defaults of the options themselves.

    Default: none.
    """

    table_lines: type[ViewLines[View]]
    """The lines of the public table, of which the default board and the context of a `LineForm`
    consist, for whoever's view they are given.

    Default: the fields of the view, a line each.
    """
    reveal_lines: type[ViewLines[View]] | None
    """The lines that the default reveal shows of the view after a turn that adds a round to it.

    Default: `None`, the narration of the turn.
    """

    def choose_seat_form(self, view: View) -> SeatFormType[View, Move]:
        """Choose the private screen that asks one seat for its move, a class.

        Args:
            view: All that the seat may know.
        """

    def create_belief_panel(
        self, view: View, names: SeatNames
    ) -> PrivateScreen[Beliefs | None] | None:
        """Create what asks a person after their move what they believe, from their own view.

        Default: `None`; nothing is asked.
        """

    def create_board(self, names: SeatNames) -> Board[View]:
        """Create the public table, for an onlooker's view or a seat's in a replay.

        Default: `table_lines`, scrolled.
        """

    def create_reveal(self, before: View, after: View, names: SeatNames) -> Widget | None:
        """Create what everybody looks at together after this turn, from onlookers' views.

        Default: `reveal_lines`, scrolled, after a turn that adds a round to the view; else `None`.
        """

    def build_headline(self, view: View, names: SeatNames) -> Headline:
        """Build the few large words for an audience, from an onlooker's view.

        Default: the round, the last text in the view, and its numbers.
        """

    def create_result(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> Widget:
        """Create the account of a finished game: who won and why, all secrets, a review.

        Default: the winners by `score`, and the final view's fields.
        """
