"""What the pages of a round of Dixit have in common: their style, and the line above the clue."""

from textual.content import Content

from engine.games.dixit.view import View
from screens.games.dixit.board import format_progress
from screens.players.seat_names import SeatNames

ROOMY = 28
"""From this many rows on there is air between the parts."""


PAGE_CSS = """
{0} {{ width: 100%; max-width: 190; height: 1fr; min-height: 14; layout: vertical; }}
{0} #head, {0} #verdict {{ height: auto; text-align: center; width: 100%; }}
{0} #verdict {{ min-height: 2; margin-top: 1; }}
{0}.-roomy {{ padding-top: 1; }}
{0} Scores {{ margin-top: 1; }}
{0}.-roomy #head {{ margin-bottom: 1; }}
{0} #head {{ color: $muted; }}
"""


def build_head(view: View, names: SeatNames, *told: Content | str) -> Content:
    """Build the line above a clue: the round, and who gave the clue."""
    return Content.assemble(
        (f"Round {view.number}", "bold"),
        (format_progress(view.options, view.phase), "$muted"),
        "   ",
        names.format_player(view.storyteller),
        *told,
    )
