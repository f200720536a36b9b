"""The app: a theme, a first screen, and what must hold on every screen."""

import gc
import signal
from asyncio import get_running_loop
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from traceback import extract_tb, format_list
from typing import Any, ClassVar

from rich.text import Text
from textual import events, work
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import WorkerFailed

from screens.pictures.picture_app import ShowsPictures
from screens.pictures.picture_cache import Pictures
from tui.last_choice import remember
from tui.theme import DARK, LIGHT, remember_theme, remembered_theme

IDLE = 120.0
"""Seconds without a key or the mouse after which a private screen is covered."""
SMALLEST = Size(24, 8)
"""The columns and rows that are laid out at least: a smaller terminal shows a part of them.

Text cannot be wrapped to no width at all; Textual's own widgets break when they are to.
"""
PAUSE, AGAIN = 3.0, 20.0
"""Seconds without a key or the mouse until rubbish is collected, and from one time to the next."""


class ParlourApp(ShowsPictures):
    """Shows one screen after another, and covers private ones that nobody attends."""

    TITLE = "Parlour"
    CSS_PATH = "../screens/parlour.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", show=False, tooltip="This screen and the rules"),
        Binding("f2", "light", "Light/dark", show=False, tooltip="Switch the ground"),
        Binding("f3", "pictures", "Pictures", show=False, tooltip="How cards are shown"),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(
        self,
        first: Callable[[], Screen[None]],
        *,
        idle: float = IDLE,
        theme: str | None = None,
        pictures: Pictures | None = None,
    ) -> None:
        """Open with the screen that `first` makes; the app ends when it is dismissed.

        Args:
            first: Makes the first screen.
            idle: Seconds without a key or the mouse after which a private screen is covered.
            theme: The name of a theme instead of the one chosen last.
            pictures: How pictures are shown; as blocks if nothing is known of the terminal.
        """
        super().__init__()
        self.register_theme(DARK)  # before the style sheets are read: they name its colours
        self.register_theme(LIGHT)
        # Set as usual, it would make Textual read all style sheets twice before the first frame.
        self.set_reactive(App.theme, theme or remembered_theme())
        self.stylesheet.set_variables(self.get_css_variables())
        self.first = first
        self.idle = idle
        self.pictures = pictures or Pictures()
        self.pictures.forgotten = self.forget_pictures
        self.attended = monotonic()
        """When the last key or mouse event came."""
        self.tidied = monotonic()
        """When rubbish was last collected."""

    def on_mount(self) -> None:
        """Watch over private screens, and tidy up; leave a clean terminal when told to end."""
        self.set_interval(1, self.cover_unattended)
        self.set_interval(1, self.tidy)
        with suppress(AttributeError, NotImplementedError):  # Windows has no such handlers
            for number in (signal.SIGTERM, signal.SIGHUP):
                get_running_loop().add_signal_handler(number, self.terminate, number)

    def terminate(self, number: int) -> None:
        """End at once because of that signal, and leave no private screen in the terminal."""
        self.exit(return_code=128 + number)

    def tidy(self) -> None:
        """Collect rubbish while nobody waits: it takes longer than a screen may."""
        now = monotonic()
        if now - self.attended >= PAUSE and now - self.tidied >= AGAIN:
            gc.collect()
            self.tidied = monotonic()

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """Screens that show through the one in front; Textual draws one beneath opaque ones too.

        So nothing beneath a curtain is drawn, and a screen costs no more than itself.
        """
        opaque = self.screen.styles.background.a == 1
        return [] if opaque else super()._background_screens

    def get_key_display(self, binding: Binding) -> str:
        """Keys as keyboards write them: `Esc`, `Space`."""
        display = super().get_key_display(binding)
        return display if len(display) == 1 else display[0].upper() + display[1:]

    def get_default_screen(self) -> Screen[None]:
        """The first screen; pushed upon another, it would be laid out twice before its frame."""
        screen = self.first()
        self.stylesheet.read_all(screen.css_path)  # as Textual does with every screen but this one
        return screen

    def pop_screen(self) -> AwaitComplete:
        """Leave the screen in front; the app, if it is the first one."""
        if len(self.screen_stack) > 1:
            return super().pop_screen()
        self.exit()
        return AwaitComplete()

    async def on_event(self, event: events.Event) -> None:
        """Note that somebody is there."""
        if isinstance(event, events.InputEvent | events.Paste):
            self.attended = monotonic()
        if isinstance(event, events.Resize):
            event = roomy(event)
        await super().on_event(event)

    def cover_unattended(self) -> None:
        """Let the curtain fall on a private screen left alone for too long."""
        from screens.private import Private

        if not self.is_running:
            return  # the screens go before the clock stops
        if isinstance(self.screen, Private) and monotonic() - self.attended >= self.idle:
            self.screen.action_hide()

    def action_help(self) -> None:
        """Explain the screen in front, and the rules."""
        from screens.curtain import Curtain
        from screens.help import HelpScreen, help_for

        if not isinstance(self.screen, HelpScreen | Curtain):
            self.push_screen(help_for(self.screen))

    def action_light(self) -> None:
        """Switch between the dark and the light ground, and remember it."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name
        try:
            remember_theme(self.theme)
        except OSError as error:
            self.notify(f"The theme could not be remembered: {error.strerror}.", markup=False)

    @work
    async def action_pictures(self) -> None:
        """Ask how pictures are to be shown, do so, and remember it."""
        from screens.curtain import Curtain
        from screens.pictures.picture_dialog import PictureDialog, picture_dialog

        if isinstance(self.screen, PictureDialog | Curtain):
            return
        name = await self.push_screen_wait(picture_dialog(self.pictures, self.screen))
        if name is None:
            return
        self.choose_pictures(name)
        try:
            remember("images", name)
        except OSError as error:
            self.notify(f"The choice could not be remembered: {error.strerror}.", markup=False)

    def _fatal_error(self) -> None:
        """Say where Parlour broke without the values there: they may be somebody's secret.

        Textual would print a traceback with local variables into the terminal's scroll-back.
        """
        error: BaseException | None = self._exception
        if isinstance(error, WorkerFailed):
            error = error.error
        assert error is not None
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        self.bell()
        self._exit_renderables.append(
            Text(
                f"Parlour broke; this is a bug ({type(error).__name__}):\n"
                + "".join(format_list(extract_tb(error.__traceback__)[-8:]))
                + "Every confirmed move is in the journal; carry on with: parlour resume"
            )
        )
        self._close_messages_no_wait()


def roomy(event: events.Resize) -> events.Resize:
    """The same size of a terminal, or as much as is laid out at least."""
    width, height = event.size
    size = Size(max(width, SMALLEST.width), max(height, SMALLEST.height))
    return event if size == event.size else events.Resize(size, size)
