"""The operator at one table: whose turns are held, and what becomes of them."""

from functools import partial
from typing import TYPE_CHECKING, Any

from engine.game import Seat
from engine.journal import NotKept
from engine.lineup import LineupError, parse_spec
from engine.players import Account, PlayerError
from engine.takeover import Turn
from screens.curtain import OPERATOR, Curtain
from screens.private import SeatScreen
from screens.takeover.holding import NOTICE, Holding, OpenTable
from screens.takeover.outcome import Sealed, Way
from screens.takeover.screen import TakeoverScreen

if TYPE_CHECKING:
    from screens.table import TableScreen


class Operator:
    """Holds turns of machines at a table; only ever at one that is open."""

    def __init__(self, table: "TableScreen") -> None:
        """Hold nobody's yet."""
        self.table = table
        self.held: frozenset[Seat] = frozenset()
        """The seats whose turns wait for the operator."""
        self.failed: dict[Seat, PlayerError] = {}
        """By seat: the failure that the operator wants to look at."""
        self.sealed: dict[Seat, Sealed] = {}
        """By seat: how the move at hand came about."""

    @property
    def machines(self) -> dict[Seat, str]:
        """The seats that machines have, by the names to show."""
        specs, names = self.table.session.specs, self.table.names
        return {seat: names.name(seat) for seat, spec in specs.items() if not spec.human}

    @property
    def notice(self) -> str:
        """What everybody has to know before they look at their own screen."""
        return NOTICE if self.table.session.opened else ""

    def holds(self, seat: Seat) -> bool:
        """Does the turn of this seat wait for the operator?"""
        wanted = seat in self.held or seat in self.failed
        return wanted and self.table.open and not self.table.session.specs[seat].human

    async def decide(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Have whoever sits there choose a move; the operator, if the seat is held.

        Returns:
            The move; `None` if the table is to be left.

        Raises:
            PlayerError: If the player fails, and nobody holds the seat.
        """
        if self.holds(seat):
            turn = self.turn(seat, view, begun=complaint is not None)
            turn.begin()
            return await self.hold(seat, turn)
        move = await self.table.players[seat].decide(view, complaint)
        if not self.holds(seat):
            return move
        turn = self.turn(seat, view)  # it has been held while it was thinking
        turn.take(move)
        return await self.hold(seat, turn)

    def turn(self, seat: Seat, view: Any, *, begun: bool = False) -> Turn[Any, Any]:  # noqa: ANN401
        """The turn of that seat."""
        table = self.table
        return Turn(
            table.match.game,
            table.players[seat],
            view,
            again=table.session.specs[seat].outside,
            failure=self.failed.pop(seat, None),
            begun=begun,
        )

    async def hold(self, seat: Seat, turn: Turn[Any, Any]) -> Any:  # noqa: ANN401
        """Wait for what the operator makes of a turn, when the screen is free.

        Returns:
            The move; `None` if the table is to be left.
        """
        outcome: Sealed | Way | None = Way.LET_GO
        try:
            async with self.table.alone():
                # a person may have sat down while the turn waited for the screen
                if self.table.open and (seat in self.held or turn.failure is not None):
                    outcome = await self.look(seat, turn)
            if outcome is Way.LET_GO:
                self.held -= {seat}
                outcome = await self.own(turn) or Way.LET_GO
        finally:
            turn.call_off()
        match outcome:
            case Sealed():
                self.sealed[seat] = outcome
                return outcome.move
            case Way():
                return await self.decide(seat, turn.view, None)
        return None

    async def look(self, seat: Seat, turn: Turn[Any, Any]) -> Sealed | Way | None:
        """Put the wheel on the screen, behind a curtain where people share it."""
        table = self.table
        if table.people > 1 and not await table.show(Curtain(OPERATOR, notice=self.notice)):
            return None
        table.session.open_table()  # a person who sits down after this plays at an open table

        def form() -> SeatScreen[Any]:
            return table.ui.create_seat_form(turn.view, table.names, table.match.game.fault, None)

        def sit(spec: str) -> str | None:
            return self.seat(seat, spec, turn)

        person = table.names.name(seat)
        afford = partial(table.purse.ask, person)
        screen = TakeoverScreen(turn, person, form, sit, afford)
        screen.game = table.session.definition.name
        return await table.show(screen)

    async def own(self, turn: Turn[Any, Any]) -> Sealed | None:
        """The move that the player makes by itself, if it has found one or still does."""
        await turn.settled()
        if turn.broken is not None:
            raise turn.broken
        for draft in turn.drafts:
            if draft.proposal.verdict.legal and not draft.proposal.assisted:
                return Sealed(draft.proposal.verdict.move, "", turn.asked, turn.attempts)
        return None

    def seat(self, seat: Seat, text: str, turn: Turn[Any, Any]) -> str | None:
        """Give the seat to somebody else, by their SPEC; why not, if they cannot sit down."""
        try:
            spec = parse_spec(text)
        except LineupError as error:
            return str(error)
        wrong = self.table.reseat(seat, spec)
        if wrong is None:
            turn.call_off()
        return wrong

    def account(self, seat: Seat, account: Account) -> Account:
        """How a move came about, if the operator has sealed it."""
        sealed = self.sealed.get(seat)
        if sealed is None:
            return account
        return Account(sealed.seconds, sealed.attempts, assisted=sealed.assisted)

    async def opened(self, person: str = OPERATOR) -> bool:
        """Open the table to look at machines; where people play, only if that is wished.

        Returns:
            Whether it is open.
        """
        table = self.table
        if not table.open and not await table.app.push_screen_wait(OpenTable(person)):
            return False
        try:
            table.session.open_table()
        except NotKept as error:
            table.notify(str(error), severity="error", markup=False)
            return False
        table.refresh_table()
        return True

    async def choose(self, person: str = OPERATOR) -> None:
        """Ask whose turns are to be held; where people play, first whether to open the table."""
        if await self.opened(person):
            screen = Holding(person, self.machines, self.held)
            self.held = await self.table.app.push_screen_wait(screen)
            self.table.refresh_table()
