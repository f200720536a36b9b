"""Text in large letters, made of block characters, to be read from across a room."""

from typing import TYPE_CHECKING, ClassVar

from rich.style import Style as RichStyle
from textual.app import App
from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from screens.widgets.letter_size import MAX_ROWS, Fit, count_rows, fit_letters, fit_paragraphs
from screens.widgets.letters import HALF, draw_ink

if TYPE_CHECKING:
    from PIL.Image import Image


type Drawn = tuple[tuple[object, ...], list[Strip]]
"""All that the rows depend on, and the rows."""


class LargeText(Widget):
    """A word or a short line in letters as large as fit: 4 to 12 rows to a line.

    It has the widget's colours and `text-align`. If even the smallest letters do not fit, or the
    font lacks a character (it has English letters, figures and signs), it is plain bold text.
    """

    DEFAULT_CSS = """
    LargeText { width: 1fr; height: auto; color: $primary; text-style: bold; }
    """
    ALLOW_SELECT: ClassVar[bool] = False

    text: reactive[str] = reactive("", layout=True)
    """The text. Never parsed as markup."""

    def __init__(
        self,
        text: str = "",
        rows: int = MAX_ROWS,
        *,
        narrow: bool = False,
        apart: bool = False,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        """Show `text`.

        Args:
            text: One or several words; they wrap.
            rows: The most rows of all lines together.
            narrow: Whether letters may be narrow where others do not fit.
            apart: Whether a blank row parts two lines, so that tails of letters touch nothing.
            id: As of every widget.
            classes: As of every widget.
        """
        super().__init__(id=id, classes=classes)
        self.rows = rows
        self.narrow = narrow
        self.apart = apart
        self.ink = ""
        """The colour, if it is not the stylesheet's."""
        self.set_reactive(LargeText.text, text)
        self._drawn: Drawn | None = None

    def on_mount(self) -> None:
        """Follow the theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.follow_theme())

    def set_ink(self, style: str) -> None:
        """Write in a colour of the theme, in place of the one of the stylesheet: `$primary`."""
        self.ink = style
        self.follow_theme()

    def follow_theme(self) -> None:
        """Take the colour that the theme has now."""
        if self.ink:
            self.styles.color = Color.parse(self.app.theme_variables[self.ink.removeprefix("$")])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the large letters, or else of plain text."""
        fits = self.fit_text(width)
        if fits is None:
            return super().get_content_height(container, viewport, width)
        return count_rows(fits) if self.apart else fits.size * len(fits.lines)

    def fit_text(self, columns: int) -> Fit | None:
        """Find the letters for the text."""
        if self.apart:
            return next(iter(fit_paragraphs([self.text], columns, self.rows)), None)
        return fit_letters(self.text, columns, self.rows, narrow=self.narrow)

    def render(self) -> Content:
        return Content(self.text)

    def render_line(self, y: int) -> Strip:
        """Render a row of the letters, or of plain text."""
        columns = self.content_size.width
        fits = self.fit_text(columns)
        if fits is None:
            return super().render_line(y)
        strips = self.draw_rows(fits, columns)
        return strips[y] if y < len(strips) else Strip.blank(columns, self.rich_style)

    def draw_rows(self, fits: Fit, columns: int) -> list[Strip]:
        """Draw all rows, or return those of the last call if nothing has changed."""
        background, colour = self.background_colors[1], self.colors[3]
        align = self.styles.text_align
        high = count_pixel_rows(self.app)
        depends = (fits, columns, background, colour, align, high)
        if self._drawn is None or self._drawn[0] != depends:
            blank = Strip.blank(columns, self.rich_style)
            strips: list[Strip] = []
            for line in fits.lines:
                if strips and self.apart:
                    strips.append(Strip.blank(columns, self.rich_style))
                drawn = render_letters(
                    line, fits.size, background, colour, high, narrow=fits.narrow
                )
                for strip in drawn:
                    room = columns - strip.cell_length
                    left = {"center": room // 2, "right": room}.get(align, 0)
                    row = Strip.join([blank.crop(0, left), strip, blank.crop(0, room - left)])
                    strips.append(row.simplify())
            self._drawn = depends, strips
        return self._drawn[1]


def count_pixel_rows(app: App[object]) -> int:
    """Pixels down in a cell of the finest blocks that the terminal draws: 2, 3 or 4."""
    pictures = getattr(app, "pictures", None)
    return pictures.pixel_rows if pictures is not None else 2


def build_large_lines(
    widget: Widget,
    text: str,
    colour: Color,
    size: Size,
    largest: int = MAX_ROWS,
    *,
    narrow: bool = False,
) -> list[Content]:
    """Draw a text in large letters as lines of content, for widgets that are made of lines.

    Args:
        widget: The widget that they are part of.
        text: One or several words.
        colour: The colour of the letters.
        size: The most columns, and the most rows.
        largest: The most rows of a line of letters.
        narrow: Whether letters may be narrow where others do not fit.

    Returns:
        The lines; none if the text does not fit, or cannot be drawn.
    """
    fits = fit_letters(text, size.width, size.height, largest, narrow=narrow)
    if fits is None:
        return []
    return [
        row
        for line in fits.lines
        for row in draw_line(widget, line, colour, fits.size, narrow=fits.narrow)
    ]


def draw_line(
    widget: Widget, line: str, colour: Color, size: int, *, narrow: bool = False
) -> list[Content]:
    """Draw a line that fits in letters of `size` rows, as lines of content of `widget`."""
    background, high = widget.background_colors[1], count_pixel_rows(widget.app)
    strips = render_letters(line, size, background, colour, high, narrow=narrow)
    return [
        Content.assemble(*(build_span(text, style) for text, style, _ in strip.simplify()))
        for strip in strips
    ]


def build_span(text: str, style: RichStyle | None) -> tuple[str, Style]:
    """Build a part of a line; full cells are blocks, as blanks at the end of a line are cut."""
    style = style or RichStyle()
    ground = style.bgcolor
    is_own = ground is None or ground.is_default  # the terminal's, another one for characters
    is_full = not is_own and ground == style.color and not text.strip()
    return text.replace(" ", "█") if is_full else text, Style.from_rich_style(style)


def render_letters(
    line: str,
    size: int,
    background: Color,
    colour: Color,
    high: int = 2,
    *,
    words: bool = False,
    narrow: bool = False,
) -> tuple[Strip, ...]:
    """Render one line in letters of `size` rows, as `draw_ink` and `render_ink` do."""
    ink = draw_ink(line, size, high, words=words, narrow=narrow)
    return render_ink(ink, background, colour, high)


def render_ink(ink: "Image", background: Color, colour: Color, high: int = 2) -> tuple[Strip, ...]:
    """Render what is drawn as coverage, with 2 x `high` pixels to a cell.

    Args:
        ink: Coverage from 0 to 255.
        background: The colour behind it.
        colour: The colour of the ink.
        high: Pixels down in a cell: 2, 3 or 4.
    """
    from screens.pictures.blocks import MOSAICS, draw_stencil  # noqa: PLC0415 - numpy, once it draws

    mask = ink.point(lambda amount: 255 * (amount >= HALF))
    return draw_stencil(mask, MOSAICS[high], colour.rich_color, background.rich_color)
