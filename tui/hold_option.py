"""`--hold` and `--open-table`: whose turns wait for the operator from the start."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.lineup import Spec
    from screens.table import TableScreen

ALL = "all"
"""What stands for every machine."""

Hold = Annotated[
    list[str] | None,
    typer.Option(
        "--hold",
        metavar="SEAT",
        help="A machine's seat whose turns wait for you in the app, or all: see what it is asked "
        "and answers, change either, or move in its place. May be given again.",
    ),
]
OpenTable = Annotated[
    bool,
    typer.Option(
        "--open-table",
        help="Where people play: let the operator look at what machines are asked and answer. "
        "Everybody is told.",
    ),
]


def read_hold(
    given: Sequence[str] | None, lineup: "Mapping[str, Spec]", *, opened: bool, ask: bool = False
) -> frozenset[str]:
    """The seats to hold.

    Args:
        given: What `--hold` says.
        lineup: Who sits where, by the names of the seats.
        opened: The table is open.
        ask: The table is to be opened, as `--open-table` says.

    Raises:
        UsageFault: If a seat cannot be held, or the table cannot be opened or has to be.
    """
    from engine.options import unknown
    from engine.transcript import join_names
    from tui.usage_errors import UsageFault

    machines = [name for name, spec in lineup.items() if not spec.human]
    people = len(machines) < len(lineup)
    if ask and not (people and machines):
        who = "people" if not people else "machines"
        raise UsageFault(f"--open-table is for games of people and machines; here are no {who}.")
    for name in given or ():
        if name in lineup and name not in machines:
            raise UsageFault(f"--hold {name}: a person sits there; only machines can be held.")
        if name not in (*machines, ALL):
            raise UsageFault(unknown("seat", name, (*machines, ALL)))
    if given and people and not (opened or ask):
        persons = join_names(name for name in lineup if name not in machines)
        raise UsageFault(
            f"People play here ({persons}), so --hold needs --open-table: it lets you look at what "
            f"machines are asked and answer, and everybody is told."
        )
    return frozenset(machines if ALL in (given or ()) else given or ())


def refuse_headless(given: Sequence[str] | None, *, flag: str, at_terminal: bool) -> None:
    """Make sure that there is an app to hold turns in.

    Args:
        given: What `--hold` says.
        flag: An option by which no app opens; empty if there is none.
        at_terminal: There is a terminal for it.

    Raises:
        UsageFault: If there is none.
    """
    from tui.usage_errors import UsageFault

    if given and (flag or not at_terminal):
        why = f"{flag} opens none" if flag else "there is no terminal here"
        raise UsageFault(f"--hold is for the app, and {why}.")


def hold(table: "TableScreen", names: frozenset[str]) -> None:
    """Hold the turns of these seats from the start."""
    from engine.game import Seat

    seats = table.match.game.seats
    table.helm.held = frozenset(Seat(seats.index(name)) for name in names)
