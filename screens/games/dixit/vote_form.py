"""The private screen on which a person votes for a card."""

from collections.abc import Sequence

from textual.content import Content

from engine.games.dixit.moves import Vote
from engine.games.dixit.plain_form import VOTE_AUDIENCE
from screens.games.dixit.listener_form import ListenerForm
from screens.games.dixit.round_cards import create_card


class VoteForm(ListenerForm[Vote]):
    """The cards on the table; the player's own is marked, and cannot be chosen."""

    HELP = (
        "One of these cards is the storyteller's. Vote for the card that fits the clue best; you "
        "cannot vote for your own. The arrow keys or a digit choose a card; it can be enlarged "
        "and described in words. Enter shows your vote once more before it is sent."
    )
    purpose = "to vote"

    def list_cards(self) -> Sequence[str]:
        """List the cards on the table, in the order in which everybody sees them."""
        return self.view.candidates

    def build_question(self) -> Content:
        """Ask for a vote."""
        return Content.assemble("Which card is ", self.storyteller, "'s?")

    def describe_owner(self, card: str) -> Content:
        """Mark the player's own card."""
        return Content.styled("yours" if card == self.view.card else "", "$muted")

    @property
    def keys_to_choose(self) -> str:
        """The keys that choose a card, in words: those of the others."""
        *others, last = [str(n) for n in range(1, len(self.cards) + 1) if self.is_choosable(n - 1)]
        return f"{', '.join(others)} or {last}, or ← →" if others else f"{last}, or ← →"

    def action_choose(self, number: int) -> None:
        """Choose the card with this number, or say that it is the player's own."""
        super().action_choose(number)
        if number <= len(self.cards) and not self.is_choosable(number - 1):
            self.app.bell()
            told = f"✗ Card {number} is yours: choose another."
            self.remark.update(Content.styled(told, "$error"))

    def build_remark(self) -> Content:
        """Build the remark on the current vote."""
        if self.at is None:
            return super().build_remark()
        return Content.assemble("Your vote: ", (f"{self.at + 1}", "bold $primary"))

    def confirm_card(self, card: str) -> None:
        """Confirm the vote."""
        assert self.at is not None
        rows = [("The clue", self.clue), ("Your vote", f"card {self.at + 1}")]
        shown = create_card(self.view, card)
        self.confirm(Vote(card=card), "Send this vote?", rows, VOTE_AUDIENCE, shown)
