"""When the next move of a machine is shown: pause, step, faster, slower."""

from asyncio import Event, timeout
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

PACES = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 60.0)
"""Seconds to choose from with plus and minus."""


class Pacing:
    """A clock that is paused, stepped and set while others wait for it."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        """Show a move every so many `seconds` of the `clock`."""
        self.seconds = seconds
        self.going = True
        """Does it go by itself?"""
        self._clock = clock
        self._since = clock()
        self._released = False
        self._changed = Event()

    def mark(self) -> None:
        """Something is shown now: the time for it begins."""
        self._since = self._clock()

    async def due(self, times: float = 1.0, *, by_hand: bool = False) -> None:
        """Wait until what is shown has had its time.

        Args:
            times: How many times as long as a move it has.
            by_hand: Wait until somebody goes on, however long that takes.
        """
        while not self._released:
            going = self.going and not by_hand
            left = self._since + times * self.seconds - self._clock()
            if going and left <= 0:
                return
            self._changed.clear()
            with suppress(TimeoutError):
                async with timeout(left if going else None):
                    await self._changed.wait()
        self._released = False

    def toggle(self) -> None:
        """Pause, or go on."""
        self.going = not self.going
        self._changed.set()

    def step(self) -> None:
        """Show one more thing, and no more after it."""
        self.going = False
        self.release()

    def release(self) -> None:
        """Show the next thing now."""
        self._released = True
        self._changed.set()

    def change(self, by: int) -> None:
        """Go faster, if `by` is negative, or slower: to the next of the `PACES`."""
        others = [pace for pace in PACES if (pace - self.seconds) * by > 0]
        if others:
            self.seconds = min(others) if by > 0 else max(others)
        self._changed.set()
