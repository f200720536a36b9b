"""A screen that shows one modal at a time; callers that want to show another wait."""

from asyncio import CancelledError, Event, Lock
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

from textual import on
from textual.events import ScreenResume
from textual.screen import Screen

PAINT_HOLD = 0.1
"""Seconds for which the host is not painted after a modal: another modal may follow at once."""


class ModalHost[Result](Screen[Result]):
    """Shows one modal screen at a time; callers that want to show another wait for the lock."""

    def __init__(self) -> None:
        super().__init__()
        self.modal_lock = Lock()
        """Held while a modal is shown."""
        self.paint_hold = ExitStack()
        """Delays painting until it is closed."""
        self.is_asking = False
        """Whether a modal is shown, or about to be."""
        self.uncovered = Event()
        """Set when the screen in front of this one was closed."""

    def on_mount(self) -> None:
        """Ask to be told of the front screen at once: the next step of the loop may paint."""
        self.app.screen_change_signal.subscribe(self, self.hold_paint, immediate=True)

    @property
    def is_in_front(self) -> bool:
        """Whether no other screen covers this one, not even help.

        `is_current` is false while the app closes, when there is no screen to compare with.
        """
        return self.is_current and self.app.screen is self

    async def finish(self, result: Result) -> None:
        """Dismiss this screen with `result`, after screens in front of it are closed.

        Textual always removes the front screen, whichever is dismissed.
        """
        async with self.hold_front():
            self.dismiss(result)

    @asynccontextmanager
    async def hold_front(self) -> AsyncIterator[None]:
        """Wait until no other screen is in front, then hold the lock."""
        async with self.modal_lock:
            while not self.is_in_front:
                self.uncovered.clear()
                await self.uncovered.wait()
            yield

    @on(ScreenResume)
    def mark_uncovered(self) -> None:
        """Wake tasks that wait for the front screen to close."""
        self.uncovered.set()

    async def show_modal[Answer](self, screen: Screen[Answer]) -> Answer | None:
        """Push a screen and wait for its answer; pop it if this is cancelled.

        `push_screen_wait` shields the push from cancellation, so without this
        a private screen would outlive the match that asked.
        """
        self.is_asking = True
        try:
            answer = await self.app.push_screen_wait(screen)
        except CancelledError:
            while screen in self.app.screen_stack:
                self.app.pop_screen()
            self.paint_hold.close()
            raise
        finally:
            self.is_asking = False
        # The app's timer, as it must fire even if this screen was closed.
        self.app.set_timer(PAINT_HOLD, self.resume_painting)
        return answer

    def hold_paint(self, front: Screen[object]) -> None:
        """Delay painting from the moment in which a modal was closed."""
        if front is self and self.is_asking:
            self.paint_hold.enter_context(self.app.batch_update())

    def on_screen_suspend(self) -> None:
        """Resume painting when another screen comes to the front."""
        self.paint_hold.close()

    def resume_painting(self) -> None:
        """Paint the delayed updates, unless another modal is about to come to the front."""
        if not self.is_asking:
            self.paint_hold.close()
            self.app.refresh()
