"""The app: a theme, a first screen, and what must hold on every screen."""

from collections.abc import Callable
from time import monotonic
from traceback import extract_tb
from typing import ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from screens.private import Private
from tui.theme import DARK, LIGHT

IDLE = 120.0
"""Seconds without a key or the mouse after which a private screen is covered."""


class ParlourApp(App[None]):
    """Shows one screen after another, and covers private ones that nobody attends."""

    TITLE = "Parlour"
    CSS_PATH = "../screens/parlour.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "light", "Light/dark", show=False, tooltip="Switch the ground"),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self, first: Callable[[], Screen[None]], *, idle: float = IDLE) -> None:
        """Open with the screen that `first` makes; the app ends when it is dismissed."""
        super().__init__()
        self.register_theme(DARK)  # before the style sheets are read: they name its colours
        self.register_theme(LIGHT)
        self.theme = DARK.name
        self.first = first
        self.idle = idle
        self.attended = monotonic()
        """When the last key or mouse event came."""

    def on_mount(self) -> None:
        """Open the door."""
        self.push_screen(self.first(), callback=lambda _: self.exit())
        self.set_interval(1, self.cover_unattended)

    async def on_event(self, event: events.Event) -> None:
        """Note that somebody is there."""
        if isinstance(event, events.InputEvent | events.Paste):
            self.attended = monotonic()
        await super().on_event(event)

    def cover_unattended(self) -> None:
        """Let the curtain fall on a private screen left alone for too long."""
        if isinstance(self.screen, Private) and monotonic() - self.attended >= self.idle:
            self.screen.action_hide()

    def action_light(self) -> None:
        """Switch between the dark and the light ground."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def _fatal_error(self) -> None:
        """Say where Parlour broke without the values there: they may be somebody's secret.

        Textual would print a traceback with local variables into the terminal's scroll-back.
        """
        error = self._exception
        assert error is not None
        where = extract_tb(error.__traceback__)[-1] if error.__traceback__ else None
        place = f"{where.filename}, line {where.lineno}" if where else "an unknown place"
        self.bell()
        self._exit_renderables.append(
            f"Parlour broke: {type(error).__name__} in {place}.\n"
            "Every confirmed move is in the journal; carry on with: parlour resume"
        )
        self._close_messages_no_wait()
