"""Players that are programs, and players that are Python objects from outside Parlour.

`ProgramPlayer` sends a program each question as a line of JSON, and reads a line back.
`PythonPlayer` calls an object, which `load_factory` or `load_entry_point` finds, and turns its
exceptions into player errors. `build_question` writes the JSON: the seat's view, and the schemas
of the allowed moves.
"""

import asyncio
import json
import os
import shutil
import sys
from asyncio import CancelledError, current_task
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import entry_points
from inspect import isawaitable
from pathlib import Path
from typing import Any

from engine.agents import StoppedBySignal
from engine.agents.process_and_stderr_file import (
    MAX_LINE_BYTES,
    LineTooLong,
    Process,
    ProcessEnded,
    explain_missing,
    get_program_name,
    split_command,
)
from engine.agents.sandbox import isolate_command
from engine.config.settings import Settings
from engine.llm.calls_file import QuestionLog
from engine.llm.move_legality import judge_move
from engine.llm.reply_parsing import parse_move
from engine.llm.request import build_fields_schema
from engine.move_json import BadMove, decode_move, encode_move, get_type_adapter
from engine.option_errors import explain_unknown
from engine.player_protocol import (
    NoAnswer,
    Player,
    PlayerError,
    SetupError,
    Table,
    Unreadable,
    count_no_moves,
)
from engine.text import clean


class ProgramPlayer[View, Move]:
    """A player that runs as a program, started at the first question."""

    def __init__(
        self,
        command: str,
        game: Table[View, Move],
        seat_name: str,
        errors: Path | None,
        calls: Path | None = None,
        count_moves: Callable[[], int] = count_no_moves,
        *,
        settings: "Settings",
    ) -> None:
        """Prepare the program without starting it.

        Args:
            command: The program and its arguments.
            game: The rules, for the kinds of move.
            seat_name: The name of the seat.
            errors: The file for the stderr of the program; `None` discards it.
            calls: The file that logs questions and answers; `None` logs nothing.
            count_moves: Counts the moves that the seat has made.
            settings: The settings in force: timeout, environment and isolation of programs.

        Raises:
            SetupError: If the program does not exist or cannot be isolated.
        """
        self.words = split_command(command)
        self.name = get_program_name(command)
        """The name of the program in messages."""
        self.game = game
        self.seat_name = seat_name
        self.questions = QuestionLog(seat_name, self.name, calls, count_moves)
        """Questions and answers."""
        self.errors = errors
        self.timeout = settings.timeout
        """Seconds for one answer."""
        self._process: Process | None = None
        if shutil.which(self.words[0]) is None:
            raise SetupError(explain_missing(self.words[0]))
        self._command = isolate_command(self.words, self.name, calls and calls.parent, settings)
        self._environment = settings.build_program_environment()

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask the program once; restart it if it has ended.

        Raises:
            Unreadable: If its line is not a move.
            NoAnswer: If it does not answer in time, or ends twice without an answer.
            PlayerError: If it cannot be started.
        """
        kinds = self.game.moves(view)
        line = build_question(self.game.name, self.seat_name, view, kinds, complaint)
        with self.questions.log(line, complaint) as call:
            call.reply = answer = await self._ask_in_time(line)
            try:
                move: Move = parse_move(kinds, answer, thoughts=False)
            except Unreadable as error:
                why = error.private
                raise Unreadable(f"The answer of {self.name} holds no move.", why) from None
            call.verdict = str(judge_move(self.game, view, move))
        return move

    def close(self) -> None:
        """End the program, which is not asked again."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    async def _ask_in_time(self, line: str) -> str:
        try:
            async with asyncio.timeout(self.timeout):
                return await self._ask(line)
        except TimeoutError:
            self._stop_at_once()
            raise NoAnswer(
                f"{self.name} did not answer within {self.timeout:g} seconds; "
                f"PARLOUR_TIMEOUT sets how long to wait."
            ) from None
        except LineTooLong:
            self._stop_at_once()
            raise NoAnswer(
                f"{self.name} answered with a line of more than {MAX_LINE_BYTES:,} bytes."
            ) from None
        except asyncio.CancelledError:  # a late answer would be read as that to the next question
            self._stop_at_once()
            raise

    async def _ask(self, line: str) -> str:
        ended = ProcessEnded(None)
        for _ in range(2):
            if self._process is None:
                self._process = self._start()
            try:
                return await self._process.ask(line)
            except ProcessEnded as error:
                self._stop_at_once()
                ended = error
        how = "" if ended.code is None else f" with {_describe_exit(ended.code)}"
        where = f"What it wrote to stderr is in {self.errors}." if self.errors else ""
        raise NoAnswer(f"{self.name} ended{how} before it answered.", hint=where)

    def _start(self) -> Process:
        try:
            return Process(self._command, self.errors, self._environment)
        except OSError as error:
            raise PlayerError(f"{self.name} cannot be started: {error.strerror}.") from None

    def _stop_at_once(self) -> None:
        if self._process is not None:
            self._process.stop(at_once=True)
            self._process = None


def _describe_exit(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


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
        kinds = self.game.moves(view)
        line = build_question(self.game.name, self.seat_name, view, kinds, complaint)
        with self.questions.log(line, complaint) as call:
            with _raise_player_errors(self.name):
                answer: Any = self.player.decide(view, complaint)
                if isawaitable(answer):
                    answer = await answer
            try:
                move = self._copy_move(kinds, answer)
            except BadMove as error:
                why = f"That is no move: {error}."
                raise Unreadable(f"{self.name} gave no move.", why) from None
            try:
                call.reply = json.dumps(encode_move(move))
            except ValueError:  # the number has too many digits to print
                raise Unreadable(
                    f"{self.name} gave no move.", "That is no move: too long."
                ) from None
            call.verdict = str(judge_move(self.game, view, move))
        return move

    def close(self) -> None:
        """Close the player, which is not asked again, if it can be closed."""
        with _raise_player_errors(self.name):
            close = getattr(self.player, "close", None)
            if callable(close):
                close()

    def _copy_move(self, kinds: tuple[type[Move], ...], move: object) -> Move:
        """Copy a move, or parse a move in JSON."""
        data = encode_move(move) if type(move) in kinds else move
        plain: Move = decode_move(kinds, data)
        return plain


def load_factory(place: str) -> Factory:
    """Load the factory `module:name`; the working folder is searched, too.

    Raises:
        SetupError: If it does not exist.
    """
    module, _, name = place.partition(":")
    if not module or not name:
        raise SetupError(f"'py' takes MODULE:FACTORY, such as py:bots:make, not {place[:60]!r}.")
    here = os.getcwd()  # noqa: PTH109 - as entries of sys.path are
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        with _raise_player_errors(module):
            found: Any = import_module(module)
    except PlayerError as error:
        raise SetupError(f"{error} {error.private}") from None
    return _check_callable(getattr(found, name, None), place)


def load_entry_point(name: str) -> Factory:
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
    return clean(kind + text, MAX_ERROR_LENGTH)


def build_question(
    game: str, seat: str, view: object, kinds: Sequence[type[Any]], complaint: str | None
) -> str:
    """Build the line of a question, a function of the view: one JSON object in ASCII.

    Args:
        game: The name of the game in the catalog.
        seat: The name of the seat.
        view: All that the seat may know.
        kinds: The kinds of move that the view invites.
        complaint: Why the last answer to this question was refused.
    """
    question = {
        "game": game,
        "seat": seat,
        "view": get_type_adapter(type(view)).dump_python(view, mode="json"),
        "kinds": {kind.__name__: _build_schema(kind) for kind in kinds},
        "complaint": complaint,
    }
    return json.dumps(question, separators=(",", ":"))


def _build_schema(kind: type[Any]) -> dict[str, Any]:
    """The JSON schema of one kind of move, without references."""
    fields = build_fields_schema(kind)
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
