"""A clock for tests of streams: each piece takes its time, whatever the machine is doing."""

import asyncio
from dataclasses import dataclass

import pytest

from engine.llm.stream import Stream


@dataclass
class PieceClock:
    """The clock of the running loop, which each piece of a stream puts forward."""

    seconds: float
    """How long the wait for each piece counts."""
    pieces: int = 0
    """How many have come."""

    def run(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Run until the test ends."""
        loop, feed = asyncio.get_running_loop(), Stream.feed
        time = loop.time

        def feed_later(stream: Stream, piece: bytes) -> None:
            self.pieces += 1
            feed(stream, piece)

        monkeypatch.setattr(loop, "time", lambda: time() + self.pieces * self.seconds)
        monkeypatch.setattr(Stream, "feed", feed_later)
