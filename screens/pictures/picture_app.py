"""What an app needs so that pictures show on its screens, and are gone with them."""

from dataclasses import replace
from typing import Any

from rich.console import RenderableType
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.color import Color
from textual.driver import Driver
from textual.events import Resize
from textual.screen import Screen

from screens.pictures.canvas import cell_of_window
from screens.pictures.card_picture import CardPicture
from screens.pictures.painter import Painter
from screens.pictures.picture_cache import Pictures
from screens.pictures.placement import Stamps


class ShowsPictures(App[None]):
    """An app whose screens may have `CardPicture`s on them."""

    pictures: Pictures
    """Set it before the app runs."""
    measured: tuple[int, int] | None = None
    """The size of a cell in pixels as the system knew it last; not all terminals agree with it."""
    stamps: Stamps | None = None
    """What the terminal has been shown of them."""

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write an update of the screen, with the pictures in it."""
        written = not (self._batch_count or self._closed or self.is_headless) and self._running
        if written and screen is self.screen and isinstance(renderable, CompositorUpdate):
            if self.stamps is None:
                self.stamps = Stamps(Painter(self.pictures))
            renderable = self.stamps.upon(screen, renderable)
        super()._display(screen, renderable)

    def on_mount(self) -> None:
        """Prepare pictures for the ground that screens have; draw again after a stop (SIGTSTP)."""
        self.watch_theme()
        self.app_resume_signal.subscribe(self, lambda _: self.screen.refresh(), immediate=True)

    def on_unmount(self) -> None:
        """Prepare nothing more."""
        self.pictures.close()

    def watch_theme(self) -> None:
        """Prepare pictures for the new ground."""
        self.pictures.ground = Color.parse(self.current_theme.background or "black").rgb

    def on_resize(self, event: Resize) -> None:
        """Fit the pictures to the cells' size, which changes with the font's."""
        pixels, size = event.pixel_size, event.size
        now: tuple[int, int] | None = None
        if pixels and pixels.width >= size.width > 0 and pixels.height >= size.height > 0:
            now = pixels.width // size.width, pixels.height // size.height
        else:
            now = cell_of_window()
        before, self.measured = self.measured, now or self.measured
        if before and now and now != before:
            self.pictures.manner = replace(self.pictures.manner, cell=now)
            self.show_pictures_anew()

    def choose_pictures(self, name: str) -> None:
        """Show all pictures by the protocol of that name, or with `auto` by the best."""
        self.forget_pictures()
        self.pictures.choose(name)
        self.show_pictures_anew()

    def show_pictures_anew(self) -> None:
        """Show every picture as pictures are to be shown now."""
        for screen in self.screen_stack:
            for card in screen.query(CardPicture):
                card.show()
        self.refresh()

    def forget_pictures(self) -> None:
        """Let the terminal forget every picture, on the screen and in its memory."""
        if self.stamps is not None and self._driver is not None:
            self._driver.write(self.stamps.forget())
            self._driver.flush()

    def get_driver_class(self) -> type[Driver]:
        """A driver that leaves no picture behind, however the app comes to its end."""
        driver = super().get_driver_class()

        class Tidy(driver):  # type: ignore[misc, valid-type]
            def stop_application_mode(self) -> None:
                self._app.forget_pictures()
                super().stop_application_mode()

        return Tidy
