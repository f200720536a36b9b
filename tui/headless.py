"""Games without people: play a session to its end and print it; the exhibition game."""

import sys
from asyncio import run
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from shlex import quote
from typing import Any

import typer

from engine.game import Seat
from engine.games.catalog import find
from engine.journal import JournalWriteError
from engine.lineup import LineupError, Spec
from engine.options import OptionError, explain_unknown
from engine.play import play
from engine.players import GameStopped, Player, PlayerError
from engine.session import Session
from tui.results import print_result

STAND_INS = {"stop": None, "random": Spec("random"), "baseline": Spec("word2vec")}
"""The values of `--on-failure`, and who makes the move then; `None` stops the game."""
EXHIBITION = {"encoder": "word2vec", "decoder": "glove", "interceptor": "word2vec"}

type LinePrinter = Callable[[str], None]


def parse_stand_in(text: str) -> Spec | None:
    """Read `--on-failure`: who makes a move for a player that failed.

    Raises:
        OptionError: If the value is unknown.
    """
    if text not in STAND_INS:
        raise OptionError(explain_unknown("way on for --on-failure", text, STAND_INS))
    return STAND_INS[text]


async def play_session(
    session: Session,
    players: Mapping[Seat, Player[Any, Any]],
    print_line: LinePrinter | None = None,
    stand_in: Spec | None = None,
) -> None:
    """Play a session without people to its end.

    Args:
        session: A new or resumed session.
        players: Its players, from `Session.players`.
        print_line: Called with each line of the narration, from an onlooker's viewpoint.
        stand_in: Makes the move if a player fails; `None` stops the game.

    Raises:
        PlayerError: If a player fails and there is no stand-in; the message names the seat.
        OSError: If a line cannot be printed because the reader has gone.
    """
    match = session.match
    narrated: Any = None

    def narrate(_: object = None) -> None:
        nonlocal narrated
        if print_line is None:
            return
        view = match.view(None)
        if view != narrated:
            for line in session.definition.narrate(narrated, view):
                print_line(line)
            narrated = view

    async def handle_failure(seat: Seat, error: PlayerError) -> None:
        if isinstance(error, JournalWriteError | GameStopped):
            raise error
        name = f"{match.game.seats[seat]} ({session.specs[seat]})"
        why = f"The {name} failed: {error}"
        if stand_in is None:
            raise PlayerError(why, error.private) from error
        try:
            session.add_stand_in(seat, stand_in)
        except LineupError as other:
            raise PlayerError(f"{why} {other}", error.private) from error
        session.notify(f"{why} For this move {stand_in} stands in.")

    narrate()
    try:
        await play(
            match,
            players,
            before_move=session.record_move,
            after_move=narrate,
            on_failure=handle_failure,
        )
    except ExceptionGroup as group:
        failed_prints, other = group.split(OSError)
        if other or not failed_prints:
            raise
        raise first_error(failed_prints) from None


def first_error[E: Exception](group: ExceptionGroup[E]) -> E:
    """Return the first error in a group that is no group itself."""
    error = group.exceptions[0]
    return first_error(error) if isinstance(error, ExceptionGroup) else error


@contextmanager
def closing_session(session: Session) -> Iterator[Session]:
    """Close the session at the end; delete its journal if the game could not begin."""
    try:
        yield session
    except LineupError:
        session.discard()
        raise
    finally:
        session.close()


def resume_hint(session: Session) -> str | None:
    """Say how to resume a game that stopped; `None` if it is not saved."""
    if session.journal is None:
        return None
    path = session.journal.path
    return f"The game is saved; resume it with: parlour resume {quote(str(path))}"


def play_headless(session: Session, *, as_json: bool, stand_in: Spec | None = None) -> None:
    """Play to the end: narration to stderr, result to stdout.

    Args:
        session: A session without people.
        as_json: Print the result as one JSON object.
        stand_in: Makes the move if a player fails; `None` stops the game.

    Raises:
        typer.Exit: With 3 if a player failed, with 130 if interrupted.
    """

    def print_line(line: str) -> None:
        typer.echo(line, err=True)

    session.notify = print_line
    with closing_session(session):
        try:
            run(play_session(session, session.create_players(), print_line, stand_in))
        except (PlayerError, KeyboardInterrupt) as error:
            interrupted = isinstance(error, KeyboardInterrupt)
            print_line("Interrupted." if interrupted else str(error))
            if hint := resume_hint(session):
                print_line(hint)
            raise typer.Exit(130 if interrupted else 3) from None
    if sys.stderr.isatty():
        print_line("")
    print_result(session, as_json=as_json)


def play_exhibition() -> None:
    """Play and print a game of Decrypto between baselines, without saving it.

    Raises:
        LineupError: If Parlour's own word vectors are missing or damaged.
    """
    definition = find("decrypto")
    lineup = {seat: Spec(kind) for seat, kind in EXHIBITION.items()}
    session = Session.create(definition, definition.options_type(), lineup)
    typer.echo(f"There is no terminal here, so Parlour's baselines play {definition.title}.\n")
    with closing_session(session):
        run(play_session(session, session.create_players(), typer.echo))
    typer.echo()
    print_result(session)
    seats = " ".join(f"--seat {seat}={spec}" for seat, spec in lineup.items())
    typer.echo(
        f"\nThe same game again: parlour play {definition.name} "
        f"--seed {session.header.seed} {seats}\n"
        "To play yourself, run parlour in a terminal; more: parlour --help"
    )
