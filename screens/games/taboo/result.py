"""The result of a game of Adversarial Taboo."""

from collections.abc import Mapping, Sequence

from textual.content import Content

from engine.games.taboo.highlights import find_highlights
from engine.games.taboo.near_words import NearPlace, find_near_places
from engine.games.taboo.view import View
from engine.seat import Seat
from engine.winners import list_winners
from screens.games.result import GameResult
from screens.games.taboo.board import StatementList
from screens.players.seat_names import SeatNames
from screens.widgets.lines import Lines
from screens.widgets.text_layout import centre_text
from words.space.errors import SpaceError


class TabooResult(GameResult):
    """The winner, the target, and the whole talk with every place that was near it."""

    DEFAULT_CSS = """
    TabooResult NearNote { margin-top: 1; }
    """
    DETAILS_FIRST = True

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the result of the game, whose last view is `view`."""
        outcome = view.outcome and view.outcome.winner
        places, note = mark_near_places(view)
        super().__init__(
            names,
            list_winners(score, outcome),
            find_highlights(view),
            StatementList(names, view, places),
            NearNote(note),
        )


class NearNote(Lines):
    """What in the talk came near the target."""

    def __init__(self, note: Content) -> None:
        """Show `note`."""
        super().__init__()
        self.note = note

    def layout_lines(self, width: int) -> list[Content]:
        """The note in the middle."""
        return centre_text(self.note, width)


def mark_near_places(view: View) -> tuple[Sequence[Sequence[NearPlace]], Content]:
    """Find the places near the target in each line of the talk; with a sentence about them."""
    # Imported here, because it imports numpy, which is too slow for the first frame.

    assert view.target is not None
    try:
        places = [find_near_places(line, view.target) for line in view.talk]
    except SpaceError as error:
        told = f"Where the talk came near the target cannot be told: {error}"
        return (), Content.styled(told, "$muted")
    has_figure = any(place.form is None for line in places for place in line)
    return places, Content.assemble(
        (
            "Underlined: what came near " if any(places) else "No word of the talk came near ",
            "$muted",
        ),
        (view.target, "bold $primary"),
        (", from 0 to 1 (as near as can be)." if has_figure else ".", "$muted"),
    )
