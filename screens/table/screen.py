"""The screen on which a match is played: it shows the public state, and asks people for moves.

It asks on private screens, asks the operator what to do when a player fails, and writes each move
to the journal.
"""

from asyncio import Task as AsyncTask
from asyncio import create_task
from collections.abc import Iterator
from functools import cache, partial
from time import monotonic
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widget import Widget

from engine.closing import ask_machines, list_closing_questions
from engine.closing_question import ClosingQuestion
from engine.comet.belief_log import log_answered_beliefs, log_closing_answer
from engine.discussing_player import DiscussingPlayer
from engine.errors import PlayerError
from engine.journal.player_notes import read_notes, write_notes
from engine.journal.writer import JournalWriteError
from engine.llm.budget import OverBudget
from engine.llm.calls_file import build_calls_path
from engine.llm.progress import describe_progress
from engine.match import MoveDetails
from engine.play import play
from engine.player import Player
from engine.players.spec import LineupError, Spec
from engine.seat import Seat
from engine.seated_players import SeatedPlayers
from engine.session import Session
from screens.curtain import OPERATOR, Curtain
from screens.dialogs.failure import FailureDialog
from screens.dialogs.remedy import Remedy
from screens.forms.seat_screen import SeatScreen
from screens.games.board import Board
from screens.games.ui import load_game_ui
from screens.operator.errors import LeftTable
from screens.operator.keys import OperatorKeys
from screens.operator.player import OperatedPlayer
from screens.setup.game_tile import shorten_title
from screens.table.round_summary import DiscussionSummary, RoundSummary
from screens.table.shown_remarks import ShowsRemarks
from screens.typed_ahead import TypedAhead
from screens.widgets.footer import KeyFooter
from screens.widgets.letter_size import is_hall
from screens.widgets.move_news import PublicMove, build_remark
from screens.widgets.seat_line import SeatLine
from screens.widgets.usage_meter import UsageMeter

PREPARE_DELAY = 0.1
"""Seconds from the curtain's coming to the preparation of the form; no key lifts it so soon."""


PROGRESS_SECONDS = 0.25
"""Seconds between two looks at how far models are."""


PARTS = 3
"""A table has the line of seats, the board and the meter."""


class TableScreen(OperatorKeys):
    """Runs one match, and asks the people who share this keyboard for their moves.

    Dismissed with true when the game is over, with false if a person left before.
    """

    CSS_PATH: ClassVar[Any] = ["table.tcss", "../curtain.tcss"]  # the curtain comes at once
    HELP = (
        "The table: everything here may be seen by everybody. When a person has to move, Parlour "
        "asks for the keyboard to be passed to them. Esc asks whether to leave; every move so far "
        "is saved. If models play, {meter} shows what each of them has used. While a model's "
        "server is waited for, {stop_waiting} stops that."
    )
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "x",
            "stop_waiting",
            "Stop waiting",
            key_display="X",
            tooltip="Wait no longer for a model's server, and decide how the game goes on",
            id="stop_waiting",
        )
    ]

    def __init__(self, session: Session) -> None:
        """Seat the players of `session`, which is fresh or resumed.

        Raises:
            LineupError: If a player cannot be created.
        """
        super().__init__(session)
        self.players = session.create_players(self.ask_person)
        self.match = session.match
        self.ui = load_game_ui(session.definition.name)
        self.holds_end = not self.match.awaits and self.asks_people
        """Whether the match is over, and its end is not shown before people have answered."""
        self.shown_view = self.match.view(None)
        """The onlookers' view that the table shows."""
        self.shown_view = self.read_view()
        self.display_tasks: set[AsyncTask[None]] = set()
        """Pending displays, which the end of the match waits for."""
        self.waits = False
        """Whether a model's server is waited for."""
        self.thinking_seconds: dict[Seat, float] = {}
        """By seat: how long a person had their screen open for the current move."""
        self.informed: set[Seat] = set()
        """The people who have read that the table is open."""
        self.told_view = self.find_told_view()
        """The onlookers' view up to which people have been told what happened."""
        self.news: list[PublicMove] = []
        """The public moves of the last turns, for the curtain."""
        self.reveal: Widget | None = None
        """What was revealed by the last move, if anything."""
        self.notes = self.load_notes()
        """By seat: people's notes for their next move."""
        self.last_person: Seat | None = None
        """The seat of the last person at the keyboard."""
        self.ahead: TypedAhead | None = None
        """What a person types while their form is opening; `None` at other times."""
        self.was_private = True
        """Whether the last person had a private screen; the first one has to be fetched."""
        session.notify = self.show_notice

    @property
    def game(self) -> str:
        """The game's name in the catalog."""
        return self.session.definition.name

    @property
    def people(self) -> int:
        """How many people share this keyboard."""
        return self.session.human_count

    @property
    def board(self) -> Widget:
        """The game's own `Board`: the widget beneath the line of seats."""
        return self.query_one("#table").children[1]

    def compose(self) -> ComposeResult:
        """Yield public information only."""
        with Vertical(id="table"):
            yield SeatLine(shorten_title(self.session.definition), id="seats")
            yield self.ui.create_board(self.names)
            yield UsageMeter(self.budget_control.read_usage)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Start the match, or resume it."""
        self.refresh_table()
        self.progress_timer = self.set_interval(PROGRESS_SECONDS, self.update_progress)
        self.run_match()

    def on_key(self, event: Key) -> None:
        """Keep what a person types between the curtain and their form."""
        if self.ahead is not None and self.ahead.keeps(event):
            event.stop()
            self.ahead.add(event)

    def on_screen_suspend(self) -> None:
        """Rest below another screen: with each event here, Textual would paint all of that."""
        self.progress_timer.pause()

    def on_screen_resume(self) -> None:
        """Look again how far models are."""
        self.progress_timer.resume()

    @work(exclusive=True, group="match")
    async def run_match(self) -> None:
        """Play to the end."""
        finished = False
        try:
            await play(
                self.match,
                SeatedPlayers(self.players, self.find_player),
                before_move=self.record_move,
                after_move=self.show_move,
                on_failure=self.handle_failure,
            )
            if self.holds_end:
                await self.ask_closing_questions()
            await self.ask_machines()
            for task in tuple(self.display_tasks):
                await task
            finished = True
        except* LeftTable:
            pass
        finally:
            for task in self.display_tasks:
                task.cancel()
            self.session.close()
            self.notes.clear()
            if finished or not self.session.is_kept:
                self.save_notes()
        await self.finish(finished)

    def load_notes(self) -> dict[Seat, str]:
        """Load people's notes from before the game was left."""
        if self.session.journal is None:
            return {}
        kept = read_notes(self.session.journal.path)
        return {seat: kept.get(self.name_seat(seat), "") for seat in self.session.match.seats}

    def save_notes(self) -> None:
        """Save people's notes, for when the game is left and resumed."""
        if self.session.journal is not None:
            notes = {self.name_seat(seat): text for seat, text in self.notes.items()}
            write_notes(self.session.journal.path, notes)

    def name_seat(self, seat: Seat) -> str:
        """The seat's name in commands and files."""
        return self.session.match.game.seats[seat]

    def find_player(self, seat: Seat) -> Player[Any, Any]:
        """Find the player to ask now: a person, or a machine, whose turns the operator may hold."""
        if self.session.specs[seat].is_human:
            return self.players[seat]
        return DiscussingPlayer(OperatedPlayer(self.operator, seat), partial(self.let_talk, seat))

    async def let_talk(self, seat: Seat) -> None:
        """Let a machine say something to the people, unless the operator holds its turn."""
        if not self.people or self.operator.is_waiting(seat):
            return
        remark = await self.session.ask_for_remark(seat)
        if remark is None:
            return
        self.news = [*self.update_news(), build_remark(self.names, seat, remark)]
        if isinstance(self.reveal, ShowsRemarks):
            self.reveal.add_remark(seat, remark)

    async def ask_person(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Ask one person for a move, when the screen is free.

        Raises:
            LeftTable: If they leave the table instead.
        """
        async with self.hold_front():
            person = self.names.get_full_name(seat)

            @cache
            def create_form() -> SeatScreen[Any]:
                screen = self.ui.choose_seat_form(view)(
                    view, self.names, self.match.game.fault, complaint
                )
                screen.person = person
                screen.saved_note = self.notes.get(seat, "")
                screen.take_over = self.find_takeover(person)
                return screen

            if self.needs_curtain(seat):
                again = seat == self.last_person
                purpose = create_form().purpose if again or self.names.shares_role(seat) else ""
                self.ahead = TypedAhead("space")  # which opens the curtain, as Enter does
                preparing = self.set_timer(PREPARE_DELAY, lambda: self.prepare_form(create_form()))
                await self.fetch_person(person, purpose, again=again)
                preparing.stop()
            screen = create_form()
            screen.ahead = self.ahead
            self.last_person = seat
            self.was_private = self.is_private(seat)
            if self.session.table_open:
                self.informed.add(seat)
            started = monotonic()
            move = await self.show_modal(screen)
            self.ahead = None
            self.thinking_seconds[seat] = monotonic() - started
            if screen.saved_note != self.notes.get(seat, ""):
                self.notes[seat] = screen.saved_note
                self.save_notes()
            if move is None:
                raise LeftTable
            if self.session.settings.beliefs:
                await self.ask_for_beliefs(seat, view)
            return move

    def is_private(self, seat: Seat) -> bool:
        """Whether the screen of a person shows what nobody else at the table may see."""
        beliefs = self.session.settings.beliefs
        return self.match.is_private(seat) or bool(self.notes.get(seat)) or beliefs

    def needs_curtain(self, seat: Seat) -> bool:
        """Whether everybody else looks away: now, or at the screen before, and may look again."""
        if not self.match.game.has_secrets:
            return False
        is_told = not self.session.table_open or seat in self.informed
        shared = self.people > 1 and (self.was_private or self.is_private(seat))
        return shared or not is_told

    def prepare_form(self, form: SeatScreen[Any]) -> None:
        """Do behind the curtain what would delay the first frame of a form.

        Textual parses all style sheets anew when it opens a screen with one that it has not read.
        """
        styles = self.app.stylesheet
        new = [path for path in form.css_path if not styles.has_source(str(path))]
        if new:
            styles.read_all(new)
            styles.parse()
        form.prepare()

    async def ask_for_beliefs(self, seat: Seat, view: Any) -> None:  # noqa: ANN401
        """Ask a person who has just moved for their beliefs, and log them."""
        panel, journal = self.ui.create_belief_panel(view, self.names), self.session.journal
        if panel is None or journal is None:
            return
        panel.person = self.names.get_full_name(seat)
        beliefs = await self.show_modal(panel)
        if beliefs is not None:
            name = self.match.game.seats[seat]
            move = self.session.totals.moves[name] + 1
            try:
                log_answered_beliefs(build_calls_path(journal.path), name, move, beliefs)
            except PlayerError as error:
                self.notify(str(error), severity="error", markup=False)

    @property
    def asks_people(self) -> bool:
        """Whether people are asked a closing question."""
        return self.session.settings.beliefs and any(True for _ in self.list_closing_questions())

    def list_closing_questions(self) -> Iterator[tuple[Seat, ClosingQuestion]]:
        """Yield the people who are asked a closing question, with it."""
        for seat, question in list_closing_questions(self.session):
            if self.session.specs[seat].is_human:
                yield seat, question

    def find_told_view(self) -> Any:  # noqa: ANN401
        """Find the view after which everybody is told again what a resumed game did last."""
        before = self.session.view_before_last_turn
        if before is None or self.ui.create_reveal(before, self.shown_view, self.names):
            return self.shown_view  # a round has ended: its moves stand in the table
        return before

    def read_view(self) -> Any:  # noqa: ANN401
        """Read the onlookers' view, as far as it may be shown now."""
        view = self.match.view(None)
        return self.ui.hide_end(self.shown_view, view) if self.holds_end else view

    async def ask_closing_questions(self) -> None:
        """Ask each person what they found, then show the end; Esc skips a question."""
        for task in tuple(self.display_tasks):
            await task
        for seat, question in self.list_closing_questions():
            form = self.ui.create_closing_form(question, self.names)
            if form is None:
                continue
            person = form.person = self.names.get_full_name(seat)
            async with self.hold_front():
                if self.people > 1:
                    await self.fetch_person(
                        person,
                        "to say what you heard",
                        again=seat == self.last_person,
                        reason="One last question before the end is shown, for the statistics.",
                    )
                self.last_person = seat
                beliefs = await self.show_modal(form)
            assert self.session.journal is not None
            calls, name = build_calls_path(self.session.journal.path), self.name_seat(seat)
            try:
                log_closing_answer(calls, name, self.session.totals.moves[name], beliefs)
            except PlayerError as error:
                self.notify(str(error), severity="error", markup=False)
        self.holds_end = False
        self.show_change()

    async def ask_machines(self) -> None:
        """Ask machines what they found; nothing of the match depends on it."""
        try:
            await ask_machines(self.session, self.players)
        except PlayerError as error:
            self.notify(str(error), severity="error", markup=False)

    async def fetch_person(
        self, person: str, purpose: str, *, again: bool, reason: str = ""
    ) -> None:
        """Show the curtain until `person` is ready.

        Args:
            person: The name of the person.
            purpose: What they are asked to do.
            again: Whether they had the keyboard last.
            reason: Why the keyboard goes to them, if the game does not say it.

        Raises:
            LeftTable: If they leave the table instead.
        """
        while True:
            notice, take_over = self.operator.notice, self.find_takeover(OPERATOR)
            curtain = Curtain(
                person,
                again=again,
                purpose=purpose,
                notice=notice or reason,
                news=self.update_news(),
                done=self.build_done(),
                take_over=take_over,
            )
            curtain.ahead = self.ahead
            if not await self.show_modal(curtain):
                raise LeftTable
            if notice == self.operator.notice:  # else the table was opened meanwhile
                return

    def update_news(self) -> list[PublicMove]:
        """List the public moves since the curtain before; the same as there in the same turn."""
        if self.told_view is not self.shown_view:
            self.news = self.ui.list_news(self.told_view, self.shown_view, self.names)
            self.told_view = self.shown_view
        return self.news

    def build_done(self) -> Content | None:
        """Build who has made a move in this turn that is still hidden; `None` if nobody has."""
        if not self.match.sealed:
            return None
        what, sealed = self.ui.name_sealed(self.shown_view).lower(), sorted(self.match.sealed)
        has = "has" if len(sealed) == 1 else "have"
        return Content.assemble(self.names.list_players(sealed), f" {has} {what}.")

    def record_move(self, seat: Seat, move: object, account: MoveDetails) -> None:
        """Write a move to the journal.

        If this fails, the same move is offered again, with the same details.
        """
        seconds = self.thinking_seconds.get(seat, account.seconds)
        adjusted = self.operator.adjust_account(seat, MoveDetails(seconds, account.attempts))
        self.session.record_move(seat, move, adjusted)
        self.thinking_seconds.pop(seat, None)
        self.operator.sealed.pop(seat, None)

    def show_move(self, seat: Seat) -> None:  # noqa: ARG002
        """Show what a move has changed, and the round summary if something was revealed.

        What the end reveals is held back until people have answered its closing question, which
        is about that.
        """
        self.holds_end = not self.match.awaits and self.asks_people
        self.show_change()

    def show_change(self) -> None:
        """Show what has changed since the view that the table shows."""
        view = self.read_view()
        if view != self.shown_view:
            reveal = None
            if self.people:
                reveal = self.create_reveal(view)
            self.shown_view = view
            self.reveal = reveal
            if reveal is not None:
                self.told_view, self.news = view, []
                task = create_task(self.show_summary(reveal))
                self.display_tasks.add(task)
                task.add_done_callback(self.display_tasks.discard)
        self.refresh_table()

    def create_reveal(self, view: Any) -> Widget | None:  # noqa: ANN401
        """Create what a new view reveals, in large type where the screen has room for it."""
        reveal = self.ui.create_reveal(self.shown_view, view, self.names)
        if reveal is None or not is_hall(self.app.size):
            return reveal
        return self.ui.create_large_reveal(self.shown_view, view, self.names) or reveal

    async def show_summary(self, reveal: Widget) -> None:
        """Show a round summary before the next person is asked."""
        async with self.hold_front():
            kind = DiscussionSummary if isinstance(reveal, ShowsRemarks) else RoundSummary
            summary = kind(reveal, self.describe_next(), can_leave=bool(self.match.awaits))
            stays = await self.show_modal(summary)
        if stays is False:
            self.leave()

    def describe_next(self) -> str:
        """Describe what follows a reveal: `Pass to Cleo`, `Vote`, `Round 3` or `The result`."""
        if not self.match.awaits:
            asked = next(self.list_closing_questions(), None) if self.holds_end else None
            if asked is None:
                return "The result"
            whom = f": pass to {self.names.get_label(asked[0])}" if self.people > 1 else ""
            return f"A last question{whom}"
        people = [seat for seat in sorted(self.match.awaits) if self.session.specs[seat].is_human]
        view = self.match.view(None)
        step = self.ui.name_step(view)
        if not people:
            return step or self.ui.name_round(view)
        if self.people == 1:
            return step or "Your turn"
        label = self.names.get_label(people[0])
        if people[0] == self.last_person:
            return f"{step}: {label} keeps the keyboard" if step else f"{label} keeps the keyboard"
        return f"{step}: pass to {label}" if step else f"Pass to {label}"

    async def handle_failure(self, seat: Seat, error: PlayerError) -> None:
        """Ask the operator what to do about a player that failed, when the screen is free.

        Raises:
            LeftTable: If they leave the table.
        """
        person = self.names.get_full_name(seat)
        async with self.hold_front():
            if isinstance(error, OverBudget):
                choice = await self.budget_control.ask_remedy(person, error)
            else:
                choice = await self.ask_remedy(person, error)
        match choice:
            case Remedy.LEAVE | None:
                raise LeftTable
            case Remedy.PERSON:
                self.show_fault(self.reseat(seat, Spec("human")))
            case Remedy.BASELINE:
                self.show_fault(self.reseat(seat, Spec("word2vec")))
            case Remedy.TAKE_OVER:
                self.operator.failures[seat] = error
            case Remedy.RETRY:
                pass

    async def ask_remedy(self, person: str, error: PlayerError) -> Remedy | None:
        """Ask what to do about the player of `person`; taking over needs an open table."""
        remedies: tuple[Remedy, ...] = (Remedy.RETRY, Remedy.LEAVE)
        if not isinstance(error, JournalWriteError):
            others: tuple[Remedy, ...] = (Remedy.PERSON, Remedy.BASELINE)
            if self.offers_takeover:
                others += (Remedy.TAKE_OVER,)
            remedies = (Remedy.RETRY, *others, Remedy.LEAVE)
        while True:
            choice = await self.show_modal(FailureDialog(person, str(error), remedies))
            if choice is not Remedy.TAKE_OVER or await self.operator.open_table():
                return choice

    def show_notice(self, sentence: str) -> None:
        """Show everybody a message about a server."""
        self.notify(sentence, markup=False)

    def reseat(self, seat: Seat, spec: Spec) -> str | None:
        """Give the seat to another player, and delete its notes.

        Returns:
            Why this is impossible; `None` if it succeeded.
        """
        if self.notes.pop(seat, None):
            self.save_notes()
        fault = None
        try:
            self.session.reseat(seat, spec)
        except (LineupError, JournalWriteError) as error:
            fault = str(error)
        self.refresh_table()
        return fault

    def show_fault(self, fault: str | None) -> None:
        """Show why a player could not be seated, if there is a reason."""
        if fault is not None:
            self.notify(fault, severity="error", markup=False)

    def refresh_table(self) -> None:
        """Show the onlookers' view and who is thinking."""
        if len(self.query("#table > *")) < PARTS:
            return  # the app is closing and removes widgets while a last move may arrive
        board: Board[Any] = self.board  # type: ignore[assignment]
        board.show(self.read_view())
        seats = self.query_one(SeatLine)
        seats.open = self.session.table_open and self.people > 0
        seats.show(self.names, self.match.awaits, self.match.sealed)

    def update_progress(self) -> None:
        """Show how far models are, and offer to stop waiting while a server is waited for."""
        if len(self.query("#table > *")) < PARTS:
            return
        asking = self.session.asking
        told = {seat: describe_progress(asking[seat]) for seat in sorted(asking)}
        lines = [f"{self.names.get_label(seat)} {text}" for seat, text in told.items() if text]
        self.query_one(SeatLine).show_progress(lines)
        waits = any(one.waits_for for progress in asking.values() for one in progress)
        if waits != self.waits:
            self.waits = waits
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to stop waiting only while a server is waited for."""
        return self.waits if action == "stop_waiting" else super().check_action(action, parameters)

    def action_stop_waiting(self) -> None:
        """Wait for no server any longer: each of these players fails at once."""
        for progress in self.session.asking.values():
            for one in progress:
                one.give_up()
