"""Words in letters so large that they are read from the last row."""

from typing import ClassVar

from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from screens.widgets.letters import MOST, fitting, ink

HALF = 128
"""From how much ink on a pixel is taken for full where colours cannot be blended."""
SHARP = 1.4
"""The power by which pixels with little ink on them sink into the ground: they blur from afar."""

type Drawn = tuple[tuple[object, ...], list[Strip]]
"""All that the rows depend on, and the rows."""


class Large(Widget):
    """A word or a short line, as large as there is room for: 4 to 8 rows to a line of letters.

    It stands in the widget's colour upon its ground, and aligned as `text-align` says. Where even
    the smallest letters do not fit, or one of them is not in the font (which has English letters,
    figures and signs), it is plain bold text.
    """

    DEFAULT_CSS = """
    Large { width: 1fr; height: auto; color: $primary; text-style: bold; }
    """
    ALLOW_SELECT: ClassVar[bool] = False

    text: reactive[str] = reactive("", layout=True)
    """What it says. Shown as it stands, never as markup."""

    def __init__(
        self,
        text: str = "",
        rows: int = MOST,
        *,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        """Say `text`.

        Args:
            text: One or several words; they wrap.
            rows: The most rows of cells that all lines together take.
            id: As of every widget.
            classes: As of every widget.
        """
        super().__init__(id=id, classes=classes)
        self.rows = rows
        self.set_reactive(Large.text, text)
        self._drawn: Drawn | None = None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows of large letters, or else of plain text."""
        fits = fitting(self.text, width, self.rows)
        if fits is None:
            return super().get_content_height(container, viewport, width)
        size, lines = fits
        return size * len(lines)

    def render(self) -> Content:
        """The text as it stands where it is not drawn."""
        return Content(self.text)

    def render_line(self, y: int) -> Strip:
        """A row of the letters."""
        columns = self.content_size.width
        fits = fitting(self.text, columns, self.rows)
        if fits is None:
            return super().render_line(y)
        strips = self.drawn(*fits, columns)
        return strips[y] if y < len(strips) else Strip.blank(columns, self.rich_style)

    def drawn(self, size: int, lines: tuple[str, ...], columns: int) -> list[Strip]:
        """All rows, drawn anew only if something has changed."""
        ground, colour = self.background_colors[1], self.colors[3]
        blended = self.app.console.color_system == "truecolor" and not self.app.no_color
        align = self.styles.text_align
        depends = (size, lines, columns, ground, colour, blended, align)
        if self._drawn is None or self._drawn[0] != depends:
            blank = Strip.blank(columns, self.rich_style)
            strips = []
            for line in lines:
                for strip in letters(line, size, ground, colour, blended=blended):
                    room = columns - strip.cell_length
                    left = {"center": room // 2, "right": room}.get(align, 0)
                    row = Strip.join([blank.crop(0, left), strip, blank.crop(0, room - left)])
                    strips.append(row.simplify())
            self._drawn = depends, strips
        return self._drawn[1]


def letters(
    line: str, size: int, ground: Color, colour: Color, *, blended: bool
) -> tuple[Strip, ...]:
    """One line in letters of `size` rows.

    Args:
        line: The words.
        size: Rows of cells.
        ground: What they stand on.
        colour: Their own.
        blended: With smooth edges, in colours between the two.
    """
    from PIL import Image

    from screens.pictures.blocks import quad

    mask = ink(line, size).point(
        lambda amount: round(255 * (amount / 255) ** SHARP) if blended else 255 * (amount >= HALF)
    )
    image = Image.new("RGB", mask.size, ground.rgb)
    image.paste(colour.rgb, mask=mask)
    return quad(image)
