"""What an app needs so that pictures show on its screens, and are gone with them."""

from typing import Any

from rich.console import RenderableType
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.driver import Driver
from textual.screen import Screen

from screens.pictures.card import CardPicture
from screens.pictures.painting import Painter
from screens.pictures.pictures import Pictures
from screens.pictures.protocols import Protocol
from screens.pictures.stamping import Stamps


class ShowsPictures(App[None]):
    """An app whose screens may have `CardPicture`s on them."""

    pictures: Pictures
    """Set it before the app runs."""
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

    def show_pictures_as(self, protocol: Protocol) -> None:
        """Show all pictures another way from now on."""
        self.forget_pictures()
        self.pictures.protocol = protocol
        for screen in self.screen_stack:
            for card in screen.query(CardPicture):
                card.show()
        self.refresh()

    def forget_pictures(self) -> None:
        """Let the terminal forget every picture, on the screen and in its memory."""
        if self.stamps is not None and self._driver is not None:
            self._driver.write(self.stamps.painter.erase() + self.stamps.painter.forget())
            self._driver.flush()

    def get_driver_class(self) -> type[Driver]:
        """A driver that leaves no picture behind, however the app comes to its end."""
        driver = super().get_driver_class()

        class Tidy(driver):  # type: ignore[misc, valid-type]
            def stop_application_mode(self) -> None:
                self._app.forget_pictures()
                super().stop_application_mode()

        return Tidy
