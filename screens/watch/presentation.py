"""How a game is shown to an audience: the settings, the pace, and the line that states them."""

from asyncio import Event, timeout
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from textual.content import Content

from screens.widgets.lines import Lines, spread

PACE = 2.0
"""Seconds between two moves, if nothing else is asked for."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """What the presenter has chosen; all of it can be changed while the game goes on."""

    pace: float = PACE
    """Seconds between two moves."""
    thoughts: bool = True
    """Are thoughts told once they give nothing away, or never?"""
    polls: bool = False
    """Is the audience asked before each reveal?"""
    large: bool = False
    """Is what matters most shown in large type?"""


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


class Status(Lines):
    """The pace, what is told and asked, how large; and the score of the audience, where it fits."""

    DEFAULT_CSS = "Status { width: 100%; height: 1; padding: 0 1; }"

    def __init__(self) -> None:
        """Tell nothing yet."""
        super().__init__()
        self.chosen = Presentation()
        self.going = True
        self.score = Content("")

    def show(self, chosen: Presentation, score: Content, *, going: bool) -> None:
        """Tell something else."""
        self.chosen, self.score, self.going = chosen, score, going
        self.refresh()

    def layout_lines(self, width: int) -> list[Content]:
        """One line."""
        chosen = self.chosen
        pace = f"a move every {chosen.pace:g} s"
        told = Content.assemble(
            *(("paused   ", "bold $primary") for _ in range(not self.going)),
            *_setting("+-", pace if self.going else f"{chosen.pace:g} s"),
            *_setting("T", "thoughts late" if chosen.thoughts else "thoughts never"),
            *_setting("G", "guesses on" if chosen.polls else "guesses off"),
            *_setting("L", "large type" if chosen.large else "whole table"),
        ).rstrip()
        lines = spread(told, self.score, width)
        return lines if len(lines) == 1 else [told.truncate(width, ellipsis=True)]


def _setting(key: str, value: str) -> tuple[tuple[str, str], ...]:
    return (f"{key} ", "bold $primary"), (f"{value}   ", "$muted")
