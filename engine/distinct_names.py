"""Distinguish players of the same name by numbers."""

from collections.abc import Sequence


def distinguish_names(names: Sequence[str]) -> tuple[str, ...]:
    """Number names that occur more than once: `GloVe`, `GloVe 2`."""
    taken: set[str] = set()
    wanted = {name.casefold() for name in names}
    different: list[str] = []
    for name in names:
        number, unique = 1, name
        while unique.casefold() in taken or (number > 1 and unique.casefold() in wanted):
            number += 1
            unique = f"{name} {number}"
        taken.add(unique.casefold())
        different.append(unique)
    return tuple(different)
