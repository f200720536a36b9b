"""Shuffle items one by one, as far as they are used."""

from collections.abc import Iterable, Iterator
from random import Random


def shuffle_items[T](items: Iterable[T], rng: Random) -> Iterator[T]:
    """Yield the items in random order, drawing only as many as are used."""
    pool = list(items)
    while pool:
        place = rng.randrange(len(pool))
        pool[place], pool[-1] = pool[-1], pool[place]
        yield pool.pop()
