"""How a game of Decrypto stands, in one line."""

from textual.content import Content

from engine.games.decrypto.view import View
from screens.widgets.lines import ViewLines, spread


class Standing(ViewLines[View]):
    """The round, and the tokens of both kinds as shapes and in words."""

    DEFAULT_CSS = "Standing { border-bottom: solid $faint; }"

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line; two where that is too narrow."""
        return spread(round_of(view), tokens(view), width)


def round_of(view: View) -> Content:
    """`Round 3 of 8`."""
    return Content.assemble((f"Round {view.number}", "bold"), (f" of {view.options.rounds}", ""))


def tokens(view: View) -> Content:
    """`Miscommunications ●○ 1 of 2   Interceptions ○○ 0 of 2`."""
    limit = view.options.tokens
    return Content.assemble(
        _tokens("Miscommunications", view.miscommunications, limit),
        "   ",
        _tokens("Interceptions", view.interceptions, limit),
    )


def _tokens(name: str, count: int, limit: int) -> Content:
    got = min(count, limit)
    return Content.assemble(
        (f"{name} ", "$muted"),
        ("●" * got, "bold $primary"),
        ("○" * (limit - got), "$muted"),
        f" {count} of {limit}",
    )
