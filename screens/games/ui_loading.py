"""Load the UI of a game, with a default for each part that its package leaves out."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from importlib import import_module
from importlib.resources import files
from itertools import cycle, islice
from types import SimpleNamespace
from typing import Any, cast

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.game import Seat
from engine.games.catalog import find
from engine.games.part_protocols import BaselinePart, MissingPart
from engine.match import is_draw, list_winners
from screens.games import OPTIONAL, REQUIRED, Board, GameUI, Headline, Presets
from screens.games.base_widgets import (
    GameResult,
    NamedLines,
    Narration,
    ScrolledView,
    StackedBoard,
    ViewFields,
    list_fields,
)
from screens.players import SeatNames


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
            [Content.assemble(names.player(seat), f" {score[seat]:g}") for seat in sorted(score)]
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
