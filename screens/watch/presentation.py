"""How a game is shown to an audience: the settings, the pacing, and the line that states them."""

from asyncio import Event, timeout
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from textual.content import Content

from screens.widgets.lines import Lines, spread

DEFAULT_PACE = 2.0
"""Seconds between two moves by default."""
PACES = (0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 60.0)
"""Seconds between two moves that plus and minus choose from."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """The presenter's settings; each of them can be changed during the game."""

    pace: float = DEFAULT_PACE
    """Seconds between two moves."""
    thoughts: bool = True
    """Whether to show thoughts once they give nothing away; otherwise they are never shown."""
    polls: bool = False
    """Whether to ask the audience before each reveal."""
    large: bool = False
    """Whether to show the headline in large type instead of the whole table."""


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
        """Start the time for what is shown now."""
        self._started = self._clock()

    async def wait(self, factor: float = 1.0, *, by_hand: bool = False) -> None:
        """Wait until the time for what is shown is over.

        Args:
            factor: The time, in multiples of the time for a move.
            by_hand: Wait for the presenter to go on, however long that takes.
        """
        while not self._skipped:
            running = self.running and not by_hand
            left = self._started + factor * self.seconds - self._clock()
            if running and left <= 0:
                return
            self._changed.clear()
            with suppress(TimeoutError):
                async with timeout(left if running else None):
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


class PresentationLine(Lines):
    """One line with the presenter's settings and their keys, and the score where it fits."""

    DEFAULT_CSS = "PresentationLine { width: 100%; height: 1; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.presentation = Presentation()
        self.running = True
        self.score = Content("")

    def show(self, presentation: Presentation, score: Content, *, running: bool) -> None:
        """Show other settings, or another score of the audience."""
        self.presentation, self.score, self.running = presentation, score, running
        self.refresh()

    def layout_lines(self, width: int) -> list[Content]:
        """One line; the score only if both fit."""
        chosen = self.presentation
        pace = f"a move every {chosen.pace:g} s"
        settings = Content.assemble(
            *(("paused   ", "bold $primary") for _ in range(not self.running)),
            *_format_setting("+-", pace if self.running else f"{chosen.pace:g} s"),
            *_format_setting("T", "thoughts late" if chosen.thoughts else "thoughts never"),
            *_format_setting("G", "guesses on" if chosen.polls else "guesses off"),
            *_format_setting("L", "large type" if chosen.large else "whole table"),
        ).rstrip()
        lines = spread(settings, self.score, width)
        return lines if len(lines) == 1 else [settings.truncate(width, ellipsis=True)]


def _format_setting(key: str, value: str) -> tuple[tuple[str, str], ...]:
    return (f"{key} ", "bold $primary"), (f"{value}   ", "$muted")
