"""The screen that runs a match between machines for an audience."""

from asyncio import Lock, to_thread
from functools import partial
from time import monotonic
from typing import Any

from textual.content import Content
from textual.widget import Widget

from engine.games.audience_poll import Poll
from engine.player import Player
from engine.players.callback_player import CallbackPlayer
from engine.seat import Seat
from engine.session import Session
from screens.games.result import GameResult
from screens.operator.errors import LeftTable
from screens.players.seat_names import SeatNames
from screens.setup.game_tile import shorten_title
from screens.table.shown_remarks import ShowsRemarks
from screens.watch.discussion import WatchedDiscussion
from screens.watch.end_card import EndCard
from screens.watch.opening_card import OpeningCard
from screens.watch.poll.panel import PollPanel
from screens.watch.poll.score import format_score, score_polls
from screens.watch.poll.tally import PollResult
from screens.watch.poll.verdict import PollVerdict
from screens.watch.presentation_table import PresentationTable
from screens.watch.presenter_settings import Presentation
from screens.watch.reveal import Reveal, create_reveal_content
from screens.watch.shell_command import describe_command
from screens.watch.thought_source import Thought, ThoughtSource, find_thought_source, read_thoughts
from screens.watch.thoughts import ThoughtList, ThoughtsPage, split_pages

DEFAULT_PRESENTATION = Presentation(polls=True, opening=True)
"""The settings by default."""


class WatchScreen(PresentationTable):
    """Runs a match of machines for an audience, with a poll before each reveal if wanted.

    Machines are asked for moves at once; pacing applies to when their moves are shown.
    """

    def __init__(self, session: Session, presentation: Presentation | None = None) -> None:
        """Show `session`, which is fresh or resumed.

        Raises:
            LineupError: If a player cannot be created.
        """
        super().__init__(session, presentation or DEFAULT_PRESENTATION)
        self.end_seconds = (presentation or DEFAULT_PRESENTATION).end_seconds
        is_fresh = not session.match.turn and not session.match.sealed
        self.opens = (presentation or DEFAULT_PRESENTATION).opening and is_fresh
        """Whether a card says first what is played: not if the game goes on."""
        self.poll_results: list[PollResult] = []
        """The polls so far in which hands were raised."""
        self.show_lock = Lock()
        """Held while a move waits to be shown: moves are shown one after another."""
        self.polled_turn = -1
        """The turn of the last poll."""
        self.begun_turn = -1
        """The last turn for which `begin_turn` ran."""
        self.poll_result: PollResult | None = None
        """The result of the poll about the current turn."""
        self.thought_sources: list[ThoughtSource] = []
        """The sources of the thoughts behind the moves since the last reveal."""
        self.withheld: list[Thought] = []
        """Thoughts that the audience must not see yet."""
        self.discussion: WatchedDiscussion | None = None
        """The discussion before the current vote, if machines talk."""

    def on_mount(self) -> None:
        """Say what is played, before the first move. Base classes' handlers run, too."""
        if self.opens:
            self.queue_page(self.show_opening)

    async def show_opening(self) -> None:
        """Show what is played, and by whom."""
        definition = self.session.definition
        card = OpeningCard(
            shorten_title(definition), definition.summary, self.names, large=self.large
        )
        await self.show_page(card)
        await self.wait_on_page()
        await self.close_page()

    def find_player(self, seat: Seat) -> Player[Any, Any]:
        """Find the player to ask, whose moves wait for their turn to be shown."""
        return CallbackPlayer(seat, self.decide)

    async def decide(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Ask the machine for a move at once; return it when it may be shown."""
        self.begin_turn()
        began = monotonic()
        move = await super().find_player(seat).decide(view, complaint)
        before = self.thinking_seconds.get(seat, 0.0) if complaint is not None else 0.0
        self.thinking_seconds[seat] = before + monotonic() - began
        if self.match.game.fault(view, move) is None:
            sealed = self.operator.sealed.get(seat)
            if sealed is None or not sealed.assisted:  # else the operator chose the move
                when = self.build_headline(self.match.view(None)).when
                source = find_thought_source(self.session, self.players[seat], seat, when, move)
                self.thought_sources.append(source)
            await self.hold_back(seat)
        return move

    async def hold_back(self, seat: Seat) -> None:
        """Hold back a move until it may be shown; its seat thinks no more."""
        self.ready.add(seat)
        self.show_seats()
        try:
            async with self.show_lock:
                await self.wait_until_due(seat)
        finally:
            self.ready.discard(seat)

    async def let_talk(self, seat: Seat) -> None:
        """Let a machine say something, and show it when the audience has read what came before."""
        discussion, reveal = self.discussion, self.reveal
        if discussion is None or not isinstance(reveal, ShowsRemarks):
            return
        try:
            waits = self.operator.is_waiting(seat)
            remark = None if waits else await self.session.ask_for_remark(seat)
            if remark is not None:
                await discussion.opened.wait()
                async with discussion.speaking:
                    self.pacing.restart()
                    await self.pacing.wait()
                    reveal.add_remark(seat, remark)
        finally:
            discussion.finish(seat)

    def begin_turn(self) -> None:
        """Poll the audience, if the turn that begins leads to a reveal."""
        if self.begun_turn == self.match.turn:
            return
        self.begun_turn = self.match.turn
        view = self.match.view(None)
        poll = self.session.definition.build_poll(view) if self.polls else None
        if poll is not None:
            self.polled_turn = self.match.turn
            self.queue_page(partial(self.poll_audience, view, poll))

    async def wait_until_due(self, seat: Seat) -> None:
        """Wait until the move of `seat` may be shown.

        During a poll, moves are sealed as they come, except the last one of the turn, which
        would reveal them.
        """
        polled = self.polled_turn == self.match.turn
        if polled and self.match.awaits != {seat}:
            return
        if self.page_task is not None:
            await self.page_task
        if not polled:
            await self.pacing.wait()

    async def poll_audience(self, view: Any, poll: Poll) -> None:  # noqa: ANN401
        """Show the poll until the presenter reveals or cancels it."""
        if not self.polls:
            return
        panel = PollPanel(poll, self.build_headline(view), self.names, self.measure_page())
        await self.show_page(panel)
        tally = await panel.answered
        if tally is not None and tally.has_hands:
            self.poll_result = PollResult(view, poll, tally)
            self.poll_results.append(self.poll_result)
        if tally is None:
            await self.close_page()

    def show_move(self, seat: Seat) -> None:  # noqa: ARG002
        """Show the changes of a move, on a separate page if it reveals something."""
        view = self.match.view(None)
        before, self.shown_view = self.shown_view, view
        if view == before:
            self.refresh_table()
            return
        self.pacing.restart()
        reveal = self.reveal = self.ui.create_reveal(before, view, self.names)
        talks = isinstance(reveal, ShowsRemarks)
        self.discussion = WatchedDiscussion(self.match.awaits) if talks else None
        poll_result, self.poll_result = self.poll_result, None
        if reveal is not None and self.discussion is not None:
            self.queue_page(partial(self.show_discussion, reveal, self.discussion))
        elif reveal is not None or poll_result is not None:
            sources, self.thought_sources = self.thought_sources, []
            content = create_reveal_content(
                self.ui, before, view, self.names, reveal, large=self.large
            )
            self.queue_page(partial(self.show_reveal, content, poll_result, view, sources))
            self.show_seats()  # the board would show it before the page does
        elif self.polled_turn == self.match.turn - 1:
            self.queue_page(self.close_page)
        else:
            self.refresh_table()
        if not self.match.awaits:
            self.queue_page(self.show_end_card)

    async def show_discussion(self, content: Widget, discussion: WatchedDiscussion) -> None:
        """Show what machines say before they vote, until all have spoken."""
        await self.show_page(Reveal(content, None))
        discussion.opened.set()
        await discussion.ended.wait()
        await self.wait_on_page()
        await self.close_page()

    async def show_reveal(
        self,
        content: Widget,
        poll_result: PollResult | None,
        view: Any,  # noqa: ANN401
        sources: list[ThoughtSource],
    ) -> None:
        """Show a reveal with the verdict on the audience, then thoughts."""
        verdict = None
        self.score = self.format_score(view)
        if poll_result is not None:
            right = self.session.definition.find_correct_answers(poll_result.before, view)
            verdict = PollVerdict(poll_result, right, self.score, self.names, large=self.large)
        page = Reveal(content, verdict)
        await self.show_page(page)
        self.update_status()
        await self.wait_on_page()
        while page.reveal_rest():
            await self.wait_on_page()
        if self.thoughts:
            await self.show_thoughts(sources)
        await self.close_page()

    async def show_thoughts(self, sources: list[ThoughtSource]) -> None:
        """Show the thoughts behind these moves, except those that would reveal a secret.

        If a person has joined since, none are shown before the end.
        """
        thoughts = [*self.withheld, *await to_thread(read_thoughts, self.session, sources)]
        over = not self.match.awaits
        views = [self.match.view(seat) for seat in self.match.seats]
        must_withhold = self.session.definition.must_withhold
        self.withheld = [
            thought
            for thought in thoughts
            if not over
            and not (
                self.is_open
                and (thought.is_open or not must_withhold(thought.view, thought.text, views))
            )
        ]
        shown = [thought for thought in thoughts if thought not in self.withheld]
        if not shown:
            return
        pages = split_pages(shown, self.withheld, self.names, self.app.size, large=self.large)
        for number, part in enumerate(pages, 1):
            withheld = self.withheld if number == len(pages) else []
            told = ThoughtList(part, withheld, self.names, large=self.large)
            await self.show_page(ThoughtsPage(told, is_part=len(pages) > 1))
            await self.wait_on_page()

    async def show_end_card(self) -> None:
        """Show the end card, then the result, or leave.

        Raises:
            LeftTable: If the presenter leaves instead.
        """
        view = self.match.view(None)
        score = self.format_score(view)
        details = build_details(self.session, self.names, seed=not self.large)
        if self.large and isinstance(self.build_headline(view).score, Content):
            del details[1]  # the score names the players
        result = self.ui.create_result(view, self.names, self.match.score or {})
        card = EndCard(
            self.build_headline(view),
            score,
            details,
            celebration=result.celebration if isinstance(result, GameResult) else None,
            again=None if self.large else describe_command(self.session),
            seconds=self.end_seconds,
            large=self.large,
        )
        async with self.hold_front():
            show_result = await self.show_modal(card)
        if not show_result:
            raise LeftTable

    def format_score(self, view: Any) -> Content:  # noqa: ANN401
        """Format the score of the audience and the machines, as far as `view` decides it."""
        definition = self.session.definition
        audience, machines = score_polls(
            self.poll_results,
            lambda before: definition.find_correct_answers(before, view),
            lambda before: definition.read_machine_answers(before, view),
        )
        return format_score(audience, machines, self.names)


def build_details(session: Session, names: SeatNames, *, seed: bool) -> list[Content]:
    """Build the small rows: what was played, with its `seed` if wanted, by whom, and caveats."""
    header = session.header
    played = Content("   ").join(
        names.format_player(Seat(seat), role=True, style="") for seat in range(len(names.seats))
    )
    return [
        Content.assemble(
            (shorten_title(session.definition), "bold"),
            *((("   seed ", "$muted"), header.seed) if seed else ()),
        ),
        played,
        *(Content.styled(caveat, "$muted") for caveat in session.caveats),
    ]
