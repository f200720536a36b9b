"""Limit how many questions a model gets at the same time, over all workers together."""

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import Protocol

from engine.players.spec import Spec

BATCH = 8
"""Maximum number of permits taken at a time."""


IDLE_SECONDS = 0.05
"""Seconds a worker keeps an unused permit."""


def build_model_key(spec: Spec) -> str:
    """Build the key that limits use: the model or program without its settings."""
    return f"{'llm' if spec.asks_model else spec.kind}:{spec.argument}"


class PermitSource(Protocol):
    """The source of a worker's permits."""

    async def take(self, key: str, wanted: int) -> int:
        """Wait for permits; return their number, at least 1."""

    def give_back(self, key: str, permits: int) -> None:
        """Return permits."""


class PermitBank:
    """All permits of a run, in the process that coordinates it."""

    def __init__(self, limits: Mapping[str, int]) -> None:
        self._free = dict(limits)
        self._waiting: dict[str, deque[tuple[int, asyncio.Future[int]]]] = {}

    async def take(self, key: str, wanted: int) -> int:
        """Wait for permits; requests are served in order."""
        line = self._waiting.setdefault(key, deque())
        if not line and self._free[key]:
            return self._grant(key, wanted)
        granted: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        line.append((wanted, granted))
        try:
            return await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self.give_back(key, granted.result())
            raise

    def give_back(self, key: str, permits: int) -> None:
        """Return permits, and serve waiting requests."""
        self._free[key] += permits
        line = self._waiting.get(key, ())
        while line and self._free[key]:
            wanted, granted = line.popleft()
            if not granted.done():
                granted.set_result(self._grant(key, wanted))

    def _grant(self, key: str, wanted: int) -> int:
        count = min(wanted, self._free[key])
        self._free[key] -= count
        return count


class PermitPool:
    """The permits of one model in one worker."""

    def __init__(self, key: str, source: PermitSource) -> None:
        self.key = key
        self._source = source
        self._free = 0
        self._spare = 0
        """Number of permits that were unused since the pool last returned some."""
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._taking: asyncio.Task[None] | None = None
        self._returning: asyncio.TimerHandle | None = None

    async def acquire(self) -> None:
        """Wait until one more question may be sent."""
        if self._free and not self._waiting:
            self._take_one()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        if self._taking is None or self._taking.done():
            self._taking = asyncio.create_task(self._take())
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Pass the permit to the next question, or keep it for a moment."""
        self._add(1)

    async def _take(self) -> None:
        while waiting := sum(not one.done() for one in self._waiting):
            self._add(await self._source.take(self.key, min(BATCH, waiting)))

    def _add(self, permits: int) -> None:
        """Serve waiting questions, and keep the rest for a moment."""
        self._free += permits
        while self._free and self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                self._take_one()
                turn.set_result(None)
        if self._free and self._returning is None:
            self._watch_spare()

    def _take_one(self) -> None:
        self._free -= 1
        self._spare = min(self._spare, self._free)

    def _watch_spare(self) -> None:
        self._spare = self._free
        loop = asyncio.get_running_loop()
        self._returning = loop.call_later(IDLE_SECONDS, self._return_spare)

    def _return_spare(self) -> None:
        """Return unused permits, but not those that are free only between a game's questions."""
        self._returning = None
        spare, self._free = self._spare, self._free - self._spare
        if spare:
            self._source.give_back(self.key, spare)
        if self._free:
            self._watch_spare()
