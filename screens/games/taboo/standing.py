"""How a game of Adversarial Taboo stands, in one line."""

from textual.content import Content

from engine.games.taboo.view import View
from screens.widgets.lines import ViewLines, spread


class Standing(ViewLines[View]):
    """The turn, and what comes of it when all turns are used up."""

    DEFAULT_CSS = "Standing { border-bottom: solid $faint; }"

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line; two where that is too narrow."""
        options = view.options
        turn = Content.assemble((f"Turn {view.number}", "bold"), f" of {options.turns}")
        if view.over:
            return [turn]
        end = "the attacker wins" if options.limit == "attacker" else "a draw"
        rest = Content.styled(f"Nothing said or guessed by the end: {end}", "$muted")
        return spread(turn, rest, width)
