"""The table before an audience: whole or in large type, paced, with pages shown instead of it."""

from asyncio import Task as AsyncTask
from asyncio import create_task
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.session import Session
from screens.games.ui import Headline
from screens.key_guard import KeyGuard
from screens.table import TableScreen
from screens.watch.poll_panel import PollPanel
from screens.watch.presentation import Pacing, Presentation, Status
from screens.watch.reveal import Reveal
from screens.widgets.card_row import CardRow
from screens.widgets.footer import KeyFooter
from screens.widgets.large_text import MAX_ROWS, LargeText
from screens.widgets.seat_line import SeatLine
from screens.widgets.usage_meter import UsageMeter

WORDS = 3
"""The most words or lines that are shown large at once: the hints of Decrypto."""
AROUND = 5
"""Rows for what is not large, with the air around it."""


class LargeTable(Vertical):
    """The headline of one view, and then of another."""

    DEFAULT_CSS = """
    LargeTable { height: 1fr; padding: 0 1; align-vertical: middle; }
    LargeTable Static { text-align: center; width: 100%; height: auto; }
    LargeTable LargeText { text-align: center; margin: 0; }
    LargeTable #now { color: $muted; margin-bottom: 1; }
    LargeTable #score { margin-top: 1; text-style: bold; }
    """

    def __init__(self, headline: Callable[[Any], Headline]) -> None:
        """Show what `headline` makes of onlookers' views."""
        super().__init__()
        self.headline = headline
        self.words = [LargeText() for _ in range(WORDS)]
        self.cards = CardRow(beneath=3)
        self.shown: Headline | None = None

    def compose(self) -> ComposeResult:
        """What happens, the words, the cards, how it stands."""
        yield Static(id="now", markup=False)
        yield from self.words
        yield self.cards
        yield Static(id="score", markup=False)

    def show(self, view: Any) -> None:  # noqa: ANN401
        """Show the headline of `view` instead of what was there."""
        self.shown = shown = self.headline(view)
        now = Content.assemble((shown.when, "bold"), "   ", shown.now)
        self.query_one("#now", Static).update(now)
        self.query_one("#score", Static).update(Content(shown.score))
        self.cards.display = bool(shown.cards)
        if shown.cards:
            self.cards.show(shown.cards, shown.marked)
        self.make_room()

    def on_resize(self) -> None:
        """Make the letters as large as there is room."""
        self.make_room()

    def make_room(self) -> None:
        """Share the rows among the words; cards take most of them."""
        if self.shown is None:
            return
        said = self.shown.large
        height = (self.size.height - AROUND) // (3 if self.shown.cards else 1)
        for number, large in enumerate(self.words):
            large.display = number < len(said)
            if large.display:
                each = height // len(said)
                large.rows = min(each, MAX_ROWS) if len(said) > 1 or self.shown.cards else each
                large.text = said[number]
                large.refresh(layout=True)


LONGER = 4
"""How many times as long as a move a page is shown where nobody goes on by hand."""


class PresentedTable(TableScreen, KeyGuard):
    """The table, large or whole, and pages that are shown instead of it one after another."""

    CSS_PATH = "screen.tcss"
    VERTICAL_BREAKPOINTS = [(28, "-tall")]  # noqa: RUF012
    HELP = (
        "A game of machines, as everybody may see it. Space pauses or goes on, the right arrow "
        "shows one move and no more, plus and minus change the pace. T tells the thoughts of "
        "machines once they give nothing away, or never. G asks the audience before each reveal: "
        "a digit for each hand that is raised, Backspace takes one back, Tab turns to the next "
        "question, Enter reveals. L shows what matters most in large type. W takes over, I "
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
        Binding("w", "take_over", "Take over", key_display="W", show=False),
        Binding("i", "inspect", "Inspect", key_display="I", show=False),
        Binding("m", "meter", "Meter", key_display="M", show=False),
        Binding("t", "thoughts", "Thoughts late or never", key_display="T", show=False),
        Binding("g", "polls", "Ask the audience or not", key_display="G", show=False),
        Binding("l", "large", "Large type or the whole table", key_display="L", show=False),
    ]

    def __init__(self, session: Session, chosen: Presentation) -> None:
        """Show `session` as was `chosen`.

        Raises:
            LineupError: If a player cannot sit down.
        """
        super().__init__(session)
        self.pacing = Pacing(chosen.pace)
        self.thoughts, self.polls, self.large = chosen.thoughts, chosen.polls, chosen.large
        self.page: AsyncTask[None] | None = None
        """What is shown instead of the table, or was last."""
        self.shown: Widget | None = None
        """What is shown instead of the table now."""
        self.score = Content("")
        """How often the audience was right by now, and the machines."""

    def compose(self) -> ComposeResult:
        """Public things only."""
        with Vertical(id="table"):
            yield SeatLine(self.session.definition.title, id="seats")
            yield self.ui.create_board(self.names)
            yield LargeTable(self.headline)
            meter = UsageMeter(self.budget_control.read_usage)
            meter.wish = False  # one line: an audience came for the game
            yield meter
            yield Status()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Tell how the game is shown; Textual has the table started as well."""
        self.show_status()

    def headline(self, view: Any) -> Headline:  # noqa: ANN401
        """The little that matters most in an onlooker's view."""
        return self.ui.build_headline(view, self.names)

    def turn_to(self, page: Callable[[], Awaitable[None]]) -> None:
        """Show a page after the one that is shown now."""
        self.page = create_task(self.after(self.page, page))
        self.display_tasks.add(self.page)

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
            await self.query_one("#table").mount(widget, before=self.query_one(UsageMeter))
            self.show_board()
        if widget.can_focus:
            widget.focus()
        self.ignore_held_keys()
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

    async def stay(self) -> None:
        """Leave a page where it is for its time, or until the presenter goes on."""
        self.pacing.mark()
        await self.pacing.due(LONGER, by_hand=self.polls)

    def show_seats(self) -> None:
        """Show who is thinking."""
        self.query_one(SeatLine).show(self.names, self.match.awaits, self.match.sealed)

    def refresh_table(self) -> None:
        """Show the onlookers' view as large as is wanted, and who is thinking."""
        super().refresh_table()
        self.query_one(LargeTable).show(self.match.view(None))
        self.show_board()

    def show_board(self) -> None:
        """Show the table in one of its two forms, unless there is a page instead."""
        large, free = self.query_one(LargeTable), self.shown is None
        self.board.display, large.display = free and not self.large, free and self.large

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
        self.record_press()
        if self.accepts_key():
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
        if self.shown is not None:
            self.record_press()
        if self.shown is None or self.accepts_key():
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
