"""How far a model is with its answer, in numbers that everybody may see."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil
from time import monotonic

CHARS_PER_TOKEN = 4


@dataclass(slots=True)
class Progress:
    """How far a model is with its answer; never what it says."""

    thought: int = 0
    """Characters of reasoning so far."""
    written: int = 0
    """Characters of the answer so far."""
    waits_for: str = ""
    """The server that is waited for, and why; empty if none is."""
    _again: float = 0.0
    """When the request is sent again."""
    _given_up: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, thought: int, written: int) -> None:
        """Note how long reasoning and answer are by now."""
        self.thought, self.written = thought, written

    def reset(self) -> None:
        """Forget the answer that has ended."""
        self.thought = self.written = 0

    async def wait(self, seconds: float, why: str) -> bool:
        """Wait before a request is sent again.

        Args:
            seconds: How long.
            why: The server that is waited for, and why.

        Returns:
            Whether to send it again; false if the operator has called `give_up`.
        """
        self.waits_for, self._again = why, monotonic() + seconds
        self._given_up.clear()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._given_up.wait()
            return not self._given_up.is_set()
        finally:
            self.waits_for = ""

    def give_up(self) -> None:
        """Wait no longer."""
        if self.waits_for:
            self._given_up.set()

    def describe(self) -> str:
        """Describe it in a few words; empty before the first piece of a stream."""
        if self.waits_for:
            seconds = max(0, ceil(self._again - monotonic()))
            return f"waits: {self.waits_for}, next try in {seconds} s"
        if self.written:
            return f"writes, {self.written:,} characters"
        if self.thought:
            return f"thinks, about {max(1, self.thought // CHARS_PER_TOKEN):,} tokens"
        return ""
