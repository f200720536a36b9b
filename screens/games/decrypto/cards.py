"""The keyword cards, the hints in columns, and notes."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from itertools import zip_longest

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD
from textual.widgets import Input

from engine.games.decrypto.view import Role, View
from screens.widgets.input import PrivateInput
from screens.widgets.layout import BLANK, centre_text, lay_out_row
from screens.widgets.lines import ViewLines

NUMBERS = (1, 2, 3, 4)
ORDINALS = ("1st", "2nd", "3rd")
TALL = 30
"""From this many rows of the screen on, cards have large digits."""
SPACIOUS = 40
"""From this many rows on, cards are larger, and past hints lie on a ground beneath them."""
BACK = "╱"  # noqa: RUF001
LIGHT, HEAVY = tuple("╭─╮│╰╯"), tuple("┏━┓┃┗┛")
"""The frame of a card, and of one that is in the code or has a hint on it."""
LONGEST_NOTE = 24
AIMS: Mapping[Role | None, str] = {
    Role.ENCODER: "Your decoder sees these keywords; the interceptor sees only hints.",
    Role.DECODER: "The interceptor sees the hints, too, but no keyword.",
    Role.INTERCEPTOR: "The others see a keyword on each card. You see only the hints.",
}
"""By role: the text of the first round, in which there are no past hints."""


class Part(Enum):
    """The part of the cards that a widget draws; note fields lie between upper and lower part."""

    WHOLE = "whole"
    TOP = "top"
    BOTTOM = "bottom"


def measure_card(width: int) -> int:
    """Measure a card, of four with a blank between them."""
    return max((width - 3) // 4, 5)


def list_digit_rows(digit: int) -> list[str]:
    """List the rows of a large digit: three of three cells."""
    first = 3 * DIGITS.index(str(digit))
    return [row.ljust(3) for row in DIGITS3X3_BOLD[first : first + 3]]


class KeywordCards(ViewLines[View]):
    """The cards, face down if the view does not show the keywords; a click chooses one."""

    DEFAULT_CSS = "KeywordCards { width: 100%; }"

    class Chosen(Message):
        """A card was clicked."""

        def __init__(self, number: int) -> None:
            """Give the keyword's number."""
            super().__init__()
            self.number = number

    def __init__(self, view: View | None = None, part: Part = Part.WHOLE) -> None:
        """Draw a `part` of the cards of `view`."""
        super().__init__(view)
        self.part = part
        self.placed: Mapping[int, str] = {}

    def place_words(self, placed: Mapping[int, str]) -> None:
        """Put these words on the cards, by the keyword's number."""
        if placed != self.placed:
            self.placed = dict(placed)
            self.refresh()

    def build_lines(self, view: View, width: int) -> list[Content]:
        """The four cards side by side."""
        each = measure_card(width)
        rows = self.screen.size.height if self.is_mounted else 0
        cards = [self.draw_card(view, number, each, rows) for number in NUMBERS]
        return [Content(" ").join(row) for row in zip(*cards, strict=True)]

    def draw_card(self, view: View, number: int, width: int, rows: int) -> list[Content]:
        """Draw one card: its number, the word or its back, and what is placed on it.

        Args:
            view: The view.
            number: The keyword's number.
            width: Cells of the card.
            rows: Rows of the screen: more of them make the card larger.
        """
        room = [BLANK] if rows >= SPACIOUS else []
        wanted = number in self.placed or (view.code is not None and number in view.code)
        left, line, right, side, low_left, low_right = HEAVY if wanted else LIGHT
        frame = "bold $primary" if wanted else "$muted"
        inside = width - 2
        title = Content.styled(f"{left}{line} {number} {line * (inside - 4)}{right}", frame)
        digit = list_digit_rows(number) if rows >= TALL else []
        large = [Content.styled(row, "bold $primary" if wanted else "$muted") for row in digit]
        top = [*room, *large, *room]
        if view.keywords is not None:
            word = Content.styled(view.keywords[number - 1], "bold $primary" if wanted else "bold")
            top.append(word.truncate(inside, ellipsis=True))
        else:
            top.append(Content.styled(BACK * (inside - 2), "$outline"))
        said = Content.styled(self.placed.get(number, ""), "bold $primary")
        bottom = [said.truncate(inside, ellipsis=True)]
        if view.keywords is None and not self.placed and self.part is Part.WHOLE:
            bottom = top[-1:]
        bottom += room
        inner = {Part.TOP: top, Part.BOTTOM: bottom}.get(self.part, [*top, *bottom])
        edge = Content.styled(side, frame)
        lines = [Content.assemble(edge, _centre_line(row, inside), edge) for row in inner]
        end = Content.styled(f"{low_left}{line * inside}{low_right}", frame)
        before = [] if self.part is Part.BOTTOM else [title]
        after = [] if self.part is Part.TOP else [end]
        return [*before, *lines, *after]

    def on_click(self, event: events.Click) -> None:
        """Choose the card under the pointer."""
        number = event.x // (measure_card(self.content_size.width) + 1) + 1
        if number in NUMBERS:
            self.post_message(self.Chosen(number))


def _centre_line(row: Content, width: int) -> Content:
    """One line in the middle of `width` cells."""
    left = (width - row.cell_length) // 2
    return row.pad_left(left).pad_right(width - row.cell_length - left)


class HintColumns(ViewLines[View]):
    """Under each card the hints that were given for it, with the numbers of their rounds."""

    DEFAULT_CSS = "HintColumns { width: 100%; }"

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return at least the visible height of the container on a tall screen."""
        if self.view is None:
            return 0
        roomy = viewport.height >= SPACIOUS
        height = len(self.build_columns(self.view, max(width, 1), roomy=roomy))
        return max(height, container.height) if roomy else height

    def render(self) -> Content:
        """The lines; on a tall screen the backgrounds reach down to the end."""
        lines = self.layout_lines(max(self.content_size.width, 1))
        if self.view is not None and self.is_roomy:
            ground = self.build_ground([BLANK] * 4, measure_card(self.content_size.width) + 1)
            lines += [ground] * (self.content_size.height - len(lines))
        return Content("\n").join(lines)

    @property
    def is_roomy(self) -> bool:
        """Whether the screen is tall enough for backgrounds beneath the hints."""
        return self.is_mounted and self.screen.size.height >= SPACIOUS

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Four columns, as wide as the cards."""
        return self.build_columns(view, width, roomy=self.is_roomy)

    def build_columns(self, view: View, width: int, *, roomy: bool) -> list[Content]:
        """The columns, with backgrounds as wide as the cards if there is room."""
        lines: list[Content] = []
        if not view.rounds:
            notes = (AIMS.get(view.role, ""), "Hints of past rounds appear here.")
            lines = [
                line
                for note in notes[: 1 if roomy else 2]
                if note
                for line in centre_text(Content.styled(note, "$muted"), width)
            ]
            if not roomy:
                return lines
            lines.append(BLANK)
        each = measure_card(width) + 1
        if not roomy:
            columns = [Content("\n").join(self.build_column(view, n, each)) for n in NUMBERS]
            return lay_out_row(columns, [each] * 4)
        none = [Content.styled(" no hint yet", "$muted")]
        grounds = [[BLANK, *(self.build_column(view, n, each - 2) or none)] for n in NUMBERS]
        rows = zip_longest(*grounds, fillvalue=BLANK)
        return [*lines, *(self.build_ground(row, each) for row in rows)]

    def build_ground(self, cells: Sequence[Content], width: int) -> Content:
        """One line of the backgrounds, with the text of each column."""
        return Content(" ").join(
            Content.assemble(" ", cell).pad_right(width)[: width - 1].stylize("on $surface")
            for cell in cells
        )

    def build_column(self, view: View, number: int, width: int) -> list[Content]:
        """The hints for one keyword, oldest first."""
        return [
            line
            for round_, done in enumerate(view.rounds, 1)
            for digit, hint in zip(done.code, done.hints, strict=True)
            if digit == number
            for line in lay_out_row(
                (Content.styled(f" {round_}", "$muted"), Content(hint)), (4, width - 4)
            )
        ]


class NoteField(PrivateInput):
    """A note on a card that lies face down."""

    def __init__(self, number: int) -> None:
        """Take a note on the keyword with this number."""
        super().__init__(
            placeholder="your note",
            id=f"note-{number}",
            max_length=LONGEST_NOTE,
            select_on_focus=False,
        )


class NoteRow(Horizontal):
    """A field for a note on each card. The notes are lines of one text."""

    DEFAULT_CSS = """
    NoteRow { height: 1; width: 100%; }
    """

    class Changed(Message):
        """A note was changed."""

    def __init__(self) -> None:
        super().__init__()
        self.fields = [NoteField(number) for number in NUMBERS]

    def compose(self) -> ComposeResult:
        yield from self.fields

    def on_resize(self) -> None:
        """Make the fields as wide as the cards."""
        each = measure_card(self.size.width)
        for field in self.fields:
            field.styles.width = each

    @property
    def text(self) -> str:
        """The notes, a line for each card."""
        return "\n".join(field.value for field in self.fields)

    def show(self, text: str) -> None:
        """Show the notes of an earlier round."""
        for field, note in zip(self.fields, text.split("\n"), strict=False):
            with field.prevent(Input.Changed):
                field.value = note

    def place(self, placed: Collection[int]) -> None:
        """Draw the frames of cards with a hint on them as those of the cards are drawn."""
        for number, field in zip(NUMBERS, self.fields, strict=True):
            field.set_class(number in placed, "-wanted")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell the form; the form's own fields are others."""
        event.stop()
        self.post_message(self.Changed())


ORDINAL, CHOICE = 6, 6
"""Cells for the place of a hint, and for a number to pick."""
