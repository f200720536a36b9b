"""A player that runs as a program."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

from engine.config.settings import Settings
from engine.errors import NoAnswer, PlayerError, SetupError, Unreadable
from engine.llm.calls_file import Call
from engine.llm.reply import parse_move
from engine.llm.verdict import judge_move
from engine.play import do_nothing
from engine.player import Table, count_no_moves
from engine.players.process.child import MAX_LINE_BYTES, LineTooLong, Process, ProcessEnded
from engine.players.process.command import explain_missing, get_program_name, split_command
from engine.players.process.sandbox import isolate_command
from engine.players.program_question import build_question
from engine.players.question_log import QuestionLog


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
            SetupError: If the program does not exist, was not chosen by the user, or cannot be
                isolated.
        """
        settings.require_trusted(f"exec:{command}")
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
        self._command = isolate_command(self.words, self.name, calls, settings)
        self._environment = settings.build_program_environment()

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask the program once; restart it if it has ended.

        Raises:
            Unreadable: If its line is not a move.
            NoAnswer: If it does not answer in time, or ends twice without an answer.
            PlayerError: If it cannot be started.
        """
        return await self.answer(self.game, view, complaint)

    async def answer[Asked, Answer](
        self,
        table: Table[Asked, Answer],
        view: Asked,
        complaint: str | None,
        step: str = "",
        annotate: Callable[[Call, Answer], None] = do_nothing,
    ) -> Answer:
        """Ask the program once, for a move or something else; see `decide`.

        Args:
            table: The game, or a question that has its form.
            view: What it is asked about.
            complaint: Why its last answer was refused.
            step: The name of a question that asks for no move.
            annotate: Called with the call and its answer before the call is logged.
        """
        kinds = table.moves(view)
        line = build_question(table.name, self.seat_name, view, kinds, complaint)
        with self.questions.log(line, complaint, step) as call:
            call.reply = answer = await self._ask_in_time(line)
            try:
                move: Answer = parse_move(kinds, answer, thoughts=False)
            except Unreadable as error:
                why = error.private
                raise Unreadable(f"The answer of {self.name} holds no move.", why) from None
            call.verdict = str(judge_move(table, view, move))
            annotate(call, move)
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
