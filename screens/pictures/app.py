"""The base class of an app whose screens contain pictures."""

from dataclasses import replace
from typing import Any

from rich.console import Console, RenderableType
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.color import Color
from textual.driver import Driver
from textual.events import Resize
from textual.screen import Screen

from screens.pictures.cache import PictureCache
from screens.pictures.card_picture import CardPicture
from screens.pictures.cell_size import measure_cell
from screens.pictures.painter import Painter
from screens.pictures.placement import PlacementTracker


class UpdateWithPictures(CompositorUpdate):
    """An update of a screen to which its pictures are added when it is written."""

    def __init__(
        self, tracker: PlacementTracker, screen: Screen[object], update: CompositorUpdate
    ) -> None:
        self.tracker = tracker
        self.screen = screen
        self.update = update

    def render_segments(self, console: Console) -> str:
        return self.tracker.add_pictures(self.screen, self.update, console)


class PictureApp(App[None]):
    """An app whose screens may contain `CardPicture`s."""

    pictures: PictureCache
    """To be set before the app runs."""
    cell_size: tuple[int, int] | None = None
    """Width and height of a cell in pixels, as last reported; some terminals report wrong sizes."""
    placements: PlacementTracker | None = None
    """Which pictures are on the terminal; `None` before the first frame."""
    terminal: Driver | None = None
    """What writes to the terminal; `None` before the app runs, and without a terminal."""

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Add pictures to an update of the screen.

        No public hook has the update. The escape sequences that delete the pictures of a screen and
        paint those of the next must be written with it: otherwise a private hand would stay on the
        terminal for a frame after its screen, and each update would overwrite the pictures.
        """
        if screen is self.screen and isinstance(renderable, CompositorUpdate):
            if self.placements is None:
                self.placements = PlacementTracker(Painter(self.pictures))
            renderable = UpdateWithPictures(self.placements, screen, renderable)
        super()._display(screen, renderable)

    def on_mount(self) -> None:
        """Note what colours there are; redraw the screen after a stop (SIGTSTP)."""
        self.watch_theme()
        has_few = self.console.color_system in ("standard", "256")
        self.set_class(has_few, "-few-colours")
        if has_few and not (self.no_color or self.is_headless):
            self.pictures.restrict_to_256_colours()
            self.redraw_pictures()
        self.app_resume_signal.subscribe(self, lambda _: self.screen.refresh(), immediate=True)

    def on_unmount(self) -> None:
        self.pictures.close()

    def watch_theme(self) -> None:
        """Encode pictures for the new background colour from now on."""
        self.pictures.background = Color.parse(self.current_theme.background or "black").rgb

    def on_resize(self, event: Resize) -> None:
        """Redraw pictures if the size of a cell has changed, as it does with the font's."""
        pixels, size = event.pixel_size, event.size
        now: tuple[int, int] | None = None
        if pixels and pixels.width >= size.width > 0 and pixels.height >= size.height > 0:
            now = pixels.width // size.width, pixels.height // size.height
        else:
            now = measure_cell()
        before, self.cell_size = self.cell_size, now or self.cell_size
        if before and now and now != before:
            self.pictures.mode = replace(self.pictures.mode, cell=now)
            self.redraw_pictures()

    def choose_protocol(self, name: str) -> None:
        """Show all pictures with the protocol of that name, or the best one for `auto`."""
        self.clear_pictures()
        self.pictures.choose(name)
        self.redraw_pictures()

    def redraw_pictures(self) -> None:
        """Show every picture again, in the current mode."""
        for screen in self.screen_stack:
            for card in screen.query(CardPicture):
                card.show_current()
            screen.refresh(layout=True)  # blocks may need another layout
        self.refresh()

    def clear_pictures(self) -> None:
        """Delete all pictures from the screen and from the terminal's memory."""
        if self.placements is not None and self.terminal is not None:
            self.terminal.write(self.placements.clear())
            self.terminal.flush()

    def get_driver_class(self) -> type[Driver]:
        """Return a driver that clears all pictures, however the app ends."""
        app, driver = self, super().get_driver_class()

        class ClearingDriver(driver):  # type: ignore[misc, valid-type]
            def start_application_mode(self) -> None:
                app.terminal = self
                super().start_application_mode()

            def stop_application_mode(self) -> None:
                app.clear_pictures()
                super().stop_application_mode()

        return ClearingDriver
