"""The board of Adversarial Taboo: the turn, and what was said."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from engine.games.taboo.story import describe_outcome
from engine.games.taboo.view import View, find_speaker
from engine.seat import Seat
from screens.games.board import NamedLines, ScrolledView, StackedBoard, StatusLine, TurnLine
from screens.players.seat_names import SeatNames
from screens.widgets.text_layout import BLANK, spread, wrap_evenly

if TYPE_CHECKING:
    from engine.games.taboo.near_words import NearPlace

GUTTER = 3
"""Cells at the left for the number of the turn."""
BUBBLE = 0.72
"""Maximum width of a bubble, as a fraction of the width."""
MAX_BUBBLE = 76
"""Cells of the widest bubble."""
ROOMY, HIGH = 92, 24
"""From this many cells on, there is space between all bubbles; from this many rows, after turns."""


class TabooBoard(StackedBoard[View]):
    """The public table; in a replay, also a seat's view."""

    def __init__(self, names: SeatNames) -> None:
        """Show the players by these `names`."""
        talk = StatementList(names, is_airy=True)
        super().__init__(TabooStatus(names), TabooTurn(names), ScrolledView(talk))


class TabooStatus(StatusLine[View]):
    """The turn, the turns left, the ending; and the players of both sides."""

    def __init__(
        self, names: SeatNames, view: View | None = None, *, has_players: bool = True
    ) -> None:
        """Show the players by these `names`; or leave them to what stands below."""
        super().__init__(view)
        self.names = names
        self.has_players = has_players

    def build_lines(self, view: View, width: int) -> list[Content]:
        """A line about the turns, and one about the players; more where they are too narrow."""
        turn = build_turn(view)
        sides = (
            []
            if not self.has_players
            else spread(
                self.names.format_player(Seat(0), role=True),
                self.names.format_player(Seat(1), role=True),
                width,
            )
        )
        if view.over:
            return [turn, *sides]
        end = "the attacker wins" if view.options.limit == "attacker" else "a draw"
        rest = Content.styled(f"If all turns are used: {end}", "$muted")
        if turn.cell_length + 2 + rest.cell_length > width:
            return [Content.assemble(turn, (f", then {end}", "$muted")), *sides]
        return [*spread(turn, rest, width), *sides]


def build_turn(view: View) -> Content:
    """`Turn 3 of 5  ▰▰▰▱▱  2 left`: the turns played, this one included, and those after it."""
    turn = Content.assemble((f"Turn {view.number}", "bold"), f" of {view.options.turns}")
    if view.over:
        return turn
    left = ("last turn", "bold $warning") if not view.left else (f"{view.left} left", "$muted")
    bar = Content.assemble(("▰" * view.number, "$primary"), ("▱" * view.left, "$muted"))
    return Content("  ").join([turn, bar, Content.styled(*left)])


class TabooTurn(TurnLine[View]):
    """The current player, and the target if the view shows it."""

    def list_lines(self, view: View) -> Iterator[Content]:
        """Two lines, where they fit."""
        if view.over:
            yield Content.styled(self.names.name_players(describe_outcome(view)), "bold $primary")
        else:
            yield Content.assemble(self.names.format_player(Seat(view.turn)), " speaks.")
        word = ("not shown", "$muted") if view.target is None else (view.target, "bold $primary")
        yield Content.assemble(("Target  ", "$muted"), word)


class StatementList(NamedLines[View]):
    """The talk as a chat: the attacker's bubbles left, the defender's right; then the guess."""

    def __init__(
        self,
        names: SeatNames,
        view: View | None = None,
        marks: "Sequence[Sequence[NearPlace]]" = (),
        *,
        is_airy: bool = False,
    ) -> None:
        """Show the talk of `view`.

        Args:
            names: The names of the players.
            view: The view with the talk; by default none yet.
            marks: By line: the places near the target.
            is_airy: Whether there is always space between bubbles, not only where it is roomy.
        """
        super().__init__(names, view)
        self.is_airy = is_airy
        self.marks = marks

    def build_lines(self, view: View, width: int) -> list[Content]:
        """A bubble for each line, more rows for a long one."""
        if not view.talk and view.guess is None:
            return [Content.styled("Nothing has been said yet.", "$muted")]
        width = max(width - 1, 1)  # a blank before the scroll bar
        rows: list[Content] = []
        for place, line in enumerate(view.talk):
            marks = self.marks[place] if self.marks else ()
            rows += self.build_bubble(place, underline_places(line, marks), width)
            if marks:
                notes = describe_places(line, marks).wrap(width - 5)
                rows += self.align(place, notes, width, is_begun=True)
            if width >= ROOMY or (self.has_air and (self.is_airy or find_speaker(place))):
                rows.append(BLANK)
        if view.guess is not None:
            rows += self.build_bubble(len(view.talk), format_guess(view), width)
        elif not view.over and view.role != view.turn:  # who is asked is told above
            rows += self.align(len(view.talk), [self.build_waiting(view)], width)
        elif rows[-1] is BLANK:
            rows.pop()
        return rows

    @property
    def has_air(self) -> bool:
        """Whether there is a blank row between turns on a narrow screen."""
        return self.is_mounted and self.app.size.height >= HIGH

    def build_bubble(self, place: int, text: Content, width: int) -> list[Content]:
        """Build a line of the talk as a bubble, with a bar in the speaker's colour."""
        seat = Seat(find_speaker(place))
        most = max(min(round(width * BUBBLE), MAX_BUBBLE, width - GUTTER - 4), 1)
        lines = wrap_evenly(text, most)
        wide = max(line.cell_length for line in lines)
        style = self.names.get_style(seat)
        rows = []
        for line in lines:
            body = Content.assemble(" ", line.pad_right(max(wide - line.cell_length, 0)), " ")
            body = body.stylize("on $panel")
            bar = Content.styled("▌" if seat else "▐", style)
            rows.append(body.append(bar) if seat else bar.append(body))
        return self.align(place, rows, width)

    def align(
        self, place: int, rows: list[Content], width: int, *, is_begun: bool = False
    ) -> list[Content]:
        """Set rows at the speaker's side, with the number of the turn unless it has begun."""
        if find_speaker(place):
            wide = max(row.cell_length for row in rows)
            return [row.pad_left(max(width - wide, 0)) for row in rows]
        number = "" if is_begun else f"{place // 2 + 1}"
        first = Content.styled(number.ljust(GUTTER), "$muted")
        return [first.append(rows[0]), *(row.pad_left(GUTTER) for row in rows[1:])]

    def build_waiting(self, view: View) -> Content:
        """Build who speaks next."""
        seat = Seat(view.turn)
        return Content.styled(f"{self.names.get_mark(seat)} …", self.names.get_style(seat))


def underline_places(line: str, places: "Sequence[NearPlace]") -> Content:
    """Underline the places of a line that were near the target."""
    text = Content(line)
    for place in places:
        style = "bold $error underline" if place.is_whole else "$primary underline"
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
