"""The private screens of a listener: giving a decoy, and voting."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from engine.games.dixit.view import Decoy, Vote
from screens.games.dixit.clue import Clue
from screens.games.dixit.faces import face
from screens.games.dixit.seat import LARGE, SEEN, DixitSeat

SEALED_DECOY = (
    "Your card is laid face down. Once all have given one they are shuffled and lie open; "
    "whose it is comes out when all have voted."
)
SEALED_VOTE = "Your vote is sealed until all have voted. Then everybody at the table sees it."


class ListenerScreen[Move](DixitSeat[Move]):
    """The clue, and cards of which one is chosen."""

    # Priority: like Enter, so that all are taken in the order in which they were pressed.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Choose", key_display="← →", priority=True),
        Binding("right,tab", "go(1)", show=False, priority=True),
        Binding("shift+tab", "go(-1)", show=False, priority=True),
        Binding("up", "row(-1)", show=False, priority=True),
        Binding("down", "row(1)", show=False, priority=True),
        *(Binding(str(n % 10), f"choose({n})", show=False, priority=True) for n in range(1, 11)),
        Binding("z,space,f4", "zoom", "Zoom", key_display="Z", tooltip=LARGE, priority=True),
        Binding("d,f5", "describe", "Words", key_display="D", tooltip=SEEN, priority=True),
    ]

    def above(self) -> Iterator[Widget]:
        """The clue, large."""
        assert self.view.clue is not None
        yield Clue(self.view.clue)


class DecoyScreen(ListenerScreen[Decoy]):
    """The hand, and the clue that one of its cards is to fit."""

    def asked(self) -> Content:
        """What is wanted of a listener first."""
        return Content.assemble(
            "Give a card that others may take for ", (self.teller(), "bold"), "'s."
        )

    def review_move(self, card: str) -> None:
        """Have the card looked over."""
        assert self.view.clue is not None
        assert self.at is not None
        rows = [("The clue", self.view.clue), ("Your card", str(self.at + 1))]
        self.confirm(Decoy(card), "Give this card?", rows, SEALED_DECOY, face(self.view, card))


class VoteScreen(ListenerScreen[Vote]):
    """The cards on the table; one's own is marked, and cannot be chosen."""

    def offered(self) -> Sequence[str]:
        """The cards on the table, in the order in which everybody sees them."""
        return self.view.candidates

    def asked(self) -> Content:
        """What is wanted of a listener then."""
        return Content.assemble("Which card is ", (self.teller(), "bold"), "'s?")

    def mark(self, number: int) -> Content:
        """Its number, and whether it is one's own."""
        if self.cards[number] == self.view.card:
            return Content.styled(f"{number + 1} yours", "$muted")
        return super().mark(number)

    def remarked(self) -> Content:
        """The vote as it stands."""
        if self.at is None:
            return super().remarked()
        return Content.assemble("Your vote: ", (f"{self.at + 1}", "bold $primary"))

    def review_move(self, card: str) -> None:
        """Have the vote looked over."""
        assert self.view.clue is not None
        assert self.at is not None
        rows = [("The clue", self.view.clue), ("Your vote", f"card {self.at + 1}")]
        self.confirm(Vote(card), "Vote for this card?", rows, SEALED_VOTE, face(self.view, card))
