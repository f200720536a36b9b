"""The end of a game, as an audience leaves with it."""

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
from screens.games.ui import Headline, SeatNames
from screens.key_guard import KeyGuard
from screens.widgets.large_text import LargeText

MODIFIERS = ("shift", "control", "ctrl", "alt", "super", "meta", "hyper", "caps_lock", "num_lock")
"""What some terminals send as keys of their own; nobody means to go on with one."""


class EndCard(KeyGuard, Screen[bool]):
    """Who won and why, how the audience did, who played, and how to see it again.

    Nothing else. Dismissed with true by any key, with false by Esc.
    """

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
        """From the winner to the seed."""
        with Vertical(id="card"):
            yield from (LargeText(won, classes="won") for won in self.headline.large)
            yield Static(self.headline.now, id="why", markup=False)
            yield Static(self.headline.score, id="score", markup=False)
            if self.audience:
                yield Static(self.audience, id="audience")
            for row in self.rows:
                yield Static(row, classes="row")

    def on_key(self, event: events.Key) -> None:
        """Go on, unless the key was meant for the table."""
        if event.key == "escape" or any(name in event.key for name in MODIFIERS):
            return
        event.stop()
        self.leave(True)

    def on_click(self) -> None:
        """Go on."""
        self.leave(True)

    def action_home(self) -> None:
        """Enough."""
        self.leave(False)

    def leave(self, on: bool) -> None:
        """Close, if that was meant."""
        self.record_press()
        if self.accepts_key():
            self.dismiss(on)


def details(session: Session, names: SeatNames) -> list[Content]:
    """Who played, what else has to be said, and how to see the same again."""
    header = session.header
    played = Content("   ").join(
        Content.assemble((f"{seat} ", "$muted"), Content(label))
        for seat, label in zip(names.seats, names.labels, strict=True)
    )
    rows = [
        Content.assemble((session.definition.title, "bold"), ("   seed ", "$muted"), header.seed),
        played,
        *(Content.styled(remark, "$muted") for remark in session.caveats),
    ]
    if header.branched is None:  # no command begins where a branch does
        rows.append(Content.assemble((f"{again(session)}\n", "$muted"), command(session)))
    return rows


def again(session: Session) -> str:
    """What the command brings: neither models nor those who helped need do the same twice."""
    others = session.totals.not_own or any(spec.is_external for spec in session.specs.values())
    return "Deals the same again:" if others else "Plays the same again:"


def command(session: Session) -> str:
    """How to watch the same game once more, as a shell takes it."""
    header, options = session.header, session.definition.options
    words = ["parlour", "watch", header.game, "--seed", header.seed]
    for place, name in enumerate(session.match.game.seats):
        words += ["--seat", f"{name}={session.specs[Seat(place)]}"]
    for name, option in options.items():
        if (value := header.options[name]) != option.default:
            given = ("no", "yes")[value] if isinstance(value, bool) else value
            words += ["--set", f"{name}={given}"]
    return join(words)
