"""How far a model is with its answer, in numbers that everybody may see."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from typing import Protocol, runtime_checkable

CHARS_PER_TOKEN = 4


@runtime_checkable
class AsksModel(Protocol):
    """A player that asks a model."""

    @property
    def asking(self) -> "list[Progress]":
        """How far the answers are that it waits for."""


@dataclass(slots=True, eq=False)
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

    async def wait(self, seconds: float, why: str) -> bool:
        """Wait before a request is sent again.

        Args:
            seconds: How long.
            why: The server that is waited for, and why.

        Returns:
            Whether to send it again; false if the operator has called `give_up`.
        """
        self.thought = self.written = 0
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

    @property
    def pause(self) -> int:
        """Seconds until the request is sent again."""
        return max(0, ceil(self._again - monotonic()))


def describe_progress(asking: Iterable[Progress]) -> str:
    """Describe in a few words how far the answers are; empty before the first piece of a stream."""
    present = tuple(asking)
    waiting = [one for one in present if one.waits_for]
    if waiting:
        soonest = min(waiting, key=lambda one: one.pause)
        return f"waits: {soonest.waits_for}, next try in {soonest.pause} s"
    if written := sum(one.written for one in present):
        return f"writes, {written:,} characters"
    if thought := sum(one.thought for one in present):
        return f"thinks, about {max(1, thought // CHARS_PER_TOKEN):,} tokens"
    return ""
