"""Play a game without people and without the app."""

import sys
from contextlib import suppress

import typer

from engine.errors import PlayerError
from engine.headless import closing_session, play_session
from engine.players.spec import Spec
from engine.session import Session
from tui.output import echo
from tui.result import name_people, print_result
from tui.resume_hint import build_resume_hint
from tui.signals import Stopped, run_stoppable


def play_headless(session: Session, *, as_json: bool, stand_in: Spec | None = None) -> None:
    """Play to the end: narration to stderr, result to stdout.

    Args:
        session: A session without people.
        as_json: Print the result as one JSON object.
        stand_in: Makes the move if a player fails; `None` stops the game.

    Raises:
        typer.Exit: With 3 if a player failed, with 128 and its number if a signal came.
    """
    people = name_people(session)

    def print_line(line: str) -> None:
        echo(line, err=True)

    def tell(line: str) -> None:
        print_line(people.name_players(line))

    session.notify = print_line
    with closing_session(session):
        try:
            run_stoppable(play_session(session, session.create_players(), tell, stand_in))
        except (PlayerError, Stopped) as error:
            with suppress(OSError):  # the terminal is lost
                print_line(str(error))
                if hint := build_resume_hint(session):
                    print_line(hint)
            raise typer.Exit(error.exit_code if isinstance(error, Stopped) else 3) from None
    if sys.stderr.isatty():
        print_line("")
    print_result(session, as_json=as_json)
