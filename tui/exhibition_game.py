"""The game that `parlour` plays and prints if there is no terminal."""

from typing import TYPE_CHECKING

from engine.games.catalog import find
from engine.headless import closing_session, play_session
from engine.players.spec import Spec
from engine.session import Session
from tui.output import echo
from tui.result import name_people, print_result
from tui.signals import run_stoppable
from tui.terminal.streams import explain_missing_terminal

if TYPE_CHECKING:
    from engine.config.settings import Settings


EXHIBITION = {"encoder": "word2vec", "decoder": "glove", "interceptor": "word2vec"}


def play_exhibition(settings: "Settings") -> None:
    """Play and print a game of Decrypto between baselines, without saving it.

    Raises:
        LineupError: If the built-in word vectors are missing or damaged.
    """
    definition = find("decrypto")
    lineup = {seat: Spec(kind) for seat, kind in EXHIBITION.items()}
    session = Session.create(definition, definition.options_type(), lineup, settings=settings)
    why = explain_missing_terminal()
    echo(f"Parlour's baselines play {definition.title}, as {why}.\n")
    people = name_people(session)
    with closing_session(session):
        run_stoppable(
            play_session(
                session, session.create_players(), lambda line: echo(people.name_players(line))
            )
        )
    echo()
    print_result(session)
    seats = " ".join(f"--seat {seat}={spec}" for seat, spec in lineup.items())
    echo(
        f"\nThe same game again: parlour play {definition.name} "
        f"--seed {session.header.seed} {seats}\n"
        "To play yourself, run parlour in a terminal; more: parlour --help"
    )
