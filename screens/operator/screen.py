"""The screen on which the operator plays the turn of a model, a program or a baseline."""

from collections.abc import Awaitable, Callable, Collection
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from engine.llm.budget import OverBudget
from engine.takeover import DraftAnswer, HeldTurn
from screens.curtain import OPERATOR
from screens.dialogs.remedy import Remedy
from screens.forms.seat_screen import SeatScreen
from screens.operator.answer_count_dialog import AnswerCountDialog
from screens.operator.reseat_dialog import ReseatDialog
from screens.operator.turn_outcome import Handover, OperatorMove
from screens.operator.turn_panel import TurnPanel
from screens.players.seat_names import PlayerName
from screens.private_screen import PrivateLeaveDialog, PrivateScreen
from screens.widgets.breakpoints import apply_breakpoints
from screens.widgets.footer import Key, KeyFooter
from screens.widgets.key_guard import KeyGuard
from screens.widgets.seat_line import SPINNER

TURN_KEYS = {
    "f5": ("seal", "Send", "Let this answer count as the seat's move"),
    "f7": ("ask_again", "Ask again", "Ask the question as it stands now"),
    "f8": ("ask_several", "Ask several", "Ask for several answers, and choose"),
    "f4": ("move_by_hand", "By hand", "Make the move yourself"),
    "f6": ("reseat", "Reseat", "Give the seat to another player"),
    "f12": ("hand_back", "Hand back", "Let the player continue by itself"),
}
"""By key: action, label and tooltip of what can be done with the turn."""


class TurnKeys(KeyFooter):
    """A line with the keys of `TURN_KEYS`, above the line with the others."""

    DEFAULT_CSS = "TurnKeys { dock: none; }"

    def __init__(self, keys: Collection[str]) -> None:
        """Show only these keys, in this order."""
        super().__init__()
        self.shown = tuple(keys)

    def choose_keys(self, keys: list[Key]) -> list[Key]:
        known = {key.name: key for key in keys}
        return [known[key] for key in self.shown if key in known]


class OtherKeys(KeyFooter):
    """A line with the keys of all other actions."""

    def __init__(self, keys: Collection[str]) -> None:
        """Show all but these keys."""
        super().__init__()
        self.hidden = keys

    def choose_keys(self, keys: list[Key]) -> list[Key]:
        return [key for key in super().choose_keys(keys) if key.name not in self.hidden]


class TakeoverScreen(PrivateScreen[OperatorMove | Handover | None], KeyGuard):
    """The prompt, the answers and the verdict; dismissed with a move or a `Handover`.

    Dismissed with `None` to leave the table.
    """

    CSS_PATH = "takeover.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-middling"), (36, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = "#answer"
    HELP = (
        "You have taken over this machine's turn. Nothing counts until you send it with F5. "
        "Tab changes the page. You can edit the prompt and the answer; F7 asks again, F8 asks "
        "for several answers. F4 lets you make the move yourself, F6 changes the player, F12 "
        "hands the turn back. The journal records what you changed."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, action, label, tooltip=tip, priority=True)
            for key, (action, label, tip) in TURN_KEYS.items()
        ),
        Binding(
            "ctrl+up",
            "step_draft(-1)",
            "Answer before",
            tooltip="Show the answer before",
            show=False,
            priority=True,
        ),
        Binding(
            "ctrl+down",
            "step_draft(1)",
            "Other answer",
            tooltip="Show another answer",
            key_display="Ctrl+↑↓",
            priority=True,
        ),
        Binding(
            "tab", "next_page", "Next page", tooltip="The next part of the page", key_display="Tab"
        ),
        Binding("escape", "call_off", "Call it off", key_display="Esc", tooltip="Stop asking"),
        Binding("escape", "leave", "Leave", key_display="Esc", tooltip="Save and leave the table"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(
        self,
        turn: HeldTurn[Any, Any],
        player: str,
        create_form: Callable[[], SeatScreen[Any]],
        reseat: Callable[[str], str | None],
        ask_budget: Callable[[OverBudget], Awaitable[Remedy | None]],
    ) -> None:
        """Show `turn`.

        Args:
            turn: The turn that is taken over.
            player: The name of the player whose turn it is.
            create_form: Creates the seat's own screen, for a move by hand.
            reseat: Gives the seat to another player, by SPEC; returns why this is impossible.
            ask_budget: Asks what to do about a call that the budget did not allow.
        """
        super().__init__()
        self.turn = turn
        self.person = OPERATOR
        self.player = player
        self.create_form = create_form
        self.reseat = reseat
        self.ask_budget = ask_budget
        self.panel = TurnPanel(turn)

    def compose(self) -> ComposeResult:
        """Whose turn it is, the panel, and the keys."""
        yield Static(id="head")
        yield self.panel
        yield TurnKeys(TURN_KEYS)
        yield OtherKeys(TURN_KEYS)

    def on_mount(self) -> None:
        """Show the answers so far, and follow new ones."""
        apply_breakpoints(self)
        self.set_interval(1 / 8, self.tick)
        self.turn.on_change = lambda: self.call_later(self.panel.show_new_drafts)
        self.panel.show_new_drafts()

    def on_unmount(self) -> None:
        """Stop following the turn."""
        self.turn.on_change = lambda: None

    @on(TurnPanel.DraftChanged)
    def refresh_keys(self) -> None:
        """Show what is being asked, and what can be done with the current answer."""
        self.refresh_head()
        self.refresh_bindings()

    def refresh_head(self) -> None:
        """Show whose turn it is, and how long the player has been thinking."""
        player = self.player
        who = player.write() if isinstance(player, PlayerName) else Content.styled(player, "bold")
        parts = [Content.styled("You play for  ", "bold $primary"), who]
        if self.turn.asking_since is not None:
            seconds = monotonic() - self.turn.asking_since
            sign = SPINNER[int(seconds * 8) % len(SPINNER)]
            parts.append(Content.styled(f"   {sign} asking, {seconds:.0f} s", "$primary"))
        else:
            parts.append(Content.styled("   nothing counts before you send it", "$muted"))
        self.query_one("#head", Static).update(Content.assemble(*parts))

    def tick(self) -> None:
        """Count the seconds while the player is thinking."""
        if self.turn.asking_since is not None and self.is_current:
            self.refresh_head()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002, PLR0911 - a case for each key
        """Enable sealing for legal moves, and asking again if the answer may differ."""
        asking, draft = self.turn.asking_since is not None, self.panel.draft
        match action:
            case "seal":
                return True if draft is not None and draft.verdict.legal else None
            case "ask_again" | "ask_several":
                return self.turn.can_ask_again and (None if asking else True)
            case "step_draft":
                return len(self.turn.drafts) > 1
            case "call_off":
                return asking
            case "leave":
                return not asking
            case "next_page":
                return len(self.focus_chain) > 1
        return True

    def action_next_page(self) -> None:
        """Show the next page."""
        self.focus_next()

    def action_step_draft(self, by: int) -> None:
        """Show the next answer, or the one before."""
        self.panel.step_draft(by)

    def action_seal(self) -> None:
        """Seal the current answer, unless the key was meant for the screen before."""
        draft = self.panel.draft
        if draft is None or not draft.verdict.legal:
            return
        self.press(partial(self.seal_draft, draft))

    def seal_draft(self, draft: DraftAnswer[Any, Any]) -> None:
        """Seal an answer."""
        self.turn.cancel()
        seconds = round(self.turn.seconds, 3)
        move = draft.verdict.move
        self.dismiss(OperatorMove(move, draft.assisted, seconds, self.turn.attempts))

    def ask_player(self, count: int) -> None:
        """Ask with the current prompt."""
        self.panel.show_next = True
        self.turn.ask(self.panel.prompt, count)

    async def settle_budget(self) -> bool:
        """Ask what to do if the last call was over the budget.

        Returns:
            Whether another call may be tried.
        """
        if not isinstance(self.turn.failure, OverBudget):
            return True
        choice = await self.ask_budget(self.turn.failure)
        if choice is Remedy.BASELINE and self.reseat("word2vec") is None:
            self.dismiss(Handover.RESEATED)
        elif choice is Remedy.LEAVE:
            self.dismiss(None)
        return choice is Remedy.RETRY

    @work(exclusive=True, group="dialog")
    async def action_ask_again(self) -> None:
        """Ask once more."""
        if await self.settle_budget():
            self.ask_player(1)

    @work(exclusive=True, group="dialog")
    async def action_ask_several(self) -> None:
        """Ask the operator how many answers they want, and the player for them."""
        count = await self.app.push_screen_wait(AnswerCountDialog(self.person))
        if count and self.turn.asking_since is None and await self.settle_budget():
            self.ask_player(count)

    def action_call_off(self) -> None:
        """Stop waiting for answers."""
        self.turn.cancel()

    @work(exclusive=True, group="dialog")
    async def action_move_by_hand(self) -> None:
        """Make the move on the seat's own screen."""
        screen = self.create_form()
        screen.person, screen.in_takeover = self.person, True
        started = monotonic()
        move = await self.app.push_screen_wait(screen)
        if move is not None:
            self.turn.cancel()
            seconds = round(monotonic() - started, 3)
            self.dismiss(OperatorMove(move, "by hand", seconds, self.turn.attempts))

    @work(exclusive=True, group="dialog")
    async def action_reseat(self) -> None:
        """Give the seat to another player."""
        if await self.app.push_screen_wait(ReseatDialog(self.person, self.player, self.reseat)):
            self.turn.cancel()
            self.dismiss(Handover.RESEATED)

    def action_hand_back(self) -> None:
        """Hand the seat back to the player, for this turn and the next ones."""
        self.press(partial(self.dismiss, Handover.HANDED_BACK))

    @work(exclusive=True, group="dialog")
    async def action_leave(self) -> None:
        """Ask whether to leave the table."""
        if await self.app.push_screen_wait(PrivateLeaveDialog(self.person)):
            self.turn.cancel()
            self.dismiss(None)
