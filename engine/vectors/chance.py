"""Drawing at random, as seats without a mind do it."""

from collections.abc import Iterable, Iterator
from random import Random


def shuffled[T](items: Iterable[T], rng: Random) -> Iterator[T]:
    """The items in random order, drawn one at a time, as few may be needed."""
    pool = list(items)
    while pool:
        place = rng.randrange(len(pool))
        pool[place], pool[-1] = pool[-1], pool[place]
        yield pool.pop()
