"""The moves that the published code puts in for an empty answer: it is read as "1".

That is the first card; as a clue it is the text "1". As no clue is repeated here, further ones are
the next numbers.
"""

from itertools import count
from typing import Any

from engine.games.dixit.prompt import order_cards


class FirstCardPlayer:
    """A player that takes the first card."""

    def decide(self, view: Any, complaint: str | None) -> dict[str, Any]:  # noqa: ANN401, ARG002
        """Take the first card, in the order in which the seat is shown them."""
        card = order_cards(view)[0]
        if view.clue is None:
            said = {done.clue for done in view.rounds}
            clue = next(text for number in count(1) if (text := str(number)) not in said)
            return {"Tell": {"card": card, "clue": clue}}
        return {"Vote" if view.candidates else "Decoy": {"card": card}}


def create(*_: str) -> FirstCardPlayer:
    """Create the player of any seat."""
    return FirstCardPlayer()
