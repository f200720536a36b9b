"""The timer that shows one move after another."""

from asyncio import Event, timeout
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

PACES = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 60.0)
"""Seconds between two moves that plus and minus choose from."""


class Pacing:
    """A timer for showing moves that can be paused, stepped, and made faster or slower."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        """Allow a move every so many `seconds` of the `clock`."""
        self.seconds = seconds
        self.running = True
        """Whether moves are shown without the presenter; false while paused."""
        self._clock = clock
        self._started = clock()
        self._skipped = False
        self._changed = Event()

    def restart(self) -> None:
        """Start the time for the current content."""
        self._started = self._clock()

    def count_seconds_left(self, factor: float = 1.0, least: float = 0.0) -> float:
        """Count the seconds until the time for the current content is over.

        Args:
            factor: The time, in multiples of the time for a move.
            least: The least time in seconds, however fast the pace is.
        """
        return self._started + max(factor * self.seconds, least) - self._clock()

    async def wait(self, factor: float = 1.0, least: float = 0.0) -> None:
        """Wait until the time for the current content is over, which is given as above."""
        while not self._skipped:
            left = self.count_seconds_left(factor, least)
            if self.running and left <= 0:
                return
            self._changed.clear()
            with suppress(TimeoutError):
                async with timeout(left if self.running else None):
                    await self._changed.wait()
        self._skipped = False

    def toggle_pause(self) -> None:
        self.running = not self.running
        self._changed.set()

    def step(self) -> None:
        """End the current wait, then pause."""
        self.running = False
        self.skip()

    def skip(self) -> None:
        """End the current wait, or the next one if nothing waits."""
        self._skipped = True
        self._changed.set()

    def change_pace(self, direction: int) -> None:
        """Go to the next of the `PACES`: slower if `direction` is positive, else faster."""
        others = [pace for pace in PACES if (pace - self.seconds) * direction > 0]
        if others:
            self.seconds = min(others) if direction > 0 else max(others)
        self._changed.set()
