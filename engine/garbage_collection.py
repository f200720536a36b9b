"""Collect garbage less often: games leave little of it, and each collection pauses all of them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def collect_rarely() -> None:
    """Collect garbage less often from now on."""
    gc.set_threshold(50_000, 10, 100)


@contextmanager
def reduce_garbage_collection() -> Iterator[None]:
    """Collect garbage less often for a while."""
    usual = gc.get_threshold()
    collect_rarely()
    try:
        yield
    finally:
        gc.set_threshold(*usual)
