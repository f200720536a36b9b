"""Play a session without people to its end, and build its result as a JSON object.

A stand-in may move for a player that fails, but not for one whose code is wrong (`PlayerDefect`).
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from traceback import extract_tb
from typing import Any

from engine.journal_writer import JournalWriteError
from engine.match import play
from engine.option_errors import OptionError, explain_unknown
from engine.player_creation import CallbackPlayer
from engine.player_protocol import GameStopped, Player, PlayerError
from engine.player_specs import LineupError, Spec
from engine.seat import Seat
from engine.session import Session
from words.space_file_format_and_folders import SpaceError

STAND_INS = {"stop": None, "random": Spec("random"), "baseline": Spec("word2vec")}
"""By value of `--on-failure`: the player that makes the move instead; `None` stops the game."""

type LinePrinter = Callable[[str], None]


def parse_stand_in(text: str) -> Spec | None:
    """Parse `--on-failure`: the stand-in for a player that failed.

    Raises:
        OptionError: If the value is unknown.
    """
    if text not in STAND_INS:
        raise OptionError(explain_unknown("way on for --on-failure", text, STAND_INS))
    return STAND_INS[text]


class PlayerDefect(GameStopped):
    """The code of a player raised an unexpected error, which no stand-in may hide."""


class GuardedPlayer[View, Move]:
    """A player whose unexpected errors become a `PlayerDefect`."""

    def __init__(self, player: Player[View, Move], session: Session, seat: Seat) -> None:
        self.player = player
        self.session = session
        self.seat = seat

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Pass the question on.

        Raises:
            PlayerDefect: If the player raises an error that players may not raise. The message
                gives its kind and place, but not its text, which may quote a secret.
        """
        try:
            return await self.player.decide(view, complaint)
        except (PlayerError, SpaceError):
            raise
        except Exception as error:
            session = self.session
            who = f"{session.match.game.seats[self.seat]} ({session.specs[self.seat]})"
            kind, place = type(error).__name__, extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}, line {place.lineno}"
            why = f"in {session.definition.title}, its code raised {kind} ({where})"
            raise PlayerDefect(f"The {who} failed: {why}.", str(error)) from error


class GuardedPlayers(Mapping[Seat, Player[Any, Any]]):
    """The players of a session; people are not guarded, as they may raise errors to leave."""

    def __init__(self, players: Mapping[Seat, Player[Any, Any]], session: Session) -> None:
        self.players = players
        self.session = session

    def __getitem__(self, seat: Seat) -> Player[Any, Any]:
        """The present player of a seat, which a stand-in may have replaced."""
        player = self.players[seat]
        if isinstance(player, CallbackPlayer):
            return player
        return GuardedPlayer(player, self.session, seat)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.players)

    def __len__(self) -> int:
        return len(self.players)


async def play_session(  # noqa: C901 - its callbacks count as branches
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
        PlayerDefect: If a player raises an unexpected error, even if there is a stand-in.
        OSError: If a line cannot be printed because the reader has closed the pipe.
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
            GuardedPlayers(players, session),
            before_move=session.record_move,
            after_move=narrate,
            on_failure=handle_failure,
        )
    except ExceptionGroup as group:
        failed_prints, other = group.split(OSError)
        if other or not failed_prints:
            raise
        raise find_first_error(failed_prints) from None


def find_first_error[E: Exception](group: ExceptionGroup[E]) -> E:
    """Return the first error in a group that is not a group itself."""
    error = group.exceptions[0]
    return find_first_error(error) if isinstance(error, ExceptionGroup) else error


@contextmanager
def closing_session(session: Session) -> Iterator[Session]:
    """Close the session at the end; delete its journal if the game could not start."""
    try:
        yield session
    except LineupError:
        session.discard()
        raise
    finally:
        session.close()


def build_result(session: Session, journal: Path | None = None) -> dict[str, Any]:
    """Build the result of a session as a JSON object; docs/commands.md describes its keys.

    Args:
        session: A session that is over.
        journal: The journal, if the session does not write to it.
    """
    if session.journal is not None:
        journal = session.journal.path
    match, header = session.match, session.header
    score = match.score
    return {
        "game": header.game,
        "seed": header.seed,
        "seats": {name: str(session.specs[Seat(n)]) for n, name in enumerate(match.game.seats)},
        "options": dict(header.options),
        "outcome": None,
        "reason": None,
        "score": score and {match.game.seats[seat]: points for seat, points in score.items()},
        **session.definition.build_report(match.view(None)),
        "branched": header.branched and asdict(header.branched),
        "open": session.table_open,
        "not_own": {seat: dict(counted) for seat, counted in session.totals.not_own.items()},
        "usage": {seat: asdict(used) for seat, used in session.totals.usage.items()},
        "journal": journal and str(journal),
    }
