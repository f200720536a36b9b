"""The wheel: a machine's turn in the operator's hands, before anything of it is sealed."""

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from engine.llm.budget import OverBudget
from engine.takeover import Turn
from screens.breakpoints import apply_breakpoints
from screens.curtain import OPERATOR
from screens.dialogs import Remedy
from screens.key_guard import KeyGuard
from screens.private import Private, PrivatePause, SeatScreen
from screens.takeover.desk import Desk
from screens.takeover.dialogs import NewPlayer, Several
from screens.takeover.keys import Deeds, OtherKeys
from screens.takeover.outcome import DEEDS, Sealed, Way
from screens.widgets.seat_line import SPINNER


class TakeoverScreen(Private[Sealed | Way | None], KeyGuard):
    """The question, the answers and the verdict; dismissed with what becomes of the turn.

    Dismissed with `None` if the table is to be left.
    """

    CSS_PATH = "wheel.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-middling"), (36, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = "#answer"
    HELP = (
        "Nothing of this turn counts before you seal it. Tab goes from page to page; the prompt "
        "and the answer can be edited, and an edited answer is judged at once. F7 asks again "
        "with the prompt as it stands, F8 asks for several answers at once, of which you choose "
        "one. F4 opens the seat's own form, F6 gives the seat to somebody else, F12 holds it no "
        "longer. The journal keeps what you did: asked, edited or by hand."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, action, label, tooltip=tip, priority=True)
            for key, (action, label, tip) in DEEDS.items()
        ),
        Binding("ctrl+up", "other(-1)", "Answer before", show=False, priority=True),
        Binding("ctrl+down", "other(1)", "Other answer", key_display="Ctrl+↑↓", priority=True),
        Binding("tab", "app.focus_next", "Next page", key_display="Tab"),
        Binding("escape", "call_off", "Call it off", key_display="Esc", tooltip="Stop asking"),
        Binding("escape", "leave", "Leave", key_display="Esc", tooltip="Save and leave the table"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(
        self,
        turn: Turn[Any, Any],
        person: str,
        form: Callable[[], SeatScreen[Any]],
        seat: Callable[[str], str | None],
        afford: Callable[[OverBudget], Awaitable[Remedy | None]],
    ) -> None:
        """Look at `turn`.

        Args:
            turn: A turn that is held.
            person: Whose turn it is, as the table names them.
            form: Makes the seat's own screen, to move by hand.
            seat: Has somebody sit here, by their SPEC; returns why not, if they cannot.
            afford: Asks what to do about a question that the budget did not allow.
        """
        super().__init__()
        self.turn = turn
        self.person = OPERATOR
        self.player = person
        self.form = form
        self.seat = seat
        self.afford = afford
        self.desk = Desk(turn)
        """What was asked and answered."""

    def compose(self) -> ComposeResult:
        """Whose turn it is, the desk, and the keys."""
        yield Static(id="head")
        yield self.desk
        yield Deeds(DEEDS)
        yield OtherKeys(DEEDS)

    def on_mount(self) -> None:
        """Show what there is, and hear of what comes."""
        apply_breakpoints(self)
        self.set_interval(1 / 8, self.tick)
        self.turn.changed = lambda: self.call_later(self.desk.follow)
        self.desk.follow()

    def on_unmount(self) -> None:
        """Hear no more."""
        self.turn.changed = lambda: None

    @on(Desk.Judged)
    def refresh_keys(self) -> None:
        """Say what is on its way, and what can be done with the answer at hand."""
        self.refresh_head()
        self.refresh_bindings()

    def refresh_head(self) -> None:
        """Say whose turn it is, and what is on its way."""
        parts: list[tuple[str, str]] = [("At the wheel  ", "bold $primary"), (self.player, "bold")]
        if self.turn.since is not None:
            seconds = monotonic() - self.turn.since
            sign = SPINNER[int(seconds * 8) % len(SPINNER)]
            parts.append((f"   {sign} asking, {seconds:.0f} s", "$primary"))
        else:
            parts.append(("   nothing counts before you seal it", "$muted"))
        self.query_one("#head", Static).update(Content.assemble(*parts))

    def tick(self) -> None:
        """Count the seconds of what is on its way."""
        if self.turn.since is not None and self.is_current:
            self.refresh_head()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only a legal move can be sealed; only who might answer differently is asked again."""
        asking, draft = self.turn.since is not None, self.desk.draft
        match action:
            case "seal":
                return True if draft is not None and draft.verdict.legal else None
            case "again" | "several":
                return None if asking or not self.turn.again else True
            case "other":
                return len(self.turn.drafts) > 1
            case "call_off":
                return asking
            case "leave":
                return not asking
        return True

    def action_other(self, by: int) -> None:
        """Look at the next answer, or the one before."""
        self.desk.other(by)

    def action_seal(self) -> None:
        """Let the answer at hand count, unless the key was meant for the screen before."""
        draft = self.desk.draft
        if draft is not None and draft.verdict.legal and self.accepts_key():
            self.turn.call_off()
            seconds = round(self.turn.asked, 3)
            self.dismiss(Sealed(draft.verdict.move, draft.assisted, seconds, self.turn.attempts))

    def ask(self, count: int) -> None:
        """Put the question as it stands now."""
        self.desk.jump = True
        self.turn.ask(self.desk.prompt, count)

    async def afforded(self) -> bool:
        """Whether the budget allows another question, as far as is known; else it is asked for."""
        if not isinstance(self.turn.failure, OverBudget):
            return True
        choice = await self.afford(self.turn.failure)
        if choice is Remedy.BASELINE and self.seat("word2vec") is None:
            self.dismiss(Way.RESEATED)
        elif choice is Remedy.LEAVE:
            self.dismiss(None)
        return choice is Remedy.RETRY

    @work(exclusive=True, group="dialog")
    async def action_again(self) -> None:
        """Ask once more."""
        if await self.afforded():
            self.ask(1)

    @work(exclusive=True, group="dialog")
    async def action_several(self) -> None:
        """Ask how many answers are wanted, and for them."""
        count = await self.app.push_screen_wait(Several(self.person))
        if count and self.turn.since is None and await self.afforded():
            self.ask(count)

    def action_call_off(self) -> None:
        """Wait for no answer any more."""
        self.turn.call_off()

    @work(exclusive=True, group="dialog")
    async def action_by_hand(self) -> None:
        """Make the move on the seat's own screen."""
        screen = self.form()
        screen.person, screen.in_takeover = self.person, True
        started = monotonic()
        move = await self.app.push_screen_wait(screen)
        if move is not None:
            self.turn.call_off()
            seconds = round(monotonic() - started, 3)
            self.dismiss(Sealed(move, "by hand", seconds, self.turn.attempts))

    @work(exclusive=True, group="dialog")
    async def action_reseat(self) -> None:
        """Have somebody else sit here."""
        if await self.app.push_screen_wait(NewPlayer(self.person, self.player, self.seat)):
            self.turn.call_off()
            self.dismiss(Way.RESEATED)

    def action_let_go(self) -> None:
        """Hold this seat no longer: its player goes on by itself."""
        if self.accepts_key():
            self.dismiss(Way.LET_GO)

    @work(exclusive=True, group="dialog")
    async def action_leave(self) -> None:
        """Ask whether to leave the table."""
        if await self.app.push_screen_wait(PrivatePause(self.person)):
            self.turn.call_off()
            self.dismiss(None)
