"""The widget that shows the picture of a card."""

from asyncio import shield, wrap_future
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from screens.pictures.cache import EncodedPicture, PictureCache
from screens.pictures.errors import PictureError
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.picture_request import PictureRequest

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
    CardPicture.-words { background: $surface; color: $foreground; padding: 0 1; }
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
        self.wanted: tuple[PictureRequest, GraphicsMode] | None = None
        """The picture whose encoding was asked for last."""
        self.error = ""
        """Why the picture cannot be shown; empty if it can."""

    @property
    def pictures(self) -> PictureCache | None:
        return getattr(self.app, "pictures", None)

    @property
    def is_ready(self) -> bool:
        """Whether nothing is being encoded for it: it is shown, failed, or pictures are off."""
        request, pictures = self.build_request(), self.pictures
        if request is None or pictures is None or self.error:
            return True
        return pictures.find_encoded(request) is not None

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
                self.wanted = request, pictures.mode
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
        """Render the rows; a picture that is already encoded is part of the first frame.

        Another one is asked for: Textual sends no Resize to a widget whose first place was looked
        up before the layout.
        """
        self._update_shown()
        request, pictures = self.build_request(), self.pictures
        if request is not None and pictures is not None and self.shown is None:
            self._ask_once(request, pictures)
        return super().render_lines(crop)

    def _ask_once(self, request: PictureRequest, pictures: PictureCache) -> None:
        """Ask for a picture that is not encoded, unless it was asked for already."""
        if self.wanted != (request, pictures.mode):
            self.call_later(self.show_current)

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
