"""The shell command that shows the same game again."""

from shlex import join

from engine.options import select_changed
from engine.seat import Seat
from engine.session import Session


def describe_command(session: Session) -> tuple[str, str] | None:
    """Say what the command does, and give it; `None` for a branch, which no command starts.

    Models and operators may choose differently next time.
    """
    if session.header.branched is not None:
        return None
    others = session.totals.not_own or any(spec.is_external for spec in session.specs.values())
    does = "Deals the same again:" if others else "Plays the same again:"
    return does, build_command(session)


def build_command(session: Session) -> str:
    """Build the shell command that watches the same game again."""
    header, definition = session.header, session.definition
    words = ["parlour", "watch", header.game, "--seed", header.seed]
    for place, name in enumerate(session.match.game.seats):
        words += ["--seat", f"{name}={session.specs[Seat(place)]}"]
    declared = definition.list_options() | definition.list_moved_options()
    for name, value in select_changed(header.options, declared).items():
        given = ("no", "yes")[value] if isinstance(value, bool) else value
        words += ["--set", f"{name}={given}"]
    return join(words)
