"""A player that is a Python object from outside Parlour."""

import json
from asyncio import CancelledError, current_task
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from inspect import isawaitable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import NoAnswer, PlayerError, SetupError, Unreadable
from engine.llm.calls_file import Call
from engine.llm.verdict import judge_move
from engine.move_json import BadMove, decode_move, encode_move
from engine.play import do_nothing
from engine.player import Player, Table, count_no_moves
from engine.players.process.sandbox import refuse_isolation
from engine.players.program_question import build_question
from engine.players.python_module import PRIVATE_NAME, load_module
from engine.players.question_log import QuestionLog
from engine.players.signal_error import StoppedBySignal
from engine.suggestion import explain_unknown
from engine.text import clean

if TYPE_CHECKING:
    from engine.config.settings import Settings

ENTRY_POINT_GROUP = "parlour.players"
"""The entry point group in which packages register players."""


MAX_ERROR_LENGTH = 300
"""Maximum length of an error message from a player's code, in characters."""


type Factory = Callable[[str, str, str], Player[Any, Any]]
"""Creates a player from the names of game and seat and the seed of the match."""


class PythonPlayer[View, Move]:
    """A player with foreign code; every exception becomes a `PlayerError`."""

    def __init__(
        self,
        name: str,
        factory: Factory,
        game: Table[View, Move],
        seat_name: str,
        seed: str,
        calls: Path | None = None,
        count_moves: Callable[[], int] = count_no_moves,
    ) -> None:
        """Create the player.

        Args:
            name: The name of the player in messages.
            factory: Creates the player.
            game: The rules, for the kinds of move.
            seat_name: The name of the seat.
            seed: The seed of the match.
            calls: The file that logs questions and answers; `None` logs nothing.
            count_moves: Counts the moves that the seat has made.

        Raises:
            SetupError: If the factory does not create a player.
        """
        self.name = name
        self.game = game
        self.seat_name = seat_name
        self.questions = QuestionLog(seat_name, name, calls, count_moves)
        """Questions and answers."""
        try:
            with _raise_player_errors(name):
                self.player = factory(game.name, seat_name, seed)
                decides = callable(getattr(self.player, "decide", None))
        except PlayerError as error:
            raise SetupError(f"{error} {error.private}") from None
        if not decides:
            raise SetupError(f"What {name} makes is no player: it has no decide(view, complaint).")

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask the player, and check its answer.

        Raises:
            Unreadable: If the answer is not a move that the view asks for.
            NoAnswer: If the player raises anything else.
            PlayerError: If the log cannot be written.
        """
        return await self._ask(self.game, view, complaint, self.player.decide)

    async def answer[Asked, Answer](
        self,
        table: Table[Asked, Answer],
        view: Asked,
        complaint: str | None,
        step: str,
        annotate: Callable[[Call, Answer], None],
    ) -> Answer:
        """Ask the player something that is no move, if it has a method `answer`.

        Args:
            table: The question, in the form of a game.
            view: What it is asked about.
            complaint: Why its last answer was refused.
            step: The name of the question.
            annotate: Called with the call and its answer before the call is logged.

        Raises:
            Unreadable: If the answer is none that is asked for.
            NoAnswer: If the player has no such method, or raises anything else.
            PlayerError: If the log cannot be written.
        """

        def ask(view: Asked, complaint: str | None) -> Any:  # noqa: ANN401
            answer = getattr(self.player, "answer", None)
            if not callable(answer):
                raise NoAnswer(f"{self.name} has no method answer.")
            return answer(step, view, complaint)

        return await self._ask(table, view, complaint, ask, step, annotate)

    async def _ask[Asked, Answer](
        self,
        table: Table[Asked, Answer],
        view: Asked,
        complaint: str | None,
        ask: Callable[[Asked, str | None], Any],
        step: str = "",
        annotate: Callable[[Call, Answer], None] = do_nothing,
    ) -> Answer:
        kinds = table.moves(view)
        line = build_question(table.name, self.seat_name, view, kinds, complaint)
        with self.questions.log(line, complaint, step) as call:
            with _raise_player_errors(self.name):
                answer: Any = ask(view, complaint)
                if isawaitable(answer):
                    answer = await answer
            try:
                move: Answer = self._copy_move(kinds, answer)
            except BadMove as error:
                why = f"That is no move: {error}."
                raise Unreadable(f"{self.name} gave no move.", why) from None
            try:
                call.reply = json.dumps(encode_move(move))
            except ValueError:  # the number has too many digits to print
                raise Unreadable(
                    f"{self.name} gave no move.", "That is no move: too long."
                ) from None
            call.verdict = str(judge_move(table, view, move))
            annotate(call, move)
        return move

    def close(self) -> None:
        """Close the player, which is not asked again, if it can be closed."""
        with _raise_player_errors(self.name):
            close = getattr(self.player, "close", None)
            if callable(close):
                close()

    def _copy_move(self, kinds: tuple[type[Any], ...], move: object) -> Any:  # noqa: ANN401
        """Copy a move, or parse a move in JSON."""
        return decode_move(kinds, encode_move(move) if type(move) in kinds else move)


def load_factory(kind: str, place: str, seat: str, settings: "Settings") -> Factory:
    """Load the factory of a Python player: `py:MODULE:FACTORY`, or `player:NAME` of a package.

    Args:
        kind: `py` or `player`.
        place: What follows the colon.
        seat: The seat, which gets its own copies of the user's modules.
        settings: The settings in force.

    Raises:
        SetupError: If it does not exist, was not chosen by the user, or players in Parlour are not
            isolated enough.
    """
    settings.require_trusted(f"{kind}:{place}")
    refuse_isolation(f"{kind}:{place}", settings)
    if kind == "player":
        return _load_entry_point(place)
    module, _, name = place.partition(":")
    if not module or not name:
        raise SetupError(f"'py' takes MODULE:FACTORY, such as py:bots:make, not {place[:60]!r}.")
    try:
        with _raise_player_errors(module):
            found = load_module(module, seat)
    except PlayerError as error:
        raise SetupError(f"{error} {error.private}") from None
    return _check_callable(getattr(found, name, None), place)


def _load_entry_point(name: str) -> Factory:
    """Load the factory that a package registers under a name.

    Raises:
        SetupError: If there is none; the message lists the names.
    """
    points = {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}
    if not points:
        raise SetupError(
            f"There is no player {name[:60]!r}: no package here announces {ENTRY_POINT_GROUP}."
        )
    if name not in points:
        raise SetupError(explain_unknown("player", name, points))
    try:
        with _raise_player_errors(name):
            found = points[name].load()
    except PlayerError as error:
        raise SetupError(f"{error} {error.private}") from None
    return _check_callable(found, name)


def _check_callable(found: object, place: str) -> Factory:
    if not callable(found):
        raise SetupError(f"{place} is no factory: nothing there can be called.")
    factory: Factory = found
    return factory


@contextmanager
def _raise_player_errors(name: str) -> Iterator[None]:
    """Turn every exception of foreign code into a `NoAnswer`, which may quote a secret."""
    try:
        yield
    except Unreadable as error:
        raise Unreadable(f"{name} gave no move.", _describe(error)) from error
    except PlayerError as error:
        raise NoAnswer(f"{name} says that it has no move.", _describe(error)) from error
    except CancelledError as error:
        task = current_task()
        if task is None or task.cancelling():  # the question was cancelled
            raise
        raise NoAnswer(f"The code of {name} failed.", _describe(error)) from error
    except StoppedBySignal:
        raise
    except BaseException as error:  # foreign code may raise anything
        raise NoAnswer(f"The code of {name} failed.", _describe(error)) from error


def _describe(error: BaseException) -> str:
    """Format the message of an exception as plain text."""
    try:
        text = f"{error} {error.private}" if isinstance(error, PlayerError) else f": {error}"
    except Exception:  # noqa: BLE001 - its own code fails, too
        text = ""
    kind = "" if isinstance(error, PlayerError) else type(error).__name__
    return clean(PRIVATE_NAME.sub("", kind + text), MAX_ERROR_LENGTH)
