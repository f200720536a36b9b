"""A table where nobody but machines plays, shown to an audience."""

from asyncio import Lock, create_task, to_thread
from asyncio import Task as AsyncTask
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from engine.game import Seat
from engine.poll import Poll
from engine.session import Session
from screens.front import Essence
from screens.heed import Heedful
from screens.table import Left, TableScreen
from screens.watch.end_card import EndCard, details
from screens.watch.large_table import LargeTable
from screens.watch.pacing import Pacing
from screens.watch.poll_panel import PollPanel
from screens.watch.presentation import Presentation
from screens.watch.reveal import Reveal, news_of
from screens.watch.status import Status
from screens.watch.tally import Ballot, score
from screens.watch.thoughts import Thinking, Thought, Thoughts, ThoughtsPage, read, thinking
from screens.watch.verdict import Verdict, standing
from screens.widgets.keys import Keys
from screens.widgets.meter import Meter
from screens.widgets.seats import Seats

USUAL = Presentation()
"""How a game is shown if nobody has chosen otherwise."""
LONGER = 4
"""How many times as long as a move a reveal is shown where nobody goes on by hand."""


class WatchScreen(TableScreen, Heedful):
    """Runs a match of machines for an audience, which may be asked before each reveal.

    Machines think while the audience looks; what is paced is when their moves are shown.
    """

    CSS_PATH = "screen.tcss"
    VERTICAL_BREAKPOINTS = [(28, "-tall")]  # noqa: RUF012
    HELP = (
        "A game of machines, as everybody may see it. Space pauses or goes on, the right arrow "
        "shows one move and no more, plus and minus change the pace. T tells the thoughts of "
        "machines once they give nothing away, or never. G asks the audience before each reveal: "
        "a digit for each hand that is raised, Backspace takes one back, Tab turns to the next "
        "question, Enter reveals. L shows what matters most in large type. W takes the wheel, I "
        "looks into what machines were asked and answered, M unfolds what models have used."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Go on", key_display="Enter"),
        Binding(
            "space", "pause_or_go", "Pause", key_display="Space", tooltip="Stop between two moves"
        ),
        Binding("right,full_stop", "step", "Step", key_display="→", tooltip="One move, no more"),
        Binding("plus,equals_sign", "pace(-1)", "Faster", key_display="+", show=False),
        Binding("minus", "pace(1)", "Slower", key_display="-", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("w", "wheel", "Take the wheel", key_display="W", show=False),
        Binding("i", "inspect", "Inspect", key_display="I", show=False),
        Binding("m", "meter", "Meter", key_display="M", show=False),
        Binding("t", "thoughts", "Thoughts late or never", key_display="T", show=False),
        Binding("g", "polls", "Ask the audience or not", key_display="G", show=False),
        Binding("l", "large", "Large type or the whole table", key_display="L", show=False),
    ]

    def __init__(self, session: Session, presentation: Presentation | None = None) -> None:
        """Sit down before `session`, fresh or resumed.

        Raises:
            LineupError: If a player cannot sit down.
        """
        super().__init__(session)
        chosen = presentation or USUAL
        self.pacing = Pacing(chosen.pace)
        self.thoughts, self.polls, self.large = chosen.thoughts, chosen.polls, chosen.large
        self.ballots: list[Ballot] = []
        """Every poll in which hands were raised."""
        self.floor = Lock()
        """Moves are shown one after another: whoever holds it is next."""
        self.page: AsyncTask[None] | None = None
        """What is shown instead of the table, or was last."""
        self.shown: Widget | None = None
        """What is shown instead of the table now."""
        self.asked = -1
        """The turn for which the audience was last asked."""
        self.begun = -1
        """The turn that began last."""
        self.ballot: Ballot | None = None
        """What the audience said about the turn that is being played."""
        self.fresh: list[Thinking] = []
        """The moves since the last reveal."""
        self.waiting: list[Thought] = []
        """Thoughts that wait for the end."""
        self.score = Content("")
        """How often the audience was right by now, and the machines."""

    def compose(self) -> ComposeResult:
        """Public things only."""
        with Vertical(id="table"):
            yield Seats(self.session.entry.title, id="seats")
            yield self.front.board(self.cast)
            yield LargeTable(self.essence)
            meter = Meter(self.purse.read)
            meter.wish = False  # one line: an audience came for the game
            yield meter
            yield Status()
        yield Keys()

    def on_mount(self) -> None:
        """Tell how the game is shown; Textual has the table started as well."""
        self.show_status()

    def essence(self, view: Any) -> Essence:  # noqa: ANN401
        """The little that matters most in an onlooker's view."""
        return self.front.essence(view, self.cast)

    async def decide(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Have the machine decide at once, and show its move when it is time."""
        self.begin_turn()
        began = monotonic()
        move = await super().decide(seat, view, complaint)
        before = self.thought.get(seat, 0.0) if complaint is not None else 0.0
        self.thought[seat] = before + monotonic() - began
        if self.match.game.fault(view, move) is None:
            sealed = self.helm.sealed.get(seat)
            if sealed is None or not sealed.assisted:  # else it is not what the machine thought
                when = self.essence(self.match.view(None)).when
                self.fresh.append(thinking(self.session, self.players[seat], seat, when, move))
            async with self.floor:
                await self.due(seat)
        return move

    def begin_turn(self) -> None:
        """Ask the audience, if the turn that begins reveals something."""
        if self.begun == self.match.turn:
            return
        self.begun = self.match.turn
        view = self.match.view(None)
        poll = self.session.entry.poll(view) if self.polls else None
        if poll is not None:
            self.asked = self.match.turn
            self.turn_to(partial(self.ask_audience, view, poll))

    async def due(self, seat: Seat) -> None:
        """Wait until the move of `seat` may be shown.

        While the audience is asked, moves are sealed as they come, but for the last of the turn,
        which would reveal them.
        """
        polled = self.asked == self.match.turn
        if polled and self.match.awaits != {seat}:
            return
        if self.page is not None:
            await self.page
        if not polled:
            await self.pacing.due()

    def turn_to(self, page: Callable[[], Awaitable[None]]) -> None:
        """Show a page after the one that is shown now."""
        self.page = create_task(self.after(self.page, page))
        self.tidings.add(self.page)

    async def after(
        self, before: AsyncTask[None] | None, page: Callable[[], Awaitable[None]]
    ) -> None:
        """Wait for a page to be turned, and show the next."""
        if before is not None:
            await before
        await page()

    async def put(self, widget: Widget) -> None:
        """Show a widget instead of the table."""
        before, self.shown = self.shown, widget
        with self.app.batch_update():
            if before is not None:
                await before.remove()
            await self.query_one("#table").mount(widget, before=self.query_one(Meter))
            self.show_board()
        if widget.can_focus:
            widget.focus()
        self.on_screen_resume()
        self.pacing.mark()
        self.refresh_bindings()

    async def take_away(self) -> None:
        """Show the table again."""
        with self.app.batch_update():
            if self.shown is not None:
                await self.shown.remove()
            self.shown = None
            self.refresh_table()
        self.pacing.mark()
        self.refresh_bindings()

    async def ask_audience(self, view: Any, poll: Poll) -> None:  # noqa: ANN401
        """Ask, until somebody reveals the truth."""
        if not self.polls:
            return
        panel = PollPanel(poll, self.essence(view))
        await self.put(panel)
        tally = await panel.answered
        if tally is not None and tally.asked:
            self.ballot = Ballot(view, poll, tally)
            self.ballots.append(self.ballot)
        if tally is None:
            await self.take_away()

    def played(self, seat: Seat) -> None:  # noqa: ARG002
        """Show what has changed, what was revealed on a page of its own, and the end."""
        view = self.match.view(None)
        before, self.seen = self.seen, view
        if view == before:
            self.refresh_table()
            return
        self.pacing.mark()
        news = self.front.news(before, view, self.cast)
        ballot, self.ballot = self.ballot, None
        if news is not None or ballot is not None:
            moves, self.fresh = self.fresh, []
            self.turn_to(partial(self.reveal, news, ballot, view, moves))
            self.show_seats()  # the table would tell all before the page does
        elif self.asked == self.match.turn - 1:
            self.turn_to(self.take_away)
        else:
            self.refresh_table()
        if not self.match.awaits:
            self.turn_to(self.end)

    async def reveal(
        self,
        news: Widget | None,
        ballot: Ballot | None,
        view: Any,  # noqa: ANN401
        moves: list[Thinking],
    ) -> None:
        """Show what was revealed beside what the audience said; then the thoughts."""
        verdict = None
        self.score = self.standing(view)
        if ballot is not None:
            right = self.session.entry.right(ballot.before, view)
            verdict = Verdict(ballot, right, self.score)
        shown = Reveal(news_of(news, self.essence(view), large=self.large), verdict)
        await self.put(shown)
        self.show_status()
        await self.stay()
        while shown.unfold():
            await self.stay()
        if self.thoughts:
            await self.tell_thoughts(moves)
        await self.take_away()

    async def tell_thoughts(self, moves: list[Thinking]) -> None:
        """Show what was thought for these moves; what would give something away waits.

        If a person has sat down meanwhile, all of it is their machines' own until the end.
        """
        thoughts = [*self.waiting, *await to_thread(read, self.session, moves)]
        over = not self.match.awaits
        views = [self.match.view(seat) for seat in self.match.seats]
        kept = self.session.entry.kept
        self.waiting = [
            thought
            for thought in thoughts
            if not over and (not self.open or kept(thought.view, thought.text, views))
        ]
        told = [thought for thought in thoughts if thought not in self.waiting]
        if told:
            await self.put(ThoughtsPage(Thoughts(told, self.waiting, self.cast)))
            await self.stay()

    async def end(self) -> None:
        """Show who won and how the audience did, and go on or leave.

        Raises:
            Left: If nobody wants to see the result.
        """
        view = self.match.view(None)
        told = self.standing(view)
        card = EndCard(self.essence(view), told, details(self.session, self.cast))
        async with self.keyboard:  # the inspector may be open
            on = await self.show(card)
        if not on:
            raise Left

    def standing(self, view: Any) -> Content:  # noqa: ANN401
        """How often the audience and the machines were right, as far as `view` tells."""
        entry = self.session.entry
        audience, machines = score(
            self.ballots,
            lambda before: entry.right(before, view),
            lambda before: entry.guesses(before, view),
        )
        return standing(audience, machines, self.cast)

    async def stay(self) -> None:
        """Leave a page where it is for its time, or until the presenter goes on."""
        self.pacing.mark()
        await self.pacing.due(LONGER, by_hand=self.polls)

    def show_seats(self) -> None:
        """Show who is thinking."""
        self.query_one(Seats).show(self.cast, self.match.awaits, self.match.sealed)

    def refresh_table(self) -> None:
        """Show the onlookers' view as large as is wanted, and who is thinking."""
        super().refresh_table()
        self.query_one(LargeTable).show(self.match.view(None))
        self.show_board()

    def show_board(self) -> None:
        """Show the table in one of its two forms, unless there is a page instead."""
        board, large = self.query_one("#table").children[1], self.query_one(LargeTable)
        free = self.shown is None
        board.display, large.display = free and not self.large, free and self.large

    def show_status(self) -> None:
        """Tell what the presenter has chosen, and how the audience does."""
        chosen = Presentation(self.pacing.seconds, self.thoughts, self.polls, self.large)
        score = Content("") if isinstance(self.shown, Reveal) else self.score
        self.query_one(Status).show(chosen, score, going=self.pacing.going)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What does something now: pages are turned, the table is paused."""
        asking = isinstance(self.shown, PollPanel)
        match action:
            case "go_on":
                return self.shown is not None and not asking
            case "pause_or_go" | "step" | "pace":
                return not asking
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """Turn the page, unless the key was meant for the one before."""
        if self.meant():
            self.pacing.release()

    def action_scroll(self, lines: int) -> None:
        """Read on in news that are too high for the screen, or back."""
        for news in self.query("Reveal #news"):
            news.scroll_relative(y=lines, animate=False)

    def action_pause_or_go(self) -> None:
        """Stop between two moves, or go on."""
        self.pacing.toggle()
        self.show_status()

    def action_step(self) -> None:
        """Show one thing more, and then nothing."""
        if self.shown is None or self.meant():
            self.pacing.step()
            self.show_status()

    def action_pace(self, by: int) -> None:
        """Go faster or slower."""
        self.pacing.change(by)
        self.show_status()

    def action_thoughts(self) -> None:
        """Tell thoughts once they give nothing away, or never."""
        self.thoughts = not self.thoughts
        self.show_status()

    def action_polls(self) -> None:
        """Ask the audience before each reveal, or not."""
        self.polls = not self.polls
        if isinstance(self.shown, PollPanel) and not self.polls:
            self.shown.close(None)
        self.show_status()

    def action_large(self) -> None:
        """Show what matters most in large type, or the whole table."""
        self.large = not self.large
        self.show_board()
        self.show_status()
