"""The public table of Dixit; also what one seat saw, in a replay."""

from textual.app import ComposeResult
from textual.content import Content

from engine.games.dixit.view import Stage, View
from screens.games.dixit.clue import Clue
from screens.games.dixit.faces import face, short_names
from screens.games.dixit.reveal import beneath, decided, named, revealed, verdict
from screens.games.dixit.standing import Scores, rest_of
from screens.games.ui import Board, SeatNames
from screens.widgets.card_row import CardItem, CardRow
from screens.widgets.lines import Lines, centred

TALL = 30
"""From this many rows on a seat's hand is shown beside what lies on the table."""


class DixitBoard(Board[View]):
    """The round, the clue, the cards on the table, and everybody's points."""

    DEFAULT_CSS = """
    DixitBoard { height: 1fr; min-height: 16; padding: 0 1; }
    DixitBoard Clue { margin: 1 0; }
    DixitBoard Scores { margin-top: 1; }
    """

    def __init__(self, names: SeatNames) -> None:
        """Lay the table for `names`."""
        super().__init__()
        self.names = short_names(names)
        self.now = Now()
        self.clue = Clue()
        self.table = CardRow(beneath=beneath(len(names.seats)))
        self.hand = CardRow()
        self.scores = Scores(names)
        self.view: View | None = None

    def compose(self) -> ComposeResult:
        """From what happens now to how it stands."""
        yield self.now
        yield self.clue
        yield self.table
        yield self.hand
        yield self.scores

    def show(self, view: View) -> None:
        """Show `view` instead of what was there."""
        self.view = view
        self.now.show(self.said(view))
        last = view.rounds[-1] if view.rounds and view.clue is None else None
        if last:
            before = f"Last round, {self.names[last.storyteller]} said "
            note = f"{named(view, last)}   {verdict(last, self.names)}"
            self.clue.show(last.clue, before, note)
        else:
            self.clue.show(view.clue)
        on_table, marked = self.cards_on_table(view)
        self.table.show(on_table, marked)
        in_hand = Content.styled("in hand", "$muted")
        self.hand.show([face(view, card, in_hand) for card in view.hand])
        self.scores.show(view, gains=last is not None)
        self.make_room()

    def on_resize(self) -> None:
        """Show the hand where there is room for it."""
        self.make_room()

    def make_room(self) -> None:
        """Show the hand beside what lies on the table, or one of both."""
        if self.view is None:
            return
        view, both = self.view, self.size.height >= TALL
        chooses = view.stage is Stage.TELL or (view.stage is Stage.DECOY and view.card is None)
        hand = bool(view.hand) and (both or chooses)
        self.hand.display = hand
        self.table.display = both or not hand

    def said(self, view: View) -> Content:
        """Whose turn it is, and what for."""
        if view.over:
            return Content.styled(decided(view, self.names), "bold $primary")
        head = Content.assemble(
            (f"Round {view.number}", "bold"), (rest_of(view.options, view.phase), "$muted")
        )
        teller = Content.styled(self.names[view.storyteller], "bold")
        match view.stage:
            case Stage.TELL:
                turn = Content.assemble(teller, " looks for a card and a clue.")
            case Stage.DECOY:
                turn = Content.assemble(teller, " has told. The others lay a card face down.")
            case _:
                turn = Content.assemble("Which card is ", teller, "'s? The others vote, sealed.")
        return Content.assemble(head, "   ", turn)

    def cards_on_table(self, view: View) -> tuple[list[CardItem], int | None]:
        """The cards there, and which of them is marked: the last storyteller's."""
        match view.stage:
            case Stage.TELL | Stage.OVER if view.rounds:
                done = view.rounds[-1]
                return revealed(view, done, self.names), done.candidates.index(done.target)
            case Stage.DECOY:
                return self.face_down(view), None
            case Stage.VOTE:
                return [
                    self.candidate(view, n, card) for n, card in enumerate(view.candidates, 1)
                ], None
        return [], None

    def face_down(self, view: View) -> list[CardItem]:
        """The storyteller's card, and places for the others'; a seat knows its own card."""
        faces = []
        for seat, name in enumerate(self.names):
            told = Content.styled(name, "$muted")
            if seat == view.seat and view.card is not None:
                faces.append(face(view, view.card, told))
            else:
                faces.append(CardItem(None, beneath=(told,), empty=seat != view.storyteller))
        return faces

    def candidate(self, view: View, number: int, card: str) -> CardItem:
        """A card to vote for; to a seat its own is marked."""
        own = f"{number} own card" if card == view.card else f"{number}"
        return face(view, card, Content.styled(own, "$muted"))


class Now(Lines):
    """What happens now, in a line or two."""

    def __init__(self) -> None:
        """Say nothing yet."""
        super().__init__()
        self.said = Content("")

    def show(self, said: Content) -> None:
        """Say something else."""
        self.said = said
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """Wrapped, in the middle."""
        return centred(self.said, width)
