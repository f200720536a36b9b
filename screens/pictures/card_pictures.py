"""Widgets that show pictures of cards: one card, and a page of cards in rows with their names."""

from asyncio import shield, wrap_future
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual import events, work
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from screens.pictures.encoding_and_cache import EncodedPicture, GraphicsMode, PictureCache
from screens.pictures.protocols_and_scaling import PictureError, PictureRequest

type DisplayedPicture = tuple[PictureRequest, GraphicsMode, EncodedPicture]
"""A picture on the screen: what, in which mode, and the encoded bytes or blocks."""


class CardPicture(Widget):
    """A picture whose size is set by CSS; its alt text if pictures are off.

    The picture keeps its proportions and is centred. The app's `pictures` say how to show it; an
    app without them shows the alt text.
    """

    DEFAULT_CSS = """
    CardPicture {
        width: 30;
        height: 22;
        content-align: center middle;
        text-align: center;
        color: $foreground-muted;
    }
    CardPicture.-words { background: $surface; padding: 0 1; }
    """
    ALLOW_SELECT: ClassVar[bool] = False

    picture: reactive[Path] = reactive(Path(), init=False)
    """The picture file."""
    dim: reactive[bool] = reactive(False, init=False)
    """Whether to fade it into the background, for a card that cannot be chosen."""
    alt_text: reactive[str] = reactive("", init=False)
    """What the picture shows, in words. Outside text: never parsed as markup."""

    def __init__(
        self,
        picture: Path,
        alt_text: str = "",
        *,
        dim: bool = False,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        """Show `picture`, or `alt_text` if pictures are off."""
        super().__init__(id=id, classes=classes)
        self.set_reactive(CardPicture.picture, picture)
        self.set_reactive(CardPicture.alt_text, alt_text)
        self.set_reactive(CardPicture.dim, dim)
        self.shown: DisplayedPicture | None = None
        """What the last frame showed."""
        self.error = ""
        """Why the picture cannot be shown; empty if it can."""

    @property
    def pictures(self) -> PictureCache | None:
        return getattr(self.app, "pictures", None)

    def build_request(self) -> PictureRequest | None:
        """Build the request for the current size and colours; `None` if nothing is shown."""
        columns, rows = self.content_size
        if not columns or not rows or not (self.pictures and self.pictures.enabled):
            return None
        background = self.background_colors[1].rgb
        return PictureRequest(self.picture, columns, rows, background, self.dim)

    def on_mount(self) -> None:
        """Set the class that gives alt text a background."""
        self.set_class(not (self.pictures and self.pictures.enabled), "-words")

    def show_current(self) -> None:
        """Show the current picture: at once if it is encoded, else as soon as it is."""
        self.set_class(not (self.pictures and self.pictures.enabled), "-words")
        self.error = ""
        if not self._update_shown():
            self.refresh()
            request, pictures = self.build_request(), self.pictures
            if self.shown is None and request is not None and pictures is not None:
                self.encode_and_show(pictures, request)

    def _update_shown(self) -> bool:
        """Bring `shown` up to date with what is encoded.

        Returns:
            Whether it was up to date before.
        """
        request, pictures = self.build_request(), self.pictures
        if request is None or pictures is None:
            fits, self.shown = self.shown is None, None
            return fits
        if self.shown and self.shown[:2] == (request, pictures.mode):
            return True
        encoded = pictures.find_encoded(request)
        self.shown = (request, pictures.mode, encoded) if encoded else None
        return False

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the rows; a picture that is already encoded is part of the first frame."""
        self._update_shown()
        return super().render_lines(crop)

    @work(exclusive=True, group="picture", exit_on_error=True)
    async def encode_and_show(self, pictures: PictureCache, request: PictureRequest) -> None:
        """Encode the picture in the background, and show it if it is still the current one."""
        mode = pictures.mode
        try:
            encoded = await shield(wrap_future(pictures.submit(request)))
        except PictureError as error:
            self.error = str(error)
        else:
            if request != self.build_request() or mode != pictures.mode:
                return
            self.shown = request, mode, encoded
        self.refresh()

    def on_resize(self) -> None:
        self.show_current()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self.shown and self.build_request() != self.shown[0]:
            self.show_current()

    def watch_picture(self) -> None:
        self.show_current()

    def watch_dim(self) -> None:
        self.show_current()

    def watch_alt_text(self) -> None:
        self.refresh()

    def render(self) -> Content:
        """Render the alt text, or nothing while the picture is being encoded."""
        if self.error:
            return Content(f"{self.alt_text}\n\n(The picture cannot be shown.)")
        return Content(self.alt_text if self.has_class("-words") else "")

    def render_line(self, y: int) -> Strip:
        """Render a row of blocks, or of what `render` returns."""
        if self.shown and not isinstance(self.shown[2], bytes) and y < len(self.shown[2]):
            return self.shown[2][y]
        return super().render_line(y)


SHAPE = 2 * 305 / 460
"""Width of a card in cells per row of height; a cell is twice as high as wide."""
NAME_ROWS = 2
"""Rows beneath each card: its name, and a blank one."""
GAP = 2
"""Cells between cards."""
MIN_ROWS = 16
"""The fewest rows for a card and its name by default."""
SMALLEST_ROWS = 9
"""The fewest rows for a card and its name at all."""

SQUEEZE = 0.4
"""Add a column if at most this part of its width is missing."""


class Layout(NamedTuple):
    """The layout of a page of cards."""

    columns: int
    rows: int
    width: int
    """Width of a card, in cells."""
    height: int
    """Height of a card, in cells."""

    @property
    def cards(self) -> int:
        """Cards on a page."""
        return self.columns * self.rows


def arrange(width: int, height: int, smaller: int = 0) -> Layout:
    """Lay out a page, with `smaller` more rows of cards than usual if they fit.

    Cards fill the height of their rows, or a little less if that makes space for a column.
    """
    rows = min(max(height // MIN_ROWS + smaller, 1), max(height // SMALLEST_ROWS, 1))
    high = max(height // rows - NAME_ROWS, 1)
    wide = max(min(round(high * SHAPE), width - GAP), 1)
    columns = max(int(width / (wide + GAP) + SQUEEZE), 1)
    wide = max(min(wide, width // columns - GAP), 1)
    return Layout(columns, rows, wide, min(high, round(wide / SHAPE) or 1))


class NamedCard(NamedTuple):
    """A card and its name."""

    picture: Path
    name: str
    """Outside text: never parsed as markup."""
    alt_text: str
    """What the picture shows, in words."""


class CardPage(Vertical):
    """Cards in rows, one of them marked."""

    DEFAULT_CSS = """
    CardPage { height: 1fr; align-horizontal: center; }
    CardPage Horizontal { height: auto; }
    CardPage CardPicture { margin-right: 2; }
    CardPage .names { height: 2; }
    """

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, index: int) -> None:
            """Name its index on the page."""
            super().__init__()
            self.index = index

    def __init__(self) -> None:
        super().__init__()
        self.arranged: Layout | None = None
        """The current layout."""
        self.cards: Sequence[NamedCard] = ()
        """The cards of the page."""
        self.at = 0
        """The index of the marked card."""

    async def lay_out(self, layout: Layout) -> None:
        """Mount widgets for a layout."""
        if layout == self.arranged:
            return
        self.arranged = layout
        async with self.batch():
            await self.remove_children()
            await self.mount_all(self._create_slots(layout))
        self.show(self.cards, self.at)

    def _create_slots(self, layout: Layout) -> Iterator[Horizontal | Static]:
        for _ in range(layout.rows):
            places = [CardPicture(Path()) for _ in range(layout.columns)]
            for place in places:
                place.display = False
                place.styles.width, place.styles.height = layout.width, layout.height
            row, names = Horizontal(*places), Static(classes="names", markup=False)
            row.styles.height = layout.height
            row.styles.width = names.styles.width = layout.columns * (layout.width + GAP)
            yield row
            yield names

    def show(self, cards: Sequence[NamedCard], at: int) -> None:
        """Show cards, as many as fit, and mark one."""
        self.cards, self.at = cards, at
        places = list(self.query(CardPicture))
        for number, place in enumerate(places):
            place.display = number < len(cards)
            if number < len(cards):
                place.picture, place.alt_text = cards[number].picture, cards[number].alt_text
        for number, names in enumerate(self.query(".names").results(Static)):
            names.update(self._render_names(number), layout=False)

    def _render_names(self, row: int) -> Content:
        """Render the names of a row of cards, each centred beneath its card."""
        assert self.arranged is not None
        columns, width = self.arranged.columns, self.arranged.width
        first = row * columns
        parts: list[Content | str] = []
        for number, card in enumerate(self.cards[first : first + columns], first):
            pointed = number == self.at
            text = Content(f"▸ {card.name}" if pointed else card.name)
            text = text.truncate(width, ellipsis=True)
            left = (width - text.cell_length) // 2
            text = text.pad_left(left).pad_right(width - left - text.cell_length)
            parts += [
                text.stylize("bold $primary on $panel" if pointed else "$muted"),
                " " * GAP,
            ]
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Post which card was clicked, by its picture or its name."""
        assert self.arranged is not None
        columns, _, width, height = self.arranged
        where = event.screen_offset - self.query("Horizontal").first().region.offset
        column, rest = divmod(where.x, width + GAP)
        place = where.y // (height + NAME_ROWS) * columns + column
        if rest < width and 0 <= column < columns and place < len(self.cards):
            self.post_message(self.Picked(place))
