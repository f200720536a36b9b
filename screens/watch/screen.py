"""A table where nobody but machines plays, shown to an audience."""

from asyncio import Lock, to_thread
from functools import partial
from time import monotonic
from typing import Any

from textual.content import Content
from textual.widget import Widget

from engine.game import Seat
from engine.poll import Poll
from engine.session import Session
from screens.table import LeftTable
from screens.watch.audience_score import Ballot, Verdict, score, standing
from screens.watch.end_card import EndCard, details
from screens.watch.poll_panel import PollPanel
from screens.watch.presentation import Presentation
from screens.watch.presented_table import PresentedTable
from screens.watch.reveal import Reveal, news_of
from screens.watch.thoughts import Thinking, Thought, Thoughts, ThoughtsPage, read, thinking

USUAL = Presentation()
"""How a game is shown if nobody has chosen otherwise."""


class WatchScreen(PresentedTable):
    """Runs a match of machines for an audience, which may be asked before each reveal.

    Machines think while the audience looks; what is paced is when their moves are shown.
    """

    def __init__(self, session: Session, presentation: Presentation | None = None) -> None:
        """Sit down before `session`, fresh or resumed.

        Raises:
            LineupError: If a player cannot sit down.
        """
        super().__init__(session, presentation or USUAL)
        self.ballots: list[Ballot] = []
        """Every poll in which hands were raised."""
        self.floor = Lock()
        """Moves are shown one after another: whoever holds it is next."""
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

    async def decide(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Have the machine decide at once, and show its move when it is time."""
        self.begin_turn()
        began = monotonic()
        move = await super().decide(seat, view, complaint)
        before = self.thinking_seconds.get(seat, 0.0) if complaint is not None else 0.0
        self.thinking_seconds[seat] = before + monotonic() - began
        if self.match.game.fault(view, move) is None:
            sealed = self.operator.sealed.get(seat)
            if sealed is None or not sealed.assisted:  # else it is not what the machine thought
                when = self.headline(self.match.view(None)).when
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
        poll = self.session.definition.build_poll(view) if self.polls else None
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

    async def ask_audience(self, view: Any, poll: Poll) -> None:  # noqa: ANN401
        """Ask, until somebody reveals the truth."""
        if not self.polls:
            return
        panel = PollPanel(poll, self.headline(view))
        await self.put(panel)
        tally = await panel.answered
        if tally is not None and tally.asked:
            self.ballot = Ballot(view, poll, tally)
            self.ballots.append(self.ballot)
        if tally is None:
            await self.take_away()

    def show_move(self, seat: Seat) -> None:  # noqa: ARG002
        """Show what has changed, what was revealed on a page of its own, and the end."""
        view = self.match.view(None)
        before, self.shown_view = self.shown_view, view
        if view == before:
            self.refresh_table()
            return
        self.pacing.mark()
        news = self.ui.create_reveal(before, view, self.names)
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
            right = self.session.definition.find_correct_answers(ballot.before, view)
            verdict = Verdict(ballot, right, self.score)
        shown = Reveal(news_of(news, self.headline(view), large=self.large), verdict)
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
        waits = self.session.definition.must_withhold
        self.waiting = [
            thought
            for thought in thoughts
            if not over and (not self.is_open or waits(thought.view, thought.text, views))
        ]
        told = [thought for thought in thoughts if thought not in self.waiting]
        if told:
            await self.put(ThoughtsPage(Thoughts(told, self.waiting, self.names)))
            await self.stay()

    async def end(self) -> None:
        """Show who won and how the audience did, and go on or leave.

        Raises:
            LeftTable: If nobody wants to see the result.
        """
        view = self.match.view(None)
        told = self.standing(view)
        card = EndCard(self.headline(view), told, details(self.session, self.names))
        async with self.exclusive():
            on = await self.show_modal(card)
        if not on:
            raise LeftTable

    def standing(self, view: Any) -> Content:  # noqa: ANN401
        """How often the audience and the machines were right, as far as `view` tells."""
        definition = self.session.definition
        audience, machines = score(
            self.ballots,
            lambda before: definition.find_correct_answers(before, view),
            lambda before: definition.read_machine_answers(before, view),
        )
        return standing(audience, machines, self.names)
