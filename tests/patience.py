"""Waiting in tests for what another thread or process does."""

import asyncio
import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds until something is said never to come: a machine that does much else is slow."""


def wait_until[Found](holds: Callable[[], Found]) -> Found:
    """Wait until something holds, and return it.

    Raises:
        AssertionError: If it does not come to hold.
    """
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, "it never came to hold"
        time.sleep(0.01)
    return found


async def come_true[Found](holds: Callable[[], Found]) -> Found:
    """Let the other tasks of the loop work until something holds, and return it.

    Raises:
        AssertionError: If it does not come to hold.
    """
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, "it never came to hold"
        await asyncio.sleep(0.005)
    return found
