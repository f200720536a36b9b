"""Let the operator, the person who runs a game, take over turns of models, programs and baselines.

`Operator` asks for these turns on the takeover screen instead of letting the player move.
`OperatorKeys` is a table with the keys for this.
"""

from asyncio import Event
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType

from engine.errors import PlayerError
from engine.journal.reader import read_record
from engine.journal.record import JournalError
from engine.journal.writer import JournalWriteError
from engine.match import MoveDetails
from engine.play import decide_aside
from engine.player import Player
from engine.players.spec import LineupError, Spec, parse_spec
from engine.seat import Seat
from engine.session import Session
from screens.dialogs_and_modal_host import LeaveDialog, ModalHost
from screens.games.ui import load_game_ui
from screens.last_setup_and_player_history import name_seats
from screens.player_names_and_colours import SeatNames
from screens.private_screens_and_inputs import OPERATOR, Curtain, SeatScreen
from screens.takeover.operator_dialogs import (
    OPEN_TABLE_NOTICE,
    BudgetControl,
    OpenTableDialog,
    TakeoverDialog,
)
from screens.widgets.seat_line_and_usage_meter import UsageMeter

if TYPE_CHECKING:
    from engine.takeover import HeldTurn
    from screens.takeover.screen import Handover, OperatorMove


class OperatedTable(ModalHost[bool]):
    """The interface of a table for the operator's tools."""

    players: Mapping[Seat, Player[Any, Any]]
    """The current player of each seat."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._named: tuple[tuple[Spec, ...], SeatNames] | None = None

    @property
    def names(self) -> SeatNames:
        """The names of the players."""
        specs = tuple(self.session.specs.values())
        if self._named is None or self._named[0] != specs:
            seats, definition = self.session.match.game.seats, self.session.definition
            self._named = (
                specs,
                name_seats(seats, specs, definition, data=self.session.settings.data),
            )
        return self._named[1]

    @property
    def is_open(self) -> bool:
        """Whether the operator may inspect machines' prompts and answers."""
        return not self.session.human_count or self.session.table_open

    def reseat(self, seat: Seat, spec: Spec) -> str | None:
        """Give the seat to another player.

        Returns:
            Why this is impossible; `None` if it succeeded.
        """
        raise NotImplementedError

    def refresh_table(self) -> None:
        """Show the current state of the table."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave the table; the journal keeps the game."""
        self.workers.cancel_group(self, "match")
        self.dismiss(False)


class Operator:
    """Takes over turns of machines at a table, only if it is open."""

    def __init__(self, table: OperatedTable, budget: BudgetControl) -> None:
        """Begin without any seats taken over."""
        self.table = table
        self.budget = budget
        self.taken_over: frozenset[Seat] = frozenset()
        """The seats that are taken over."""
        self.invited = False
        """Whether turns were held from the start."""
        self.failures: dict[Seat, PlayerError] = {}
        """By seat: the failure that the operator wants to inspect."""
        self.sealed: dict[Seat, OperatorMove] = {}
        """By seat: how the current move was made."""

    @property
    def machines(self) -> dict[Seat, str]:
        """The seats of machines with their display names."""
        specs, names = self.table.session.specs, self.table.names
        return {
            seat: names.get_full_name(seat) for seat, spec in specs.items() if not spec.is_human
        }

    @property
    def notice(self) -> str:
        """The notice that everybody must read before their own screen is shown."""
        return OPEN_TABLE_NOTICE if self.table.session.table_open else ""

    def is_waiting(self, seat: Seat) -> bool:
        """Whether the turn of this seat waits for the operator."""
        wanted = seat in self.taken_over or seat in self.failures
        return wanted and self.table.is_open and not self.table.session.specs[seat].is_human

    async def decide(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Ask the seat's current player for a move, or the operator if they took the seat over.

        Returns:
            The move; `None` to leave the table.

        Raises:
            PlayerError: If the player fails, and the operator has not taken over the seat.
        """
        if self.is_waiting(seat):
            turn = self.create_turn(seat, view, already_asked=complaint is not None)
            turn.start()
            return await self.finish_turn(seat, turn)
        move = await decide_aside(self.table.players[seat], view, complaint)
        if not self.is_waiting(seat):
            return move
        turn = self.create_turn(seat, view)  # taken over while the player was thinking
        turn.add_move(move)
        return await self.finish_turn(seat, turn)

    def create_turn(
        self,
        seat: Seat,
        view: Any,  # noqa: ANN401
        *,
        already_asked: bool = False,
    ) -> "HeldTurn[Any, Any]":
        """Create the held turn of a seat, with the failure that led to it, if any."""
        from engine.takeover import HeldTurn  # and with it all of language models

        return HeldTurn(
            self.table.session.match.game,
            self.table.players[seat],
            view,
            can_ask_again=self.table.session.specs[seat].is_external,
            failure=self.failures.pop(seat, None),
            already_asked=already_asked,
        )

    async def finish_turn(self, seat: Seat, turn: "HeldTurn[Any, Any]") -> Any:  # noqa: ANN401
        """Wait until the operator has sealed a move or given the turn back.

        Returns:
            The move; `None` if the table is to be left.
        """
        from screens.takeover.screen import Handover, OperatorMove

        outcome: OperatorMove | Handover | None = Handover.HANDED_BACK
        try:
            async with self.table.exclusive():
                # a person may have sat down while the turn waited for the screen
                wanted = seat in self.taken_over or turn.failure is not None
                if self.table.is_open and wanted:
                    outcome = await self.show_takeover(seat, turn)
            if outcome is Handover.HANDED_BACK:
                self.taken_over -= {seat}
                outcome = await self.await_own_move(turn) or Handover.HANDED_BACK
        finally:
            turn.cancel()
        match outcome:
            case OperatorMove():
                self.sealed[seat] = outcome
                return outcome.move
            case Handover():
                return await self.decide(seat, turn.view, None)
        return None

    async def show_takeover(
        self, seat: Seat, turn: "HeldTurn[Any, Any]"
    ) -> "OperatorMove | Handover | None":
        """Show the takeover screen, with a curtain first if people share the screen."""
        from screens.takeover.screen import TakeoverScreen

        table, session = self.table, self.table.session
        if not await self.fetch_operator():
            return None
        session.open_table()  # a person who joins later plays at an open table

        def create_form() -> SeatScreen[Any]:
            ui = load_game_ui(session.definition.name)
            return ui.choose_seat_form(turn.view)(
                turn.view, table.names, session.match.game.fault, None
            )

        person = table.names.get_full_name(seat)
        screen = TakeoverScreen(
            turn,
            person,
            create_form,
            partial(self.reseat, seat, turn),
            partial(self.budget.ask_remedy, person),
        )
        screen.game = session.definition.name
        return await table.show_modal(screen)

    async def fetch_operator(self) -> bool:
        """Show the curtain, if several people share the screen.

        Returns:
            Whether the operator is ready; false to leave the table.
        """
        if self.table.session.human_count < 2:
            return True
        return bool(await self.table.show_modal(Curtain(OPERATOR, notice=self.notice)))

    async def await_own_move(self, turn: "HeldTurn[Any, Any]") -> "OperatorMove | None":
        """Wait for the player's own move, if it has made one or is still thinking."""
        from screens.takeover.screen import OperatorMove

        await turn.wait()
        if turn.unexpected_error is not None:
            raise turn.unexpected_error
        for draft in turn.drafts:
            if draft.answer.verdict.legal and not draft.answer.assisted:
                return OperatorMove(draft.answer.verdict.move, "", turn.seconds, turn.attempts)
        return None

    def reseat(self, seat: Seat, turn: "HeldTurn[Any, Any]", text: str) -> str | None:
        """Give the seat to another player, by their SPEC.

        Returns:
            Why this is impossible; `None` if it succeeded.
        """
        try:
            spec = parse_spec(text)
        except LineupError as error:
            return str(error)
        fault = self.table.reseat(seat, spec)
        if fault is None:
            turn.cancel()
        return fault

    def adjust_account(self, seat: Seat, account: MoveDetails) -> MoveDetails:
        """Add the operator's part to the details of a move that they have sealed."""
        sealed = self.sealed.get(seat)
        if sealed is None:
            return account
        return MoveDetails(sealed.seconds, sealed.attempts, assisted=sealed.assisted)

    async def open_table(self, person: str = OPERATOR) -> bool:
        """Open the table, to inspect machines; if people play, ask `person` first.

        Returns:
            Whether it is open.
        """
        table = self.table
        if not table.is_open and not await table.app.push_screen_wait(OpenTableDialog(person)):
            return False
        try:
            table.session.open_table()
        except JournalWriteError as error:
            table.notify(str(error), severity="error", markup=False)
            return False
        table.refresh_table()
        return True

    async def choose_seats(self, person: str = OPERATOR) -> None:
        """Ask which seats to take over; if people play, first ask whether to open the table."""
        if await self.open_table(person):
            dialog = TakeoverDialog(person, self.machines, self.taken_over)
            self.taken_over = await self.table.app.push_screen_wait(dialog)
            self.table.refresh_table()

    async def inspect_moves(self) -> None:
        """Show how the moves so far were made; if people play, the table is opened first.

        People's own screens wait until the operator has closed the inspector.
        """
        from screens.inspector import create_inspector

        table, session = self.table, self.table.session
        assert session.journal is not None
        async with table.modal_lock:
            if not table.is_in_front or not await self.open_table():
                return
            if not await self.fetch_operator():
                table.leave()
                return
            try:
                screen = create_inspector(
                    read_record(session.journal.path),
                    session.definition,
                    data=session.settings.data,
                )
            except JournalError as error:
                table.notify(str(error), severity="error", markup=False)
            else:
                await table.show_modal(screen)


class OperatorKeys(OperatedTable):
    """A table with the operator's keys; the operator may also be a player."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "pause", "Leave", key_display="Esc", tooltip="Save and leave the table"),
        Binding(
            "w",
            "take_over",
            "Take over",
            key_display="W",
            tooltip="Take over machines' turns: nothing counts before you send it",
        ),
        Binding(
            "i", "inspect", "Inspect", key_display="I", tooltip="What machines are asked and answer"
        ),
        Binding("m", "meter", "Meter", show=False),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.budget_control = BudgetControl(session, self.show_modal)
        self.operator = Operator(self, self.budget_control)

    def find_takeover(self, person: str) -> Callable[[], object] | None:
        """Return a function that asks `person`, over their screen, which seats to take over.

        `None` if the operator's tools are not offered.
        """
        return partial(self.ask_takeover, person) if self.offers_takeover else None

    @property
    def offers_takeover(self) -> bool:
        """Whether the operator's tools are offered.

        They are if a machine plays, and one of these is true: no person plays, seats were taken
        over from the start, the table is open, a model or a program plays, or a setting says so.
        """
        session = self.session
        wanted = (
            not session.human_count
            or session.table_open
            or self.operator.invited
            or any(spec.is_external for spec in session.specs.values())
            or session.settings.operator
        )
        return wanted and bool(self.operator.machines)

    @work
    async def ask_takeover(self, person: str) -> None:
        """Ask which seats to take over, over a screen that holds the modal lock."""
        await self.operator.choose_seats(person)

    @work
    async def action_take_over(self) -> None:
        """Ask which seats to take over; meanwhile no other dialog opens, and no game ends."""
        async with self.modal_lock:
            if self.is_in_front:
                await self.operator.choose_seats()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable takeover without machines, and the inspector without a journal."""
        if action == "inspect":
            return self.session.journal is not None and self.offers_takeover
        if action == "meter":
            return len(self.budget_control.read_usage().seats) > 1
        return action != "take_over" or self.offers_takeover

    def action_meter(self) -> None:
        """Fold the meter into a line, or unfold it."""
        self.query_one(UsageMeter).toggle_folded()

    @work
    async def action_pause(self) -> None:
        """Ask whether to leave; meanwhile no other dialog opens, and no game ends."""
        leave, take_over = None, Event()
        async with self.modal_lock:
            if self.is_in_front:
                leave = await self.app.push_screen_wait(
                    LeaveDialog(take_over.set if self.offers_takeover else None)
                )
            if take_over.is_set():
                await self.operator.choose_seats()
        if leave:
            self.leave()

    @work(exclusive=True, group="inspector")
    async def action_inspect(self) -> None:
        """Inspect the moves so far; if people play, first ask whether to open the table."""
        await self.operator.inspect_moves()
