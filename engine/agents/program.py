"""Players that run as programs: a line of JSON for each question and each answer."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.agents import QuestionLog, build_question
from engine.agents.isolation import isolate_command
from engine.agents.process import (
    MAX_LINE_BYTES,
    LineTooLong,
    Process,
    ProcessEnded,
    explain_missing,
    program_name,
    split_command,
)
from engine.game import Game
from engine.llm.api_keys import read_environment
from engine.llm.move_judging import judge_move
from engine.llm.reply import parse_move
from engine.llm.server_settings import read_timeout
from engine.player_protocol import PlayerError, SetupError, Unreadable, no_moves


class ProgramPlayer[View, Move]:
    """A player that runs as a program, which starts at the first question."""

    def __init__(
        self,
        command: str,
        game: Game[Any, View, Move],
        seat_name: str,
        errors: Path | None,
        calls: Path | None = None,
        count_moves: Callable[[], int] = no_moves,
    ) -> None:
        """Prepare the program; it does not start yet.

        Args:
            command: The program and its arguments.
            game: The rules, for the moves invited.
            seat_name: The name of the seat.
            errors: The file for the stderr of the program; `None` discards it.
            calls: The file that logs questions and answers; `None` logs nothing.
            count_moves: Counts the moves that the seat has made.

        Raises:
            SetupError: If there is no such program, it cannot be isolated, or
                `PARLOUR_TIMEOUT` is no number.
        """
        self.words = split_command(command)
        self.name = program_name(command)
        """What the program is called in messages."""
        self.game = game
        self.seat_name = seat_name
        self.questions = QuestionLog(seat_name, self.name, calls, count_moves)
        """Questions and answers."""
        self.errors = errors
        self.timeout = read_timeout(read_environment())
        """Seconds for one answer."""
        self._process: Process | None = None
        if shutil.which(self.words[0]) is None:
            raise SetupError(explain_missing(self.words[0]))
        self._command = isolate_command(self.words, self.name, calls and calls.parent)

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask the program once; start it again if it has ended.

        Raises:
            Unreadable: If its line holds no move.
            PlayerError: If it does not answer in time, or ends twice without an answer.
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
        """End the program: it is asked nothing more."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    async def _ask_in_time(self, line: str) -> str:
        try:
            async with asyncio.timeout(self.timeout):
                return await self._ask(line)
        except TimeoutError:
            self._stop_at_once()
            raise PlayerError(
                f"{self.name} did not answer within {self.timeout:g} seconds; "
                f"PARLOUR_TIMEOUT sets how long to wait."
            ) from None
        except LineTooLong:
            self._stop_at_once()
            raise PlayerError(
                f"{self.name} answered with a line of more than {MAX_LINE_BYTES:,} bytes."
            ) from None
        except asyncio.CancelledError:  # a late answer would pass for that to the next question
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
        where = f" What it wrote to stderr is in {self.errors}." if self.errors else ""
        raise PlayerError(f"{self.name} ended{how} before it answered.{where}")

    def _start(self) -> Process:
        try:
            return Process(self._command, self.errors)
        except OSError as error:
            raise PlayerError(f"{self.name} cannot be started: {error.strerror}.") from None

    def _stop_at_once(self) -> None:
        if self._process is not None:
            self._process.stop(at_once=True)
            self._process = None


def _describe_exit(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"
