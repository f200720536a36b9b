"""What `parlour` does where nobody can sit down: it shows a game between its baselines."""

from asyncio import run

import typer

from engine.games.catalog import find
from engine.lineup import Spec
from engine.session import Session
from tui.headless import finish, seated
from tui.results import print_result

LINEUP = {"encoder": "word2vec", "decoder": "glove", "interceptor": "word2vec"}


def exhibit() -> None:
    """Play and print a game of Decrypto; nothing is kept, and its seed deals it again.

    Raises:
        LineupError: If the word vectors that belong to Parlour are missing or damaged.
    """
    definition = find("decrypto")
    lineup = {seat: Spec(kind) for seat, kind in LINEUP.items()}
    session = Session.open(definition, definition.options_type(), lineup)
    typer.echo(
        "There is no terminal here to sit down at, so Parlour's baselines play "
        f"{definition.title}.\n"
    )
    with seated(session):
        run(finish(session, session.players(), typer.echo))
    typer.echo()
    print_result(session)
    seats = " ".join(f"--seat {seat}={spec}" for seat, spec in lineup.items())
    typer.echo(
        f"\nThe same game again: parlour play {definition.name} "
        f"--seed {session.header.seed} {seats}\n"
        "To play yourself, run parlour in a terminal; more: parlour --help"
    )
