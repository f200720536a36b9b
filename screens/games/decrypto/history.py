"""All finished rounds of Decrypto as one table: hints by keyword number, code, both guesses."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from engine.games.decrypto.narration import format_code
from engine.games.decrypto.view import Code, Round, View
from screens.widgets.lines import Lines, Scroll, side_by_side

ROOMY = 100
"""From this many cells on, columns are named in full and codes are written with hyphens."""
HIT, MISS = "✓", "✗"


class History(Vertical):
    """Finished rounds, a row each; a column for each keyword, so that hints compare at a glance.

    The head stays while the rounds scroll. New rounds are scrolled to.
    """

    DEFAULT_CSS = """
    History { height: 1fr; min-height: 4; }
    History Scroll { height: 1fr; }
    """

    def __init__(self, view: View | None = None) -> None:
        """Show the rounds of `view`."""
        super().__init__()
        self.head = Head(view)
        self.rows = Rows(view)
        self.scroll = Scroll(self.rows)

    def compose(self) -> ComposeResult:
        """The head, and what scrolls beneath it."""
        yield self.head
        yield self.scroll

    def on_mount(self) -> None:
        """Begin at the latest round."""
        self.scroll.scroll_end(animate=False)

    def show(self, view: View) -> None:
        """Show the rounds of another view."""
        before, self.head.view = self.head.view, view
        self.rows.view = view
        self.head.refresh(layout=True)
        self.rows.refresh(layout=True)
        if self.is_mounted and (before is None or len(before.rounds) != len(view.rounds)):
            self.scroll.scroll_end(animate=False)


class Head(Lines):
    """The names of the columns."""

    DEFAULT_CSS = "Head { border-bottom: solid $faint; padding-right: 1; }"

    def __init__(self, view: View | None) -> None:
        """Name the keywords that `view` knows."""
        super().__init__()
        self.view = view

    def layout_lines(self, width: int) -> list[Content]:
        """One line, more for long keywords."""
        if self.view is None:
            return []
        roomy = width >= ROOMY
        first = ("Round", "Code") if roomy else ("#", "Code")
        last = ("Decoder", "Interceptor") if roomy else ("Dec.", "Int.")
        cells = [
            *(Content.styled(name, "$muted") for name in first),
            *(keyword(self.view, number) for number in (1, 2, 3, 4)),
            *(Content.styled(name, "$muted") for name in last),
        ]
        return side_by_side(cells, columns(width))


class Rows(Lines):
    """A row for each finished round."""

    def __init__(self, view: View | None) -> None:
        """Tell the rounds of `view`."""
        super().__init__()
        self.view = view

    def layout_lines(self, width: int) -> list[Content]:
        """The rounds, oldest first."""
        if self.view is None:
            return []
        if not self.view.rounds:
            return [Content.styled("No round has been played yet.", "$muted")]
        return [
            line
            for number, done in enumerate(self.view.rounds, 1)
            for line in side_by_side(
                _cells(number, done, self.view, roomy=width >= ROOMY), columns(width)
            )
        ]


def columns(width: int) -> tuple[int, ...]:
    """How wide the columns are: round, code, four keywords, decoder, interceptor."""
    ends = (6, 7, 12, 12) if width >= ROOMY else (3, 5, 5, 5)
    each, rest = divmod(max(width - sum(ends), 0), 4)
    return *ends[:2], *(each + (place < rest) for place in range(4)), *ends[2:]


def keyword(view: View, number: int) -> Content:
    """`4 shadow`, or only the number where the keyword is hidden."""
    if view.keywords is None:
        return Content.assemble((f"{number}", "bold"), (" ?", "$muted"))
    wanted = view.code is not None and number in view.code
    return Content.assemble(
        (f"{number} ", "bold $primary" if wanted else "bold"),
        (view.keywords[number - 1], "bold $primary" if wanted else "bold"),
    )


def counts(view: View, number: int) -> bool:
    """Whether an interception in round `number` counts."""
    return number > 1 or view.options.first_round_interception


def _cells(number: int, done: Round, view: View, *, roomy: bool) -> list[Content]:
    hints = dict(zip(done.code, done.hints, strict=True))
    taken = done.interception and counts(view, number)
    return [
        Content.styled(str(number), "$muted"),
        Content(_written(done.code, roomy=roomy)),
        *(
            Content(hints[digit]) if digit in hints else Content.styled("·", "$faint")
            for digit in (1, 2, 3, 4)
        ),
        _guess(done.decoder, done.code, roomy=roomy, bad=done.miscommunication),
        _guess(done.interceptor, done.code, roomy=roomy, bad=taken),
    ]


def _guess(guess: Code, code: Code, *, roomy: bool, bad: bool) -> Content:
    sign = HIT if guess == code else MISS
    between = " " if roomy else ""
    return Content.styled(
        f"{sign}{between}{_written(guess, roomy=roomy)}", "bold $error" if bad else "$muted"
    )


def _written(code: Code, *, roomy: bool) -> str:
    return format_code(code) if roomy else "".join(map(str, code))
