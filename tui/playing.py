"""Playing a game that a command has opened: in the app, or headless."""

from typing import TYPE_CHECKING

import typer

from tui.hold_option import hold
from tui.preferences import Preferences

if TYPE_CHECKING:
    from engine.lineup import Spec
    from engine.session import Session


def play_headless(session: "Session", *, as_json: bool, stand_in: "Spec | None" = None) -> None:
    """Play to the end: the story on stderr, the result on stdout.

    Args:
        session: Without people.
        as_json: The result as one object.
        stand_in: Who makes a move for a player that failed; nobody, and the game stops.
    """
    from asyncio import run
    from sys import stderr

    from engine.players import PlayerError
    from tui.headless import finish, kept, seated
    from tui.results import print_result

    def tell(line: str) -> None:
        typer.echo(line, err=True)

    session.say = tell
    with seated(session):
        try:
            run(finish(session, session.players(), tell, stand_in))
        except (PlayerError, KeyboardInterrupt) as error:
            interrupted = isinstance(error, KeyboardInterrupt)
            tell("Interrupted." if interrupted else str(error))
            if how := kept(session):
                tell(how)
            raise typer.Exit(130 if interrupted else 3) from None
    if stderr.isatty():
        tell("")
    print_result(session, as_json=as_json)


def play_in_app(
    session: "Session", preferences: Preferences, holding: frozenset[str] = frozenset()
) -> int:
    """Sit down at the table with the people there are, and hold these machines' turns.

    Returns:
        The exit code.
    """
    from tui.launch import open_app
    from tui.sessions import home, sit_down

    table = sit_down(session)
    hold(table, holding)
    return open_app(lambda: home(table, session.budget), preferences)


def fill(seats: tuple[str, ...], flag: str) -> str:
    """Why a game with people in these seats cannot be played so, and what to do about it."""
    named = " and ".join(filter(None, (", ".join(seats[:-1]), seats[-1])))
    whose = (
        f"The seat {named} is a person's" if len(seats) == 1 else f"The seats {named} are people's"
    )
    why = f"{flag} is for games without people" if flag else "there is no terminal here"
    return f"{whose}, and {why}. Fill them, for example: --seat {seats[0]}=word2vec"
