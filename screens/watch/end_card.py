"""The end card: the result of a watched game, and the command that plays it again."""

from collections.abc import Sequence
from shlex import join
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from engine.game import Seat
from engine.session import Session
from screens.games.ui import Headline
from screens.key_guard import KeyGuard, is_any_key
from screens.players import SeatNames
from screens.widgets.large_text import LargeText

ROWS = 8
"""The most rows for who has won."""


class EndCard(KeyGuard, Screen[bool]):
    """Who won and why, the score of the audience, who played, and how to play it again.

    Dismissed with true by any key, with false by Esc.
    """

    HELP = (
        "The end of a game of machines: who won and why, and how the audience did. Any key goes "
        "on to the result with all details. Esc goes back to the menu."
    )
    CSS_PATH = "end_card.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "home", show=False),
    ]

    def __init__(self, headline: Headline, audience: Content, rows: Sequence[Content]) -> None:
        """Show the `headline` of the last view, how the `audience` did, and smaller `rows`."""
        super().__init__()
        self.headline = headline
        self.audience = audience
        self.rows = tuple(rows)

    def compose(self) -> ComposeResult:
        with Vertical(id="card"):
            yield from (LargeText(won, ROWS, classes="won") for won in self.headline.large)
            yield Static(self.headline.now, id="why", markup=False)
            yield Static(self.headline.score, id="score", markup=False)
            if self.audience:
                yield Static(self.audience, id="audience")
            for row in self.rows:
                yield Static(row, classes="row")

    def on_key(self, event: events.Key) -> None:
        """Close on any key but Esc, modifiers and function keys."""
        if event.key == "escape" or not is_any_key(event.key):
            return
        event.stop()
        self.close(True)

    def on_click(self) -> None:
        self.close(True)

    def action_home(self) -> None:
        self.close(False)

    def close(self, show_result: bool) -> None:
        """Close, unless the key was held down since before."""
        self.record_press()
        if self.accepts_key():
            self.dismiss(show_result)


def build_details(session: Session, names: SeatNames) -> list[Content]:
    """Build the small rows: who played, caveats, and how to play the same again."""
    header = session.header
    played = Content("   ").join(
        names.player(Seat(seat), role=True, style="") for seat in range(len(names.seats))
    )
    rows = [
        Content.assemble((session.definition.title, "bold"), ("   seed ", "$muted"), header.seed),
        played,
        *(Content.styled(caveat, "$muted") for caveat in session.caveats),
    ]
    if header.branched is None:  # no command starts a branch
        rows.append(
            Content.assemble((f"{describe_command(session)}\n", "$muted"), build_command(session))
        )
    return rows


def describe_command(session: Session) -> str:
    """Say what the command does: models and operators may choose differently next time."""
    others = session.totals.not_own or any(spec.is_external for spec in session.specs.values())
    return "Deals the same again:" if others else "Plays the same again:"


def build_command(session: Session) -> str:
    """Build the shell command that watches the same game again."""
    header, definition = session.header, session.definition
    words = ["parlour", "watch", header.game, "--seed", header.seed]
    for place, name in enumerate(session.match.game.seats):
        words += ["--seat", f"{name}={session.specs[Seat(place)]}"]
    for name, option in (definition.options | definition.moved_options).items():
        if (value := header.options.get(name, option.default)) != option.default:
            given = ("no", "yes")[value] if isinstance(value, bool) else value
            words += ["--set", f"{name}={given}"]
    return join(words)
