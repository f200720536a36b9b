"""The public board of Adversarial Taboo: the turn, the talk, and the target if one may see it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from engine.game import Seat
from engine.games.taboo.match_report import describe_outcome
from engine.games.taboo.view import View, find_speaker
from screens.games.board import ScrolledView, StackedBoard, StatusLine, TurnLine
from screens.players import SeatNames
from screens.widgets.lines import BLANK, ViewLines, side_by_side, spread

if TYPE_CHECKING:
    from engine.games.taboo.near_target import NearPlace

NUMBER_WIDTH = 4
"""Cells of the column for the number of the turn."""
NAME_WIDTH = 18
"""Cells of the widest column for names."""
ROOMY = 96
"""From this many cells on there is air between turns."""


class TabooBoard(StackedBoard[View]):
    """The public table; also what one seat saw, in a replay."""

    def __init__(self, names: SeatNames) -> None:
        """Call the seats as `names` does."""
        super().__init__(TabooStatus(), TabooTurn(names), ScrolledView(StatementList(names)))


class TabooStatus(StatusLine[View]):
    """The turn, and what comes of it when all turns are used up."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line; two where that is too narrow."""
        options = view.options
        turn = Content.assemble((f"Turn {view.number}", "bold"), f" of {options.turns}")
        if view.over:
            return [turn]
        end = "the attacker wins" if options.limit == "attacker" else "a draw"
        rest = Content.styled(f"Nothing said or guessed by the end: {end}", "$muted")
        return spread(turn, rest, width)


class TabooTurn(TurnLine[View]):
    """Whose turn it is, and the target for those who may know it."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Two lines, where they fit."""
        if view.over:
            now = Content.styled(describe_outcome(view), "bold $primary")
        else:
            name = self.names.name(Seat(view.turn))
            now = Content.assemble((name, "bold"), " is to speak.")
        word = ("not shown", "$muted") if view.target is None else (view.target, "bold $primary")
        return [*now.wrap(width), *Content.assemble(("Target  ", "$muted"), word).wrap(width)]


class StatementList(ViewLines[View]):
    """The lines of the talk, each with its turn and who said it; then the guess."""

    def __init__(
        self,
        names: SeatNames,
        view: View | None = None,
        marks: "Sequence[Sequence[NearPlace]]" = (),
    ) -> None:
        """Show the talk of `view`.

        Args:
            names: Who sits where.
            view: Whose talk; none yet if left out.
            marks: For each line, the places in it that were near the target.
        """
        super().__init__(view)
        self.names = names
        self.marks = marks

    def build_lines(self, view: View, width: int) -> list[Content]:
        """A row for each line, more for a long one."""
        if not view.talk and view.guess is None:
            return [Content.styled("Nothing has been said yet.", "$muted")]
        names = [Content(label) for label in self.names.labels]
        name = min(max(one.cell_length for one in names) + 2, NAME_WIDTH, width // 3)
        widths = (NUMBER_WIDTH, name, width - NUMBER_WIDTH - name + 1)
        rows: list[Content] = []
        for place, line in enumerate(view.talk):
            marks = self.marks[place] if self.marks else ()
            if rows and place % 2 == 0 and width >= ROOMY:
                rows.append(BLANK)
            rows += self.build_row(place, underline_places(line, marks), widths)
            if marks:
                rows += side_by_side((BLANK, BLANK, describe_places(line, marks)), widths)
        if view.guess is not None:
            rows += self.build_row(len(view.talk), format_guess(view), widths)
        return rows

    def build_row(self, place: int, text: Content, widths: tuple[int, int, int]) -> list[Content]:
        """One line, with its number where a turn begins."""
        seat = Seat(find_speaker(place))
        number = f"{place // 2 + 1}" if place % 2 == 0 else ""
        style = "bold $primary" if seat == 0 else "bold"
        return side_by_side(
            (
                Content.styled(number, "$muted"),
                Content.styled(self.names.labels[seat], style),
                text,
            ),
            widths,
        )


def underline_places(line: str, places: "Sequence[NearPlace]") -> Content:
    """Underline the places of a line that were near the target."""
    text = Content(line)
    for place in places:
        style = "bold $error underline" if place.form else "$primary underline"
        text = text.stylize(style, place.start, place.end)
    return text


def describe_places(line: str, places: "Sequence[NearPlace]") -> Content:
    """Describe why these places are underlined."""
    return Content.styled(f"↑ {', '.join(place.describe(line) for place in places)}", "$muted")


def format_guess(view: View) -> Content:
    """Format the guess, and whether it was right."""
    right = view.outcome is not None and view.outcome.reason == "guessed"
    return Content.assemble(
        ("guesses ", "$muted"),
        (view.guess or "", "bold $primary"),
        ("  ✓ right", "$success") if right else ("  ✗ wrong", "$error"),
    )
