"""The interface `GameUI` of a game's screens, its default implementation, and its loading.

A game's package here defines at least `choose_seat_form`. All other members of `GameUI` default to
those of `DefaultUI`.
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
from screens.games.board_and_result_widgets import (
    Board,
    GameResult,
    NamedLines,
    Narration,
    ScrolledView,
    StackedBoard,
    ViewFields,
    list_fields,
)
from screens.player_names_and_colours import SeatNames
from screens.private_screens_and_inputs import PrivateScreen, SeatScreen
from screens.widgets.line_widgets_and_text_layout import ViewLines

if TYPE_CHECKING:
    from screens.widgets.card_descriptions import CardItem

REQUIRED = "choose_seat_form"
"""The function that a game's package must define."""
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
"""Line-ups by the name to show: for each seat the string that describes its player, such as
`word2vec`, in table order."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The large text that an audience reads from the last row; never parsed as markup."""

    when: str
    """The round: `Round 3 of 8`."""
    now: str
    """A short sentence about the current event; once the game is over, who won and why."""
    large: tuple[str, ...]
    """The hints, the clue or the last line; at the end, the winners."""
    score: str | Content
    """The score so far."""
    revealed: tuple[str, str] | None = None
    """The last reveal, in a word or two and in a sentence; `None` if cards show it."""
    cards: "tuple[CardItem, ...]" = ()
    """The cards on the table, in a game of cards."""
    marked: int | None = None
    """The index of the marked card."""
    covered: tuple[str, ...] = ()
    """Placeholders of the revealed words, step by step: `#-#-#`, `4-#-#`."""


class GameUI[View, Move](Protocol):
    """A game's own screens and widgets, built only from views.

    Only `choose_seat_form` is required.
    """

    rules: str
    """The rules for people, as Markdown, for F1.

    Default: `rules.md` in the game's package, else its summary and its options.
    """
    presets: Presets
    """Suggested line-ups; the second is the default in New game.

    Default: people only, a person among baselines, baselines only.
    """
    new_game_options: Mapping[str, str]
    """The default options in New game, as text. Commands use the defaults of the options.

    Default: none.
    """

    table_lines: type[ViewLines[View]]
    """The lines of the table for any view, used by the default board and as the context of a
    `LineForm`.

    Default: the fields of the view, a line each.
    """
    reveal_lines: type[ViewLines[View]] | None
    """The lines of the default reveal, for the view after a turn that adds a round.

    Default: `None`, the narration of the turn.
    """

    def choose_seat_form(self, view: View) -> SeatFormType[View, Move]:
        """Choose the private screen that asks one seat for its move, a class.

        Args:
            view: Everything the seat may know.
        """

    def create_belief_panel(
        self, view: View, names: SeatNames
    ) -> PrivateScreen[Beliefs | None] | None:
        """Create a screen that asks a person for their beliefs after a move, from their view.

        Default: `None`.
        """

    def create_board(self, names: SeatNames) -> Board[View]:
        """Create the public table, which shows an onlooker's view, or a seat's in a replay.

        Default: `table_lines`, scrolled.
        """

    def create_reveal(self, before: View, after: View, names: SeatNames) -> Widget | None:
        """Create the reveal that everybody sees after this turn, from onlookers' views.

        Default: `reveal_lines`, scrolled, after a turn that adds a round to the view; else `None`.
        """

    def build_headline(self, view: View, names: SeatNames) -> Headline:
        """Build the headline for an audience from an onlooker's view.

        Default: the round, the last text in the view, and its numbers.
        """

    def create_result(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> Widget:
        """Create the result of a finished game: winners, reason, all secrets, a review.

        Default: the winners by `score`, and the final view's fields.
        """


class DefaultUI:
    """The defaults of `GameUI`, except the seat form, from the game's definition and views."""

    def __init__(self, game: str, package: object) -> None:
        """Create the defaults for the members that `package` leaves out."""
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
        """People only; if the game has baselines, also one person with them, and they alone."""
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
        """Create a board of `table_lines`; by default these are the fields of the view."""
        return StackedBoard(ScrolledView(self.table_lines(names)))

    def create_belief_panel(self, view: Any, names: SeatNames) -> None:  # noqa: ANN401
        """Return `None`: beliefs are not asked for."""

    def create_reveal(
        self,
        before: Any,  # noqa: ANN401
        after: Any,  # noqa: ANN401
        names: SeatNames,
    ) -> Widget | None:
        """Create `reveal_lines`, or the narration, if a round was added; else return `None`."""
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
        """The winners, and `table_lines` of the final view."""
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
            self.table_lines(names, view),
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
            "with choose_seat_form(view), as screens.games.game_ui.GameUI says."
        )
    default = DefaultUI(game, module)
    parts = {name: getattr(module, name, None) or getattr(default, name) for name in OPTIONAL}
    return cast(
        GameUI[Any, Any], SimpleNamespace(choose_seat_form=module.choose_seat_form, **parts)
    )
