"""Collect garbage less often while many games are played."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


@contextmanager
def reduce_garbage_collection() -> Iterator[None]:
    """Collect garbage less often, as each collection blocks all games and frees little."""
    usual = gc.get_threshold()
    gc.set_threshold(50_000, 10, 100)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
