"""The curtain, which covers everything until the person whom it names is alone."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from screens.dialogs.leave import LeaveDialog
from screens.players.seat_names import PlayerName
from screens.typed_ahead import TypedAhead
from screens.widgets.even_text import EvenText
from screens.widgets.footer import KeyFooter
from screens.widgets.guarded_button import GuardedButton
from screens.widgets.key_guard import READING, KeyGuard
from screens.widgets.large_name import LargeName, fit_name
from screens.widgets.letter_size import MIN_ROWS
from screens.widgets.move_news import News, PublicMove, build_small_news
from screens.widgets.text_layout import centre_text

OPERATOR = "the operator"
"""The name on the curtain of the person who may take over and inspect machines' turns."""


LOW = 30
"""Rows below which the screen counts as low."""
AROUND = 9
"""Rows of the footer, the two frames, the request and the button."""
NEWS_SHARE, LARGEST_NAME = 8, 9
"""The share of the rows that a name beside news takes, and the most rows of a name."""
NAME_AROUND, TOLD_ROWS = 9, 4
"""Rows that no name takes if there is no news, and for what else is told."""
GAPS = ("request", "lift", "person", "done", "notice", "top", "bottom")
"""Where blank rows stand: above these widgets and inside the frame; the first ones matter most."""
FRAME, LEAST_GAPS = 2, 3
"""Rows of the outer frame, and of the blank ones for which it is left out."""
LOOK_AWAY = "Everyone else, look away."
NEWS_WIDTH, EDGES = 160, 6
"""Cells of the widest curtain with news, and of its border and padding."""
OPENING_KEYS = ("enter", "space")
"""The keys that open the curtain."""
READY, WAITING = "I'm ready: press Enter", "I'm ready"
"""The button when Enter opens the curtain, and while keys are ignored."""


class Curtain(KeyGuard, Screen[bool]):
    """Covers everything until the named person confirms that they are alone.

    Dismissed with true then, or with false to leave the table.
    """

    CSS_PATH = "curtain.tcss"
    ALLOW_SELECT = False
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LOW, "-usual")]  # noqa: RUF012
    READING_TIME = READING
    READ_ONCE = False  # a key that closes a dialog must not open it
    GUARDED = KeyGuard.GUARDED | {"lift"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            ",".join(OPENING_KEYS),
            "lift",
            "I'm ready",
            key_display="Enter",
            tooltip="Open the curtain",
        ),
        Binding("escape", "leave", "Leave", key_display="Esc", tooltip="Save and leave the table"),
        Binding("up,pageup", "scroll(-1)", show=False),
        Binding("down,pagedown", "scroll(1)", show=False),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]
    AUTO_FOCUS = ""  # a focused button would take no press for a moment after one
    HELP = (
        "The next screen is for one person only: the one named here. Pass them the keyboard, and "
        "look away if it is not you. When nobody else can see the screen, they press Enter. Above "
        "the name stands what has just been said or done, as far as everybody may know it. Esc "
        "asks whether to leave; every move so far is saved."
    )

    def __init__(
        self,
        person: str,
        *,
        hidden: bool = False,
        again: bool = False,
        purpose: str = "",
        notice: str = "",
        news: Sequence[PublicMove] = (),
        done: Content | None = None,
        take_over: Callable[[], object] | None = None,
    ) -> None:
        """Fetch `person`, or cover the screen that they have hidden.

        Args:
            person: The name to show, with its mark and colour if it is a `PlayerName`.
            hidden: Whether they have covered their own screen.
            again: Whether they had the keyboard last.
            purpose: What they are asked to do, such as `to vote`; if it is to be shown.
            notice: A notice that everybody at the table must read.
            news: The last moves that everybody may know, oldest first.
            done: Who has made a move in this turn that is still hidden.
            take_over: Asks whose turns to take over; `None` if no machine plays.
        """
        look = person.look if isinstance(person, PlayerName) else None
        super().__init__(classes="" if look is None else f"-look-{look + 1}")
        self.person = person
        self.hidden = hidden
        self.again = again
        self.purpose = purpose
        self.notice = notice
        self.news = tuple(news)
        self.done = done
        self.take_over = take_over
        self.ahead: TypedAhead | None = None
        """Takes what is typed behind the key that opens the curtain, for the next screen."""
        self.is_opening = False
        """Whether that key was pressed."""

    def compose(self) -> ComposeResult:
        """Yield what everybody may know, and the name of the person."""
        person = self.person
        kind = "-news" if self.news else "-named"
        with Vertical(id="back"), Vertical(id="curtain", classes=kind) as box:
            box.border_subtitle = LOOK_AWAY
            if self.news:
                with VerticalScroll(id="news", can_focus=False):
                    yield News(self.news, self.count_rows_around)
            if self.done:
                yield EvenText(self.done, id="done")
            yield EvenText(self.request, id="request")
            if isinstance(person, PlayerName):
                yield LargeName(person, self.count_name_rows)
            else:
                yield Static(Content(person), id="person")
            if self.notice:
                yield EvenText(self.notice, id="notice")
            with Center():
                yield GuardedButton(
                    Content(WAITING),
                    name=WAITING,
                    id="lift",
                    action="screen.lift",
                    classes="primary",
                )
        yield KeyFooter()

    @property
    def request(self) -> str:
        """What the person is asked to do."""
        if self.hidden:
            return "Hidden by"
        if self.again:
            what = f", {self.purpose}" if self.purpose else ""
            return f"It's your turn again{what}"
        if self.purpose:
            return f"{self.purpose[:1].upper()}{self.purpose[1:]}, pass the keyboard to"
        return "Pass the keyboard to"

    def count_name_rows(self) -> int:
        """Count the rows for the person's name: more where nothing else is to be read."""
        columns, height = self.app.size
        if self.news:
            size = min(max(height // NEWS_SHARE, MIN_ROWS), LARGEST_NAME)
            told = len(build_small_news(self.news, self.measure_width(columns)))
            return size if AROUND + 1 + size + told + 2 * len(self.list_told()) <= height else 0
        told = len(self.list_told())
        size = min((height - NAME_AROUND - TOLD_ROWS * told) // 3, LARGEST_NAME)
        fits = AROUND + 1 + MIN_ROWS + 2 * told <= height
        return max(size, MIN_ROWS) if fits else size

    def list_told(self) -> list[Content]:
        """List what is told besides the news."""
        return [one for one in (self.done, self.notice and Content(self.notice)) if one]

    def measure_name(self, width: int) -> int:
        """Measure the rows of the person's name, with the role."""
        person = self.person
        if not isinstance(person, PlayerName):
            return len(centre_text(Content(person), width))
        size = fit_name(person.label, width, self.count_name_rows())
        return size + bool(person.role) if size else len(centre_text(person.write(), width))

    def count_rows_around(self, width: int) -> int:
        """Count the rows of the screen that the news leave to all else, at a width of the news."""
        return self.measure_written(width) + sum(self.choose_gaps(width).values())

    def measure_written(self, width: int) -> int:
        """Measure the rows of all but the news, without blank ones."""
        return self.measure_framed(width) - FRAME * (not self.has_frame(width))

    def has_frame(self, width: int) -> bool:
        """Whether the outer frame leaves room for the blank rows that matter most."""
        news = len(build_small_news(self.news, width)) if self.news else 0
        return self.app.size.height - self.measure_framed(width) - news >= LEAST_GAPS

    def measure_framed(self, width: int) -> int:
        """Measure the same with the outer frame."""
        request = len(centre_text(Content(self.request), width))
        told = (len(centre_text(text, width)) for text in self.list_told())
        return AROUND - 1 + request + self.measure_name(width) + sum(told)

    def choose_gaps(self, width: int) -> dict[str, int]:
        """Choose where there is a blank row: as many as the news leave, at a width of the news."""
        news = len(build_small_news(self.news, width)) if self.news else 0
        height = self.app.size.height
        spare = height - self.measure_written(width) - news
        absent = {
            "request": not (self.news or self.done),
            "done": not (self.news and self.done),
            "notice": not self.notice,
            "bottom": bool(self.news) and height < LOW,
        }
        wanted = [place for place in GAPS if not absent.get(place)]
        return {place: int(place in wanted[: max(spare, 0)]) for place in GAPS}

    def measure_width(self, columns: int) -> int:
        """Measure the columns inside the curtain, on a screen of so many."""
        return max(measure_box(columns) - EDGES, 1)

    def on_mount(self) -> None:
        """Lay the first frame out."""
        self.lay_out(self.app.size)

    def on_resize(self, event: Resize) -> None:
        """Lay it out for another size."""
        self.lay_out(event.size)

    def lay_out(self, size: Size) -> None:
        """Leave out blank rows, then let the news scroll, before the button is cut off."""
        width = self.measure_width(size.width)
        self.set_class(not self.has_frame(width), "-frameless")
        gaps = self.choose_gaps(width)
        box = self.query_one("#curtain")
        box.styles.padding = (gaps.pop("top"), 2, gaps.pop("bottom"), 2)
        for place, rows in gaps.items():
            for widget in self.query(f"#{place}"):
                widget.styles.margin = (rows, 0, 0, 0)
        for news in self.query("#news"):
            news.styles.max_height = max(size.height - self.count_rows_around(width), 0)
            box.styles.width = measure_box(size.width)

    def on_key(self, event: Key) -> None:
        """Keep what is typed behind the key that opens the curtain, and nothing before it."""
        if self.ahead is None:
            return
        if self.is_opening and self.ahead.keeps(event):
            event.stop()
            self.ahead.add(event)
        elif event.key in OPENING_KEYS and self.armed:
            self.is_opening = True

    def show_armed(self, armed: bool) -> None:
        """Say on the button when Enter opens the curtain."""
        for button in self.query(GuardedButton):
            button.label = Content(READY if armed else WAITING)

    def action_lift(self) -> None:
        """Open the curtain, unless the key was meant for the screen before."""
        self.press(self.open_curtain)

    def action_scroll(self, pages: int) -> None:
        """Scroll the news, if they are longer than their place."""
        for news in self.query("#news"):
            news.scroll_relative(y=pages * news.size.height, animate=False)

    def open_curtain(self) -> None:
        """Open the curtain."""
        self.dismiss(True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable leaving for a hidden screen, which only its owner can leave."""
        return not (action == "leave" and self.hidden)

    @work
    async def action_leave(self) -> None:
        """Ask whether to leave the table."""
        if await self.app.push_screen_wait(LeaveDialog(self.take_over)):
            self.dismiss(False)


def measure_box(columns: int) -> int:
    """Measure a curtain with news, so that the pattern is as wide at its left as at its right."""
    width = min(NEWS_WIDTH, int((columns - 4) * 0.94))
    return max(width - (columns - width) % 2, 1)
