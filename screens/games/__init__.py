"""What a game brings to the screen: the interface `GameUI`, its defaults, and loading it.

A game's package here defines at least `choose_seat_form`. Every other member of `GameUI` that the
package leaves out is taken from `DefaultUI`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass
from importlib import import_module
from importlib.resources import files
from itertools import cycle, islice
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.comet.beliefs import Beliefs
from engine.game import Seat
from engine.games.catalog import find
from engine.games.part_protocols import BaselinePart, MissingPart
from engine.match import is_draw, list_winners
from screens.games.base_widgets import (
    Board,
    GameResult,
    NamedLines,
    Narration,
    ScrolledView,
    StackedBoard,
    ViewFields,
    list_fields,
)
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


class DefaultUI:
    """Everything of a `GameUI` but the seat form, made from the game's definition and its views."""

    def __init__(self, game: str, package: object) -> None:
        """Stand in for what `package` leaves out of the game of that name in the catalog."""
        self.definition = find(game)
        self.table_lines: type[NamedLines[Any]] = getattr(package, "table_lines", ViewFields)
        self.reveal_lines: type[NamedLines[Any]] | None = getattr(package, "reveal_lines", None)

    @property
    def rules(self) -> str:
        """`rules.md` of the game's package, else the summary and the options with their help."""
        path = files("screens.games").joinpath(self.definition.name, "rules.md")
        if path.is_file():
            return path.read_text(encoding="utf-8")
        options = (
            f"- **{name}** ({option.allowed_values}; {option.default}): {option.note.help}"
            for name, option in self.definition.options.items()
        )
        return "\n".join((f"# {self.definition.title}", "", self.definition.summary, "", *options))

    @property
    def presets(self) -> Presets:
        """People only; with baselines, a person among them, and they alone."""
        seats = self.definition.seats
        people: Presets = {"People only": dict.fromkeys(seats, "human")}
        if not self.definition.has_part(BaselinePart):
            return people
        machines = list(islice(cycle(("word2vec", "glove")), len(seats)))
        return {
            **people,
            "You and machines": dict(zip(seats, ["human", *machines], strict=False)),
            "Machines only: watch": dict(zip(seats, machines, strict=True)),
        }

    @property
    def new_game_options(self) -> Mapping[str, str]:
        """The defaults of the options."""
        return {}

    def create_board(self, names: SeatNames) -> Board[Any]:
        """The lines of the table: without any, the fields of the view."""
        return StackedBoard(ScrolledView(self.table_lines(names)))

    def create_belief_panel(self, view: Any, names: SeatNames) -> None:  # noqa: ANN401
        """Nothing: no beliefs are asked for."""

    def create_reveal(
        self,
        before: Any,  # noqa: ANN401
        after: Any,  # noqa: ANN401
        names: SeatNames,
    ) -> Widget | None:
        """What was revealed, or is told of the turn, if a round was added; else nothing."""
        old, new = (list(getattr(one, self.definition.listed, ())) for one in (before, after))
        if len(new) <= len(old) or not is_dataclass(new[-1]):
            return None
        if self.reveal_lines is not None:
            return ScrolledView(self.reveal_lines(names, after))
        return ScrolledView(Narration(names, self.definition.narrate(before, after)))

    def build_headline(self, view: Any, names: SeatNames) -> Headline:  # noqa: ANN401
        """The round, the last text in the view, and its numbers."""
        number = next((n for key in ("round", "turn", "number") if (n := getattr(view, key, 0))), 0)
        when = f"Round {number}" if isinstance(number, int) and number else self.definition.title
        shown = list(list_fields(view, names))
        score = "   ".join(f"{name} {text}" for name, text in shown if text.isdecimal())
        last = shown[-1:]
        now = "The game is over." if getattr(view, "over", False) else self.definition.title
        return Headline(when, now, tuple(text for _, text in last), score)

    def create_result(
        self,
        view: Any,  # noqa: ANN401
        names: SeatNames,
        score: Mapping[Seat, float],
    ) -> Widget:
        """The winners, and the final view."""
        outcome = self.definition.build_report(view)["outcome"]
        nobody = "A draw" if is_draw(outcome, score.values()) else "Lost"
        points = Content("   ").join(
            [
                Content.assemble(names.format_player(seat), f" {score[seat]:g}")
                for seat in sorted(score)
            ]
        )
        return GameResult(
            names,
            list_winners(score, outcome),
            self.definition.find_highlights(view),
            Static(points),
            ViewFields(names, view),
            nobody=nobody,
        )


def load_game_ui(game: str) -> GameUI[Any, Any]:
    """Load the UI of a game.

    Args:
        game: Its name in the catalog.

    Raises:
        MissingPart: If the package has no form for people.
    """
    package = f"screens.games.{game}"
    try:
        module = import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        module = None
    if module is None or not hasattr(module, REQUIRED):
        raise MissingPart(
            f"People cannot play {game!r} yet: write screens/games/{game}/__init__.py "
            "with choose_seat_form(view), as screens.games.GameUI says."
        )
    default = DefaultUI(game, module)
    parts = {name: getattr(module, name, None) or getattr(default, name) for name in OPTIONAL}
    return cast(
        GameUI[Any, Any], SimpleNamespace(choose_seat_form=module.choose_seat_form, **parts)
    )
