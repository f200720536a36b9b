"""A screen that shows modal screens in front of itself, one at a time."""

from asyncio import CancelledError, Event, Lock, sleep
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any

from textual import on
from textual.events import ScreenResume
from textual.screen import Screen

from screens.private_screen import SeatScreen

PAINT_HOLD = 0.05
"""Seconds for which the host is not painted after a modal: another modal may follow at once."""

LAYOUT_DELAY = 0.02
"""Seconds after which widgets whose size has changed have asked to be laid out once more."""


class ModalHost[Result](Screen[Result]):
    """Shows one modal screen at a time; whoever wants to show another waits for the lock."""

    def __init__(self) -> None:
        super().__init__()
        self.modal_lock = Lock()
        """Held by whoever may show a modal."""
        self.paint_hold = ExitStack()
        """Delays painting until it is closed."""
        self.uncovered = Event()
        """Set when a screen in front of this one has gone."""

    @property
    def is_in_front(self) -> bool:
        """Whether no other screen covers this one, not even help.

        `is_current` is false while the app closes, when there is no screen to compare with.
        """
        return self.is_current and self.app.screen is self

    async def finish(self, result: Result) -> None:
        """Dismiss this screen with `result`, after whatever is in front has been answered.

        Textual takes away the screen in front, whichever is dismissed.
        """
        async with self.exclusive():
            self.dismiss(result)

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Wait until no other screen is in front, then hold the lock."""
        async with self.modal_lock:
            while not self.is_in_front:
                self.uncovered.clear()
                await self.uncovered.wait()
            yield

    @on(ScreenResume)
    def mark_uncovered(self) -> None:
        """Let those go on who wait for the screen in front to go."""
        self.uncovered.set()

    async def prepare_screen(self, screen: SeatScreen[Any], after: Event) -> None:
        """Mount, style, lay out and render a screen behind the one that is shown.

        Pushing it only has to write what is ready.

        Only the top of the stack is painted, so nobody sees the screen before it is pushed.
        Textual does the same for the screens of another mode, without a public way to ask for it.

        Args:
            screen: The screen; it is not pushed.
            after: Wait for this event first.
        """
        await after.wait()
        self.app._load_screen_css(screen)
        _, mounted = self.app._get_screen(screen)
        await mounted
        screen.theme_styled = self.app.theme
        while screen._layout_required and not screen.is_current:
            screen._layout_required = False
            screen._refresh_layout(self.app.size)
            await sleep(LAYOUT_DELAY)
        for _ in screen._compositor._get_renders(self.app.size.region):  # widgets keep their lines
            await sleep(0)
            if screen.is_current:
                break

    async def show_modal[Answer](self, screen: Screen[Answer]) -> Answer | None:
        """Push a screen and wait for its answer; pop it if this is cancelled.

        `push_screen_wait` shields the push from cancellation, so without this
        a private screen would outlive the match that asked.
        """
        try:
            answer = await self.app.push_screen_wait(screen)
        except CancelledError:
            while screen in self.app.screen_stack:
                self.app.pop_screen()
            raise
        self.paint_hold.enter_context(self.app.batch_update())
        # The app's timer, as it must fire even when this screen has gone.
        self.app.set_timer(PAINT_HOLD, self.resume_painting)
        return answer

    def on_screen_suspend(self) -> None:
        """Another screen has come to the front: paint that one."""
        self.paint_hold.close()

    def resume_painting(self) -> None:
        """Paint what was held back, if a screen is left to paint it on."""
        self.paint_hold.close()
        self.app.refresh()
