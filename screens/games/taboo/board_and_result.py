"""The board of Adversarial Taboo with the conversation, the reveal of the target, the result."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.color import Color
from textual.content import Content
from textual.geometry import Size

from engine.games.taboo.highlights import find_highlights
from engine.games.taboo.story import describe_outcome
from engine.games.taboo.view import View, find_speaker
from engine.match import list_winners
from engine.seat import Seat
from screens.games.board_and_result_widgets import (
    GameResult,
    NamedLines,
    ScrolledView,
    StackedBoard,
    StatusLine,
    TurnLine,
)
from screens.player_names_and_colours import SeatNames
from screens.round_summary_and_staged_reveals import StagedLines
from screens.widgets.large_text import build_large_lines
from screens.widgets.line_widgets_and_text_layout import BLANK, MASK, Lines, centre_text, spread
from words.space_file_format_and_folders import SpaceError

if TYPE_CHECKING:
    from engine.games.taboo.near_words import NearPlace

GUTTER = 3
"""Cells at the left for the number of the turn."""
BUBBLE = 0.72
"""Maximum width of a bubble, as a fraction of the width."""
MAX_BUBBLE = 76
"""Cells of the widest bubble."""
ROOMY = 92
"""From this many cells on, there is space between bubbles."""


class TabooBoard(StackedBoard[View]):
    """The public table; in a replay, also a seat's view."""

    def __init__(self, names: SeatNames) -> None:
        """Show the players by these `names`."""
        super().__init__(TabooStatus(names), TabooTurn(names), ScrolledView(StatementList(names)))


class TabooStatus(StatusLine[View]):
    """The turn, the turns left, the ending; and the players of both sides."""

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Show the players by these `names`."""
        super().__init__(view)
        self.names = names

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Two lines; more where they are too narrow."""
        turn = build_turn(view)
        sides = spread(
            self.names.format_player(Seat(0), role=True),
            self.names.format_player(Seat(1), role=True),
            width,
        )
        if view.over:
            return [turn, *sides]
        end = "the attacker wins" if view.options.limit == "attacker" else "a draw"
        rest = Content.styled(f"If time runs out: {end}", "$muted")
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
            yield Content.styled(describe_outcome(view), "bold $primary")
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
    ) -> None:
        """Show the talk of `view`.

        Args:
            names: The names of the players.
            view: The view with the talk; by default none yet.
            marks: By line: the places near the target.
        """
        super().__init__(names, view)
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
                rows += self.align(place, describe_places(line, marks).wrap(width - 5), width)
            if width >= ROOMY:
                rows.append(BLANK)
        if view.guess is not None:
            rows += self.build_bubble(len(view.talk), format_guess(view), width)
        elif not view.over:
            rows += self.align(len(view.talk), [self.build_waiting(view)], width)
        elif rows[-1] is BLANK:
            rows.pop()
        return rows

    def build_bubble(self, place: int, text: Content, width: int) -> list[Content]:
        """Build a line of the talk as a bubble, with a bar in the speaker's colour."""
        seat = Seat(find_speaker(place))
        most = max(min(round(width * BUBBLE), MAX_BUBBLE, width - GUTTER - 4), 1)
        lines = text.wrap(most)
        wide = max(line.cell_length for line in lines)
        style = self.names.get_style(seat)
        rows = []
        for line in lines:
            body = Content.assemble(" ", line.pad_right(max(wide - line.cell_length, 0)), " ")
            body = body.stylize("on $panel")
            bar = Content.styled("▌" if seat else "▐", style)
            rows.append(body.append(bar) if seat else bar.append(body))
        return self.align(place, rows, width)

    def align(self, place: int, rows: list[Content], width: int) -> list[Content]:
        """Set rows at the speaker's side, with the number of the turn where it begins."""
        if find_speaker(place):
            wide = max(row.cell_length for row in rows)
            return [row.pad_left(max(width - wide, 0)) for row in rows]
        number = f"{place // 2 + 1}"
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


LETTERS = ((30, 7), (22, 5))
"""Rows of the target's letters, by the least rows of the screen."""
PAUSE = 1.2
"""Seconds before the target, and before who has won."""


class TabooReveal(StagedLines):
    """The last line or guess; then the target and the winner."""

    DEFAULT_CSS = "TabooReveal { width: 76; max-width: 100%; }"

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the end of `after`, an onlooker's view."""
        super().__init__([PAUSE, PAUSE])
        self.view = after
        self.names = names

    def layout_stage(self, width: int, stage: int) -> list[Content]:
        """The target in the middle, between the last words and the verdict."""
        view = self.view
        last = len(view.talk) - (view.guess is None)
        words = Content(f"“{view.talk[-1]}”") if view.guess is None else format_guess(view)
        if view.guess is not None and not stage:
            words = Content.assemble(("guesses ", "$muted"), (view.guess, "bold $primary"))
        target = self.draw_target(width)
        covered = [
            *[BLANK] * (len(target) // 2),
            *centre_text(Content.styled(MASK, "$muted"), width),
        ]
        verdict = centre_text(Content.styled(describe_outcome(view), "bold"), width)
        return [
            *centre_text(self.names.format_player(Seat(find_speaker(last)), role=True), width),
            *centre_text(words, width),
            BLANK,
            *centre_text(Content.styled("The target was", "$muted"), width),
            *[BLANK] * (len(target) > 1),
            *(target if stage > 0 else [*covered, *[BLANK] * (len(target) - len(covered))]),
            BLANK,
            *(verdict if stage > 1 else [BLANK] * len(verdict)),
        ]

    def draw_target(self, width: int) -> list[Content]:
        """Draw the target in letters as large as the screen has room for."""
        target, height = self.view.target or "", self.app.size.height
        rows = next((rows for least, rows in LETTERS if height >= least), 0)
        colour = Color.parse(self.app.theme_variables["primary"])
        large = build_large_lines(self, target, colour, Size(width, rows))
        spaced = Content.styled(space_letters(target), "bold $primary")
        return [line for row in large or [spaced] for line in centre_text(row, width)]


def space_letters(word: str) -> str:
    """Space out the letters of a word."""
    return " ".join(word.upper())


class TabooResult(GameResult):
    """The winner, the target, and the whole talk with every place that was near it."""

    DEFAULT_CSS = """
    TabooResult Target { border-bottom: solid $faint; }
    """

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the result of the game, whose last view is `view`."""
        outcome = view.outcome and view.outcome.winner
        places, note = mark_near_places(view)
        super().__init__(
            names,
            list_winners(score, outcome),
            find_highlights(view),
            Target(view.target or "", note),
            StatementList(names, view, places),
        )


class Target(Lines):
    """The target in wide letters, and a note below it."""

    def __init__(self, word: str, note: str) -> None:
        """Show `word` over `note`."""
        super().__init__()
        self.word = word
        self.note = note

    def layout_lines(self, width: int) -> list[Content]:
        """Both in the middle."""
        word = Content.styled(space_letters(self.word), "bold $primary")
        return [
            *centre_text(Content.assemble(("Target   ", "$muted"), word), width),
            *centre_text(Content.styled(self.note, "$muted"), width),
        ]


def mark_near_places(view: View) -> "tuple[Sequence[Sequence[NearPlace]], str]":
    """Find the places near the target in each line of the talk; with a sentence about them."""
    # Imported here, because it imports numpy, which is too slow for the first frame.
    from engine.games.taboo.near_words import find_near_places

    assert view.target is not None
    try:
        places = [find_near_places(line, view.target) for line in view.talk]
    except SpaceError as error:
        return (), f"Where the talk came near the target cannot be told: {error}"
    if not any(places):
        return places, "No word of the talk was near the target, as word2vec sees it."
    return places, "Underlined: what was near the target, with its cosine in word2vec."
