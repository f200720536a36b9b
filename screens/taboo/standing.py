"""How a game of Adversarial Taboo stands, in one line."""

from textual.content import Content

from engine.taboo.view import View
from screens.widgets.lines import Lines, spread


class Standing(Lines):
    """The turn, and what comes of it when all turns are used up."""

    DEFAULT_CSS = "Standing { border-bottom: solid $faint; }"

    def __init__(self, view: View | None = None) -> None:
        """Show how `view` stands."""
        super().__init__()
        self.view = view

    def show(self, view: View) -> None:
        """Show another view."""
        self.view = view
        self.refresh(layout=True)

    def lines(self, width: int) -> list[Content]:
        """One line; two where that is too narrow."""
        if self.view is None:
            return []
        options = self.view.options
        turn = Content.assemble((f"Turn {self.view.number}", "bold"), f" of {options.turns}")
        if self.view.over:
            return [turn]
        end = "the attacker wins" if options.limit == "attacker" else "a draw"
        rest = Content.styled(f"Nothing said or guessed by the end: {end}", "$muted")
        return spread(turn, rest, width)
