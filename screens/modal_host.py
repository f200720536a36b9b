"""A screen that puts others in front of it, one at a time."""

from asyncio import CancelledError, Event, Lock, sleep
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any

from textual import on
from textual.events import ScreenResume
from textual.screen import Screen

from screens.private import SeatScreen

STILL = 0.05
"""Seconds for which the stage is not drawn after an answer: another screen may come at once."""

SETTLED = 0.02
"""Seconds after which widgets whose size has changed have asked to be laid out once more."""


class ModalHost[Answer](Screen[Answer]):
    """Whoever holds its keyboard may put a screen in front; the others wait."""

    def __init__(self) -> None:
        super().__init__()
        self.keyboard = Lock()
        """Whoever holds it has the one screen."""
        self.still = ExitStack()
        """Holds drawing back until it is closed."""
        self.uncovered = Event()
        """Another screen has made way for this one."""

    @property
    def in_front(self) -> bool:
        """Whether nothing lies over it, not even help."""
        return self.app.screen is self

    async def finish(self, answer: Answer) -> None:
        """Be dismissed with `answer`, once whatever is in front has been answered.

        Textual takes away the screen in front, whichever is dismissed.
        """
        async with self.alone():
            self.dismiss(answer)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Hold the keyboard, once nothing lies over the stage: who reads the help reads on."""
        async with self.keyboard:
            while not self.in_front:
                self.uncovered.clear()
                await self.uncovered.wait()
            yield

    @on(ScreenResume)
    def come_back(self) -> None:
        """The screen in front has made way."""
        self.uncovered.set()

    async def prepare(self, screen: SeatScreen[Any], after: Event) -> None:
        """Make, style and lay out a screen that is not on the stack: pushing it only draws it.

        Only the screen on top of the stack is ever drawn, so nothing of this one is before.
        Textual does the same for the screens of another mode, without a public way to ask for it.
        """
        await after.wait()
        self.app._load_screen_css(screen)
        _, mounted = self.app._get_screen(screen)
        await mounted
        screen.theme_styled = self.app.theme
        while screen._layout_required and not screen.is_current:
            screen._layout_required = False
            screen._refresh_layout(self.app.size)
            await sleep(SETTLED)

    async def show[Told](self, screen: Screen[Told]) -> Told | None:
        """Push a screen and wait for its answer; take it down if called off.

        `push_screen_wait` shields the push from cancellation, so without this
        a private screen would outlive the match that asked.
        """
        try:
            answer = await self.app.push_screen_wait(screen)
        except CancelledError:
            while screen in self.app.screen_stack:
                self.app.pop_screen()
            raise
        self.still.enter_context(self.app.batch_update())
        self.app.set_timer(STILL, self.draw)  # the app's, as it must fire when this has gone
        return answer

    def on_screen_suspend(self) -> None:
        """The other screen has come: it is drawn instead."""
        self.still.close()

    def draw(self) -> None:
        """Draw what was held back, if a screen is left to draw it on."""
        self.still.close()
        self.app.refresh()
