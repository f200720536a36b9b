"""A program in a seat: a line of JSON for each question, a line for each answer."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.agents.command import called, missing, words_of
from engine.agents.pipe import LONGEST, Ended, Pipe, TooLong
from engine.agents.questions import Questions
from engine.agents.request import request
from engine.game import Game
from engine.llm.judging import judge_move
from engine.llm.reply import parse_move
from engine.llm.server import read_environment, read_timeout
from engine.players import PlayerError, SetupError, Unreadable, no_moves


class ProgramPlayer[View, Move]:
    """A player that runs as a program of its own; it is started at the first question."""

    def __init__(
        self,
        command: str,
        game: Game[Any, View, Move],
        seat_name: str,
        errors: Path | None,
        calls: Path | None = None,
        made: Callable[[], int] = no_moves,
    ) -> None:
        """Take a seat; nothing is started yet.

        Args:
            command: The program and its arguments.
            game: The rules, for the moves invited.
            seat_name: The name of the seat.
            errors: The file that keeps what the program writes to stderr; `None` keeps nothing.
            calls: The file that keeps what it is asked and answers; `None` keeps nothing.
            made: How many moves the seat has made by now.

        Raises:
            SetupError: If there is no such program, or `PARLOUR_TIMEOUT` is no number.
        """
        self.words = words_of(command)
        self.name = called(command)
        """What the program is called in messages."""
        self.game = game
        self.seat_name = seat_name
        self.questions = Questions(seat_name, self.name, calls, made)
        """What it was asked, kept."""
        self.errors = errors
        self.timeout = read_timeout(read_environment())
        """Seconds for one answer."""
        self._pipe: Pipe | None = None
        if shutil.which(self.words[0]) is None:
            raise SetupError(missing(self.words[0]))

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask the program once; one that has ended meanwhile is started again.

        Raises:
            Unreadable: If there is no move in the line that it answers.
            PlayerError: If it does not answer in time, or ends twice without an answer.
        """
        kinds = self.game.moves(view)
        line = request(self.game.name, self.seat_name, view, kinds, complaint)
        with self.questions.asked(line, complaint) as call:
            call.reply = answer = await self._in_time(line)
            try:
                move: Move = parse_move(kinds, answer, thoughts=False)
            except Unreadable as error:
                why = error.private
                raise Unreadable(f"The answer of {self.name} holds no move.", why) from None
            call.verdict = str(judge_move(self.game, view, move))
        return move

    def close(self) -> None:
        """Let the program end: nothing more will be asked."""
        if self._pipe is not None:
            self._pipe.stop()
            self._pipe = None

    async def _in_time(self, line: str) -> str:
        try:
            async with asyncio.timeout(self.timeout):
                return await self._answer(line)
        except TimeoutError:
            self._stop_at_once()
            raise PlayerError(
                f"{self.name} did not answer within {self.timeout:g} seconds; "
                f"PARLOUR_TIMEOUT sets how long to wait."
            ) from None
        except TooLong:
            self._stop_at_once()
            raise PlayerError(
                f"{self.name} answered with a line of more than {LONGEST:,} bytes."
            ) from None
        except asyncio.CancelledError:  # its answer would be taken for that to the next question
            self._stop_at_once()
            raise

    async def _answer(self, line: str) -> str:
        ended = Ended(None)
        for _ in range(2):
            if self._pipe is None:
                self._pipe = self._start()
            try:
                return await self._pipe.ask(line)
            except Ended as error:
                self._stop_at_once()
                ended = error
        how = "" if ended.code is None else f" with {_told(ended.code)}"
        where = f" What it wrote to stderr is in {self.errors}." if self.errors else ""
        raise PlayerError(f"{self.name} ended{how} before it answered.{where}")

    def _start(self) -> Pipe:
        try:
            return Pipe(self.words, self.errors)
        except OSError as error:
            raise PlayerError(f"{self.name} cannot be started: {error.strerror}.") from None

    def _stop_at_once(self) -> None:
        if self._pipe is not None:
            self._pipe.stop(at_once=True)
            self._pipe = None


def _told(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"
