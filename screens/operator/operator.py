"""Let the operator, the person who runs a game, take over turns of machines."""

from functools import partial
from typing import TYPE_CHECKING, Any

from engine.errors import PlayerError
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.writer import JournalWriteError
from engine.match import MoveDetails
from engine.play import decide_aside
from engine.players.spec import LineupError, parse_spec
from engine.seat import Seat
from screens.curtain import OPERATOR, Curtain
from screens.forms.seat_screen import SeatScreen
from screens.games.ui import load_game_ui
from screens.operator.budget import BudgetControl
from screens.operator.open_table_dialog import OPEN_TABLE_NOTICE, OpenTableDialog
from screens.operator.operated_table import OperatedTable
from screens.operator.takeover_dialog import TakeoverDialog
from screens.operator.turn_outcome import Handover, OperatorMove

if TYPE_CHECKING:
    from engine.takeover import HeldTurn


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
        from engine.takeover import HeldTurn  # noqa: PLC0415 - language models: 12 ms, on a takeover

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
        outcome: OperatorMove | Handover | None = Handover.HANDED_BACK
        try:
            async with self.table.hold_front():
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
        from screens.operator.screen import TakeoverScreen  # noqa: PLC0415 - 18 ms, on a takeover

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
        from screens.inspector.screen import create_inspector  # noqa: PLC0415 - 18 ms, on request

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
