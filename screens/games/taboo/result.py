"""How a game of Adversarial Taboo ended, with nothing left secret."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from engine.game import Seat
from engine.games.taboo.narration import describe_outcome
from engine.games.taboo.view import View
from screens.games.result import GameResult, Verdict, list_winners
from screens.games.taboo.talk import Said
from screens.games.ui import SeatNames
from words.space_format import SpaceError

if TYPE_CHECKING:
    from engine.games.taboo.near_target import NearPlace


class TabooResult(GameResult):
    """Winner and why, the target, and the whole talk with every place that was near it."""

    DEFAULT_CSS = """
    TabooResult Verdict { margin: 1 0 0 0; padding-bottom: 1; border-bottom: solid $faint; }
    """

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the end of the game that `view` is the last of."""
        attacker, defender = names.labels
        roles = Content.assemble(
            ("Target  ", "$muted"),
            (view.target or "", "bold $primary"),
            ("   Attacker  ", "$muted"),
            (attacker, "bold"),
            ("   Defender  ", "$muted"),
            (defender, "bold"),
        )
        winners = [names.labels[seat] for seat in list_winners(score)]
        places, note = mark_near_places(view)
        super().__init__(
            Verdict(describe_outcome(view), winners, [roles, Content.styled(note, "$muted")]),
            Said(names, view, places),
        )


def mark_near_places(view: View) -> "tuple[Sequence[Sequence[NearPlace]], str]":
    """For each line of the talk the places near the target, and a sentence about them."""
    from engine.games.taboo.near_target import (
        find_near_places,  # takes numpy, which the first frame does without
    )

    assert view.target is not None
    try:
        places = [find_near_places(line, view.target) for line in view.talk]
    except SpaceError as error:
        return (), f"Where the talk came near the target cannot be told: {error}"
    if not any(places):
        return places, "No word of the talk was near the target, as word2vec sees it."
    return places, "Underlined: what was near the target, with its cosine in word2vec."
