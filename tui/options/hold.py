"""Read `--hold`, and check `--open-table`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.joined_text import join_names
from engine.suggestion import explain_unknown
from tui.usage_error import UsageError

if TYPE_CHECKING:
    from engine.players.spec import Spec


ALL_MACHINES = "all"
"""The value of `--hold` for every machine."""


def read_hold(
    values: Sequence[str] | None, lineup: "Mapping[str, Spec]", *, is_open: bool, opening: bool
) -> frozenset[str]:
    """Read `--hold` and check `--open-table`.

    Args:
        values: The values of `--hold`.
        lineup: The SPEC of each seat.
        is_open: Whether the table is already open.
        opening: Whether `--open-table` was given.

    Returns:
        The seats to hold.

    Raises:
        UsageError: If a seat cannot be held, or the table cannot or must be opened.
    """
    machines = [name for name, spec in lineup.items() if not spec.is_human]
    people = len(machines) < len(lineup)
    if opening and not (people and machines):
        lacking = "people" if not people else "machines"
        raise UsageError(
            f"--open-table is for games of people and machines; this one has no {lacking}."
        )
    for name in values or ():
        if name in lineup and name not in machines:
            raise UsageError(f"--hold {name}: a person sits there; only machines can be held.")
        if name not in (*machines, ALL_MACHINES):
            raise UsageError(explain_unknown("seat", name, (*machines, ALL_MACHINES)))
    if values and people and not (is_open or opening):
        persons = join_names(name for name in lineup if name not in machines)
        raise UsageError(
            f"People play here ({persons}), so --hold needs --open-table: it lets you look at what "
            f"machines are asked and answer, and everybody is told."
        )
    return frozenset(machines if ALL_MACHINES in (values or ()) else values or ())
