"""A card on the screen."""

from asyncio import shield, wrap_future
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from screens.pictures.canvas import Look, PictureError
from screens.pictures.encoding import Manner, Prepared
from screens.pictures.picture_cache import Pictures

type Shown = tuple[Look, Manner, Prepared]
"""A picture as it is shown: what, how, and what it was prepared to."""


class CardPicture(Widget):
    """A picture in a place whose size is set by style; in words where there are no pictures.

    The picture keeps its proportions, in the middle of the place. An app that has `pictures`
    shows it as they are set; any other app shows the words.
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
    """The file to show."""
    dim: reactive[bool] = reactive(False, init=False)
    """Sunk into the ground, as what cannot be chosen."""
    words: reactive[str] = reactive("", init=False)
    """What is to be seen, for those who see no pictures. Shown as it stands, never as markup."""

    def __init__(
        self,
        picture: Path,
        words: str = "",
        *,
        dim: bool = False,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        """Show the `picture`, or say its `words`."""
        super().__init__(id=id, classes=classes)
        self.set_reactive(CardPicture.picture, picture)
        self.set_reactive(CardPicture.words, words)
        self.set_reactive(CardPicture.dim, dim)
        self.shown: Shown | None = None
        """What is shown now."""
        self.fault = ""
        """Why there is no picture to show."""

    @property
    def pictures(self) -> Pictures | None:
        """The app's pictures."""
        return getattr(self.app, "pictures", None)

    def look(self) -> Look | None:
        """The picture as it is to be seen now, if it is to be seen at all."""
        columns, rows = self.content_size
        if not columns or not rows or not (self.pictures and self.pictures.shows):
            return None
        ground = self.background_colors[1].rgb
        return Look(self.picture, columns, rows, ground, self.dim)

    def on_mount(self) -> None:
        """Stand with a ground of its own where words are shown."""
        self.set_class(not (self.pictures and self.pictures.shows), "-words")

    def show(self) -> None:
        """Show what is to be seen now, at once if it is ready, else as soon as it is."""
        self.set_class(not (self.pictures and self.pictures.shows), "-words")
        self.fault = ""
        if not self.fits():
            self.refresh()
            look, pictures = self.look(), self.pictures
            if self.shown is None and look is not None and pictures is not None:
                self.fetch(pictures, look)

    def fits(self) -> bool:
        """Whether what is shown is what is to be seen; takes what is ready, or shows nothing."""
        look, pictures = self.look(), self.pictures
        if look is None or pictures is None:
            fits, self.shown = self.shown is None, None
            return fits
        if self.shown and self.shown[:2] == (look, pictures.manner):
            return True
        prepared = pictures.ready(look)
        self.shown = (look, pictures.manner, prepared) if prepared else None
        return False

    def render_lines(self, crop: Region) -> list[Strip]:
        """The widget's rows; a picture that is ready is in the first frame already."""
        if not self.fits():
            self._styles_cache.clear()
        return super().render_lines(crop)

    @work(exclusive=True, group="picture", exit_on_error=True)
    async def fetch(self, pictures: Pictures, look: Look) -> None:
        """Have the picture prepared, and show it if it is still wanted."""
        manner = pictures.manner
        try:
            prepared = await shield(wrap_future(pictures.order(look)))
        except PictureError as error:
            self.fault = str(error)
        else:
            if look != self.look() or manner != pictures.manner:
                return
            self.shown = look, manner, prepared
        self.refresh()

    def on_resize(self) -> None:
        """Fit the new place."""
        self.show()

    def notify_style_update(self) -> None:
        """Stand on the new ground."""
        super().notify_style_update()
        if self.shown and self.look() != self.shown[0]:
            self.show()

    def watch_picture(self) -> None:
        """Show another picture."""
        self.show()

    def watch_dim(self) -> None:
        """Sink, or rise again."""
        self.show()

    def watch_words(self) -> None:
        """Say something else."""
        self.refresh()

    def render(self) -> Content:
        """What stands where there is no picture: words, or nothing while it is being prepared."""
        if self.fault:
            return Content(f"{self.words}\n\n(The picture cannot be shown.)")
        return Content(self.words if self.has_class("-words") else "")

    def render_line(self, y: int) -> Strip:
        """A row of the picture, if it is made of blocks; else blank, or a row of the words."""
        if self.shown and not isinstance(self.shown[2], bytes) and y < len(self.shown[2]):
            return self.shown[2][y]
        return super().render_line(y)
