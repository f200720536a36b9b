"""The table: what an onlooker may see, while the match plays itself."""

from asyncio import Event, create_task
from asyncio import Task as AsyncTask
from time import monotonic
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from engine.game import Seat
from engine.journal import NotKept
from engine.lineup import LineupError, Spec
from engine.llm.budget import OverBudget
from engine.play import play
from engine.players import Account, Asked, PlayerError
from engine.session import Session
from screens.budget import BudgetControl
from screens.curtain import OPERATOR, Curtain
from screens.dialogs import Remedy, Trouble
from screens.games.ui import Board, SeatNames, load_game_ui
from screens.operated import OperatedTable
from screens.private import SeatScreen
from screens.round_summary import Summary
from screens.takeover.operator import Operator
from screens.widgets.footer import KeyFooter
from screens.widgets.seat_line import SeatLine
from screens.widgets.usage_meter import UsageMeter


class Left(Exception):
    """Somebody has left the table; the journal knows the rest."""


class TableScreen(OperatedTable):
    """Runs one match, and asks the people at this keyboard, one at a time.

    Dismissed with true when the game is over, false when somebody left before.
    """

    CSS_PATH = "table.tcss"
    HELP = (
        "The table, as everybody may see it. People are asked for their moves one after another. "
        "Where models play, M unfolds what they have used into a line for each seat."
    )
    AUTO_FOCUS = ""

    def __init__(self, session: Session) -> None:
        """Sit down at `session`, fresh or resumed.

        Raises:
            LineupError: If a player cannot sit down.
        """
        super().__init__()
        self.session = session
        self.players = session.players(self.ask)
        self.match = session.match
        self.ui = load_game_ui(session.definition.name)
        self.seen = self.match.view(None)
        """What onlookers have been shown."""
        self.tidings: set[AsyncTask[None]] = set()
        self.thought: dict[Seat, float] = {}
        """Seconds that a person had their private screen open for the move at hand."""
        self.helm = Operator(self)
        """Whose turns the operator holds."""
        self.purse = BudgetControl(self)
        """What models use."""
        session.say = self.hear
        self.told: set[Seat] = set()
        """The people who have been told that the table is open."""
        self.memos: dict[Seat, str] = {}
        """What people noted for their own next move; it is gone with the table."""

    @property
    def names(self) -> SeatNames:
        """Who sits where, by the names to show."""
        return SeatNames(self.match.game.seats, self.session.labels)

    @property
    def people(self) -> int:
        """How many people share this keyboard."""
        return self.session.people

    @property
    def open(self) -> bool:
        """Whether the prompts and answers of machines may be looked at."""
        return not self.people or self.session.opened

    @property
    def board(self) -> Widget:
        """The game's own widget, a `Board`: whatever stands beneath the line of seats."""
        return self.query_one("#table").children[1]

    def compose(self) -> ComposeResult:
        """Public things only."""
        with Vertical(id="table"):
            yield SeatLine(self.session.definition.title, id="seats")
            yield self.ui.create_board(self.names)
            yield UsageMeter(self.purse.read)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Start, or carry on."""
        self.refresh_table()
        self.run_match()

    @work(exclusive=True, group="match")
    async def run_match(self) -> None:
        """Play to the end."""
        finished = False
        try:
            await play(
                self.match,
                {seat: Asked(seat, self.decide) for seat in self.players},
                moved=self.moved,
                played=self.played,
                trouble=self.trouble,
            )
            for task in tuple(self.tidings):
                await task
            finished = True
        except* Left:
            pass
        finally:
            for task in self.tidings:
                task.cancel()
            self.session.close()
            self.memos.clear()
        await self.finish(finished)

    async def decide(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Have whoever sits there by now choose a move, and the operator if the seat is held.

        Raises:
            Left: If the table is left instead.
            PlayerError: If the player fails, and nobody holds the seat.
        """
        move = await self.helm.decide(seat, view, complaint)
        if move is None:
            raise Left
        return move

    async def ask(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Put one person's question on the only screen there is.

        Raises:
            Left: If they leave the table instead.
        """
        async with self.alone():
            person = self.names.name(seat)
            screen = self.ui.create_seat_form(view, self.names, self.match.game.fault, complaint)
            screen.person = person
            screen.memo = self.memos.get(seat, "")
            screen.wheel = self.wheel_for(person)
            if self.people > 1 or (self.session.opened and seat not in self.told):
                await self.fetch(person, screen)
            if self.session.opened:
                self.told.add(seat)
            started = monotonic()
            move = await self.show(screen)
            self.thought[seat] = monotonic() - started
            self.memos[seat] = screen.memo
            if move is None:
                raise Left
            return move

    async def fetch(self, person: str, screen: SeatScreen[Any]) -> None:
        """Fetch `person`, and make `screen` ready for them behind the curtain.

        Raises:
            Left: If they leave the table instead.
        """
        curtain = Curtain(person, notice=self.helm.notice, wheel=self.wheel_for(OPERATOR))
        drawn = Event()
        curtain.call_after_refresh(drawn.set)
        preparing = create_task(self.prepare(screen, drawn))
        lifted = None
        try:
            lifted = await self.show(curtain)
            while lifted and curtain.notice != self.helm.notice:  # opened while it hung there
                curtain = Curtain(person, notice=self.helm.notice, wheel=self.wheel_for(OPERATOR))
                lifted = await self.show(curtain)
            drawn.set()
            await preparing
        finally:
            preparing.cancel()
            if not lifted and screen.is_running:
                screen.remove()
        if not lifted:
            raise Left

    def moved(self, seat: Seat, move: object, account: Account) -> None:
        """Keep the journal; what cannot be written is offered again, as what it is."""
        seconds = self.thought.get(seat, account.seconds)
        told = self.helm.account(seat, Account(seconds, account.attempts))
        self.session.moved(seat, move, told)
        self.thought.pop(seat, None)
        self.helm.sealed.pop(seat, None)

    def played(self, seat: Seat) -> None:  # noqa: ARG002
        """Show what has changed; let people look together at what was revealed."""
        view = self.match.view(None)
        if view != self.seen:
            news = self.ui.create_reveal(self.seen, view, self.names) if self.people else None
            self.seen = view
            if news is not None:
                task = create_task(self.tell(news))
                self.tidings.add(task)
                task.add_done_callback(self.tidings.discard)
        self.refresh_table()

    async def tell(self, news: Widget) -> None:
        """Put a round summary on the screen before the next question."""
        async with self.alone():
            await self.show(Summary(news))

    async def trouble(self, seat: Seat, error: PlayerError) -> None:
        """Ask the operator about a player that failed, when the screen is free.

        Raises:
            Left: If they leave the table.
        """
        person = self.names.name(seat)
        async with self.alone():
            if isinstance(error, OverBudget):
                choice = await self.purse.ask(person, error)
            else:
                choice = await self.consult(person, error)
        match choice:
            case Remedy.LEAVE | None:
                raise Left
            case Remedy.PERSON:
                self.hear_why(self.reseat(seat, Spec("human")))
            case Remedy.BASELINE:
                self.hear_why(self.reseat(seat, Spec("word2vec")))
            case Remedy.EDIT:
                self.helm.failed[seat] = error
            case Remedy.RETRY:
                pass

    async def consult(self, person: str, error: PlayerError) -> Remedy | None:
        """Ask what to do about the player of `person`; no remedy needs an open table any more."""
        kept = isinstance(error, NotKept)
        remedies = (
            (Remedy.RETRY, Remedy.LEAVE)
            if kept
            else (Remedy.RETRY, Remedy.PERSON, Remedy.BASELINE, Remedy.EDIT, Remedy.LEAVE)
        )
        question = (person, str(error), remedies)
        choice = await self.show(Trouble(*question))
        while choice is Remedy.EDIT and not await self.helm.opened():
            choice = await self.show(Trouble(*question))
        return choice

    def hear(self, sentence: str) -> None:
        """Tell everybody what was learned of a server while machines play."""
        self.notify(sentence, markup=False)

    def reseat(self, seat: Seat, spec: Spec) -> str | None:
        """Give the seat to somebody else; why not, if they cannot sit down."""
        self.memos.pop(seat, None)
        wrong = None
        try:
            self.session.reseat(seat, spec)
        except (LineupError, NotKept) as error:
            wrong = str(error)
        self.refresh_table()
        return wrong

    def hear_why(self, wrong: str | None) -> None:
        """Tell why somebody could not sit down, if they could not."""
        if wrong is not None:
            self.notify(wrong, severity="error", markup=False)

    def refresh_table(self) -> None:
        """Show the onlookers' view, and who is thinking."""
        board: Board = self.board  # type: ignore[assignment]
        board.show(self.match.view(None))
        thinking = self.match.awaits
        seats = self.query_one(SeatLine)
        seats.open = self.session.opened and self.people > 0
        seats.show(self.names, thinking, self.match.sealed)
