"""The board of Dixit, with the clue, the cards on the table, a hand, and everybody's points."""

from textual.app import ComposeResult
from textual.content import Content

from engine.games.dixit.options import Options
from engine.games.dixit.view import GOAL, Stage, View
from engine.seat import Seat
from screens.games.board import Board, StatusLine
from screens.games.dixit.clue import Clue
from screens.games.dixit.round_cards import (
    count_caption_rows,
    create_card,
    create_revealed_cards,
    describe_round,
    describe_swap,
    describe_winners,
    format_title,
)
from screens.players.seat_names import SeatNames
from screens.widgets.cards.card_item import CardItem
from screens.widgets.cards.row import SECONDS_EACH, CardRow
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, centre_text, lay_out_row, spread

TALL = 30
"""From this many rows on, a seat's hand is shown beside the cards on the table."""
STORYTELLER = "▸"
"""The mark before the storyteller's name."""
BAR, TRACK = "━", "─"
"""A cell of a bar, and one of what is left beside it."""
COLUMN_WIDTH = 32
"""Cells of the widest column."""
NARROW = 15
"""Cells of a column in which a name has a line of its own."""


class DixitBoard(Board[View]):
    """The round, the clue, the cards on the table, and everybody's points."""

    DEFAULT_CSS = """
    DixitBoard { height: 1fr; min-height: 15; padding: 0 1; }
    DixitBoard Clue { margin: 1 0; }
    DixitBoard Scores { margin-top: 1; }
    """

    def __init__(self, names: SeatNames) -> None:
        """Create the board with the players' `names`."""
        super().__init__()
        self.names = names
        self.labels = names.labels
        self.turn = DixitTurn()
        self.clue = Clue()
        self.table = CardRow(caption_rows=count_caption_rows(len(names.seats)), one_if_coarse=True)
        self.hand = CardRow(one_if_coarse=True)
        self.scores = Scores(names)
        self.view: View | None = None

    def on_mount(self) -> None:
        """If cards are shown one at a time, show the next every few seconds."""
        if self.app.animation_level != "none":
            self.set_interval(SECONDS_EACH, self.show_next_cards)

    def show_next_cards(self) -> None:
        """Show the next card of a row in which one is shown at a time."""
        for row in (self.table, self.hand):
            row.show_next_card()

    def on_card_row_picked(self, message: CardRow.Picked) -> None:
        """Show the card whose words were clicked."""
        for row in (self.table, self.hand):
            if row.shows_one:
                row.show_card(message.index)

    def compose(self) -> ComposeResult:
        yield self.turn
        yield self.clue
        yield self.table
        yield self.hand
        yield self.scores

    def show(self, view: View) -> None:
        """Show `view` instead of the one before."""
        self.view = view
        self.turn.show(*self.build_turn(view))
        last = view.rounds[-1] if view.rounds and view.clue is None else None
        if last:
            before = f"Last round, {self.labels[last.storyteller]} said "
            notes = (f"Card: {format_title(view, last)}", describe_round(last, self.labels))
            self.clue.show(last.clue, before, notes)
        else:
            self.clue.show(view.clue)
        on_table, marked = self.list_table(view)
        self.table.show(on_table, marked)
        in_hand = Content.styled("in hand", "$muted")
        self.hand.show([create_card(view, card, in_hand) for card in view.hand])
        self.scores.show(view, gains=last is not None)
        self.arrange_cards()

    def on_resize(self) -> None:
        """Show the hand if there is room for it."""
        self.arrange_cards()

    def arrange_cards(self) -> None:
        """Show the hand and the cards on the table, or one of both."""
        if self.view is None:
            return
        view, both = self.view, self.size.height >= TALL
        chooses = view.stage is Stage.TELL or (view.stage is Stage.DECOY and view.card is None)
        hand = bool(view.hand) and (both or chooses)
        self.hand.display = hand
        self.table.display = both or not hand

    def build_turn(self, view: View) -> tuple[Content, Content]:
        """Build the round, and the current player and task."""
        if view.over:
            won = describe_winners(view, self.labels)
            return BLANK, Content.styled(won, "bold $primary")
        head = Content.assemble(
            (f"Round {view.number}", "bold"), (format_progress(view.options), "$muted")
        )
        storyteller = self.names.format_player(view.storyteller)
        match view.stage:
            case Stage.TELL:
                turn = Content.assemble(storyteller, " chooses a card and a clue.")
                swap = describe_swap(view, self.names)
                turn = Content.assemble(swap, "\n", turn) if swap else turn
            case Stage.DECOY:
                turn = Content.assemble(
                    storyteller, " has given a clue. The others are choosing cards."
                )
            case _:
                turn = Content.assemble(
                    "Which card is ", storyteller, "'s? The others are voting in secret."
                )
        return head, turn

    def list_table(self, view: View) -> tuple[list[CardItem], int | None]:
        """List the cards, and the index of the marked one: the last storyteller's."""
        match view.stage:
            case Stage.TELL | Stage.OVER if view.rounds:
                done = view.rounds[-1]
                cards = create_revealed_cards(view, done, self.names)
                return cards, done.candidates.index(done.target)
            case Stage.DECOY:
                return self.list_face_down(view), None
            case Stage.VOTE:
                numbered = enumerate(view.candidates, 1)
                return [self.create_candidate(view, n, card) for n, card in numbered], None
        return [], None

    def list_face_down(self, view: View) -> list[CardItem]:
        """The storyteller's card, and places for the others'; a seat knows its own card."""
        cards = []
        for seat in map(Seat, range(len(self.labels))):
            caption = self.names.format_player(seat, style="")
            if seat == view.seat and view.card is not None:
                cards.append(create_card(view, view.card, caption))
            else:
                cards.append(CardItem(None, caption=(caption,), empty=seat != view.storyteller))
        return cards

    def create_candidate(self, view: View, number: int, card: str) -> CardItem:
        """A card to vote for; a seat's own is marked for it."""
        own = Content.styled("own card" if card == view.card else "", "$muted")
        return create_card(view, card, Content.styled(f"{number}", "$muted"), note=own)


class DixitTurn(Lines):
    """The round, and whose turn it is, in a line if there is room for both."""

    def __init__(self) -> None:
        super().__init__()
        self.head = self.turn = BLANK

    def show(self, head: Content, turn: Content) -> None:
        """Show another turn."""
        self.head, self.turn = head, turn
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """Both in the middle."""
        if not self.head:
            return centre_text(self.turn, width)
        line = Content.assemble(self.head, "   ", self.turn)
        if line.cell_length <= width and "\n" not in self.turn.plain:
            return centre_text(line, width)
        return [*centre_text(self.head, width), *centre_text(self.turn, width)]


class DixitStatus(StatusLine[View]):
    """The round, and the points of all seats, in one line where they fit."""

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Show the score of `view`, with the players' `names`."""
        super().__init__(view)
        self.names = names

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line; two where that is too narrow."""
        parts: list[Content | tuple[str, str]] = []
        for seat, points in enumerate(view.scores):
            player = self.names.format_player(Seat(seat), style="")
            parts += [("   " if parts else "", ""), player, (f" {points}", "bold")]
        number = Content.assemble((f"Round {view.number}", "bold"), format_progress(view.options))
        return spread(number, Content.assemble(*parts), width)


def format_progress(options: Options) -> str:
    """Format how far the game goes: ` of 24`, ` of 8, or 30 points`."""
    limit = options.round_limit
    of = f" of {limit}" if limit else ""
    goal = f", {'or' if limit else 'to'} {GOAL} points" if options.boxed else ""
    return of + goal


FULL_BAR = 10
"""The fewest points that fill a bar where no number of points wins."""


class Scores(Lines):
    """A column for each seat: its name and points, over a bar as long as the points are many."""

    def __init__(
        self,
        names: SeatNames,
        view: View | None = None,
        *,
        gains: bool = False,
        marks_storyteller: bool = True,
    ) -> None:
        """Show the points of `view`, with the `gains` of the last round if they are wanted."""
        super().__init__()
        self.marks_storyteller = marks_storyteller
        self.names = names
        self.view = view
        self.gains = gains
        self.beside = False
        """Whether the points stand beside the bar, as names are long."""

    def show(self, view: View, *, gains: bool = False) -> None:
        """Show other points."""
        self.view, self.gains = view, gains
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The names with the points, and the bars below."""
        if self.view is None:
            return []
        count = len(self.names.seats)
        each = min(width // count, COLUMN_WIDTH)
        seats = map(Seat, range(count))
        self.beside = each - 2 < self.measure_names(self.view)
        columns = [self.build_column(self.view, seat, each - 2) for seat in seats]
        margin = (width - each * len(columns) + 2) // 2
        return [
            row.pad_left(margin)
            for cells in zip(*columns, strict=True)
            for row in lay_out_row(cells, [each] * len(columns))
        ]

    def measure_names(self, view: View) -> int:
        """Measure the least width for the longest name beside its points, and gains."""
        seats = map(Seat, range(len(self.names.seats)))
        names = max(self.names.format_player(seat).cell_length for seat in seats)
        return max(names + len(f"{max(view.scores)} +3  "), NARROW)

    def build_column(self, view: View, seat: Seat, width: int) -> list[Content]:
        """A seat's name and points, and its bar."""
        points, full = view.scores[seat], GOAL if view.options.boxed else FULL_BAR
        most = max(full, *view.scores)
        gained = view.rounds[-1].points[seat] if self.gains and view.rounds else 0
        is_storyteller = self.marks_storyteller and not view.over and seat == view.storyteller
        numbers = Content.assemble(
            (f"{points}", "bold"), (f" +{gained}" if gained else "", "$success"), " "
        )
        mark = f"{STORYTELLER} " if is_storyteller else ""
        name = Content.assemble((mark, "$primary"), self.names.format_player(seat, style=""), " ")
        if self.beside:
            room = max(width - numbers.cell_length, 1)
            filled = min(round(points / most * room), room)
            return [
                name.rstrip().truncate(width, ellipsis=True),
                Content.assemble(numbers, draw_bar(filled, room, self.names.get_style(seat))),
            ]
        shown = name.rstrip().truncate(width - numbers.cell_length - 1, ellipsis=True)
        return [
            Content.assemble(shown, " ", numbers),
            draw_bar(min(round(points / most * width), width), width, self.names.get_style(seat)),
        ]


def draw_bar(filled: int, width: int, style: str) -> Content:
    """Draw a bar of that many cells of `width`."""
    return Content.assemble((BAR * filled, style), (TRACK * (width - filled), "$outline"))
