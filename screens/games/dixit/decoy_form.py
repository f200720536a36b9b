"""The private screen on which a person adds a decoy."""

from textual.content import Content

from engine.games.dixit.moves import Decoy
from engine.games.dixit.plain_form import DECOY_AUDIENCE
from screens.games.dixit.listener_form import ListenerForm
from screens.games.dixit.round_cards import create_card


class DecoyForm(ListenerForm[Decoy]):
    """The hand, and the clue that the decoy should fit."""

    HELP = (
        "Choose the card of your hand that others might mistake for the storyteller's. Every "
        "vote for it gives you a point. The arrow keys or a digit choose a card; it can be "
        "enlarged and described in words. Enter shows it once more before it is played."
    )
    purpose = "to play a card"

    def build_question(self) -> Content:
        """Ask for a decoy."""
        return Content.assemble("Play a card others might mistake for ", self.storyteller, "'s.")

    def confirm_card(self, card: str) -> None:
        """Confirm the decoy."""
        assert self.at is not None
        rows = [("The clue", self.clue), ("Your card", str(self.at + 1))]
        shown = create_card(self.view, card)
        self.confirm(Decoy(card=card), "Play this card?", rows, DECOY_AUDIENCE, shown)
