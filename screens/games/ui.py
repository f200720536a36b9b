"""What a game brings to the screen; each game's folder here has a module `front` that holds it."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.widget import Widget

from engine.game import Seat
from screens.private import SeatScreen

if TYPE_CHECKING:
    from screens.widgets.card_row import CardItem


@dataclass(frozen=True, slots=True)
class SeatNames:
    """Who sits where, as screens name them."""

    seats: tuple[str, ...]
    """The seats' names: `encoder`."""
    labels: tuple[str, ...]
    """Who sits there: `Ada`, `word2vec`. Outside text: show it as literal content."""

    def name(self, seat: Seat) -> str:
        """`Ada, encoder`; only `Encoder` where the label says no more than that."""
        seat_name, label = self.seats[seat], self.labels[seat]
        if label.casefold() == seat_name.casefold():
            return label
        return f"{label}, {seat_name}"

    def short(self, seat: Seat) -> str:
        """`Ada`; `p3` where several are called the same."""
        label = self.labels[seat]
        return label if self.labels.count(label) == 1 else self.seats[seat]


@dataclass(frozen=True, slots=True)
class Headline:
    """What those in the last row of an audience have to read; all of it is literal text."""

    when: str
    """`Round 3 of 8`."""
    now: str
    """What happens, in a short sentence; once the game is over, who won and why."""
    large: tuple[str, ...]
    """The hints, the clue, the last line that was said; in the end who has won."""
    score: str
    """How it stands."""
    revealed: tuple[str, str] | None = None
    """What was revealed last: in a word or two, and in a sentence; nothing where cards tell it."""
    cards: "tuple[CardItem, ...]" = ()
    """The cards on the table, in a game of cards."""
    marked: int | None = None
    """Which of them is pointed at."""


class Board(Protocol):
    """A widget that shows one view, again and again."""

    def show(self, view: Any) -> None:  # noqa: ANN401
        """Show `view` instead of what was there."""


class GameUI(Protocol):
    """A game's own screens and widgets. Each is made from a view and nothing that knows more."""

    rules: str
    """The rules for people, as Markdown, for F1."""

    def create_seat_form(
        self,
        view: Any,  # noqa: ANN401
        names: SeatNames,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> SeatScreen[Any]:
        """The private screen that asks one seat for its move.

        Args:
            view: All that the seat may know.
            names: Who sits where.
            fault: Why a move is against the rules, of the view and the move; `None` if it is not.
            complaint: Why the last move was refused, in words for a person.
        """

    def create_board(self, names: SeatNames) -> Widget:
        """The public table, a `Board`: for an onlooker's view, or a seat's in a replay."""

    def create_reveal(self, before: Any, after: Any, names: SeatNames) -> Widget | None:  # noqa: ANN401
        """What everybody should look at together after this turn, from onlookers' views.

        `None` where nothing was revealed.
        """

    def build_headline(self, view: Any, names: SeatNames) -> Headline:  # noqa: ANN401
        """The little that matters most, from an onlooker's view."""

    def create_result(self, view: Any, names: SeatNames) -> Widget:  # noqa: ANN401
        """Who won and why, all that was secret, and a review, once a game is over."""


def load_game_ui(game: str) -> GameUI:
    """The front of the game of that name in the catalog."""
    return cast(GameUI, import_module(f"screens.games.{game}.ui"))
