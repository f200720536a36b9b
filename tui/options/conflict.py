"""Refuse options that cannot be used together, or without the app."""

from collections.abc import Sequence

from tui.terminal.streams import explain_missing_terminal
from tui.usage_error import UsageError


def refuse_plain_tools(
    *, plain: bool, hold: Sequence[str] | None, open_table: bool, watch: bool = False
) -> None:
    """Refuse options that need the app, together with `--plain`.

    Raises:
        UsageError: If such an option was given as well.
    """
    given = {"--hold": hold, "--open-table": open_table, "--watch": watch}
    for flag, value in given.items():
        if plain and value:
            raise UsageError(f"{flag} is for the app, and --plain opens none.")


def refuse_headless_hold(values: Sequence[str] | None, *, flag: str) -> None:
    """Refuse `--hold` if the app does not open.

    Args:
        values: The values of `--hold`.
        flag: An option given with it that keeps the app from opening; empty if there is none.

    Raises:
        UsageError: If `--hold` was given and the app does not open.
    """
    if values and (why := f"{flag} opens none" if flag else explain_missing_terminal()):
        raise UsageError(f"--hold is for the app, and {why}.")


def refuse_headless_watch(*, watch: bool, json: bool) -> None:
    """Refuse `--watch` if the app does not open.

    Raises:
        UsageError: If `--watch` was given with `--json`, or without a terminal.
    """
    if watch and (why := "--json prints it" if json else explain_missing_terminal()):
        raise UsageError(f"--watch shows the game in the app, and {why}.")


def refuse_headless_people(seats: tuple[str, ...], *, flag: str, plain: bool = False) -> None:
    """Refuse people in the seats of a game that is played without the app.

    Args:
        seats: The seats of people.
        flag: An option that keeps the app from opening; empty if there is none.
        plain: Whether people play line by line, for which no terminal is needed.

    Raises:
        UsageError: If there are people and the app does not open; the message says how to fill
            their seats.
    """
    why = f"{flag} is for games without people" if flag else explain_missing_terminal()
    if not seats or not why or (plain and not flag):
        return
    names = " and ".join(filter(None, (", ".join(seats[:-1]), seats[-1])))
    subject = (
        f"The seat {names} is a person's" if len(seats) == 1 else f"The seats {names} are people's"
    )
    them = "it" if len(seats) == 1 else "them"
    raise UsageError(f"{subject}, and {why}. Fill {them}, for example: --seat {seats[0]}=word2vec")
