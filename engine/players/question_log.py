"""Log the questions to a program or a Python player, in the form of calls of models."""

from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Protocol, runtime_checkable

from engine.errors import PlayerError, Unreadable
from engine.llm.calls_file import MAX_REPLY_CHARS, Call, append_call
from engine.player import count_no_moves


@runtime_checkable
class LogsQuestions(Protocol):
    """A program or Python player."""

    questions: "QuestionLog"
    """Its questions and answers."""


@dataclass(slots=True)
class QuestionLog:
    """The log of questions to one program or Python player, in the form of calls of models."""

    seat: str
    """The name of its seat."""
    player: str
    """Its name in messages."""
    path: Path | None
    """The file to append to; `None` logs nothing on disk."""
    count_moves: Callable[[], int] = count_no_moves
    """Counts the moves that the seat has made."""
    attempt: int = 0
    last: Call | None = None
    """The last question with its answer."""

    @contextmanager
    def log(self, line: str, complaint: str | None, step: str = "") -> Iterator[Call]:
        """Log one question with its answer.

        Yields the call, for the caller to set its reply and verdict; the verdict on an exception
        is set here.

        Args:
            line: The question, as a program reads it.
            complaint: Why the last answer to this question was refused.
            step: The name of a question that asks for no move, after the last one.

        Raises:
            PlayerError: If the log cannot be written.
        """
        self.attempt = 1 if complaint is None else self.attempt + 1
        call = Call(
            seat=self.seat,
            model=self.player,
            server="",
            attempt=self.attempt,
            repeat=0,
            messages=[{"role": "user", "content": line}],
            settings={},
            move=self.count_moves() + (not step),
            step=step,
        )
        self.last = call
        started = monotonic()
        try:
            yield call
        except Unreadable as error:
            call.verdict = f"unreadable: {error.private or error}"
            raise
        except PlayerError as error:
            call.verdict = " ".join(("failed:", str(error), error.private)).strip()
            raise
        except CancelledError:
            call.verdict = "failed: nobody waited for the answer"
            raise
        finally:
            call.seconds = round(monotonic() - started, 3)
            call.reply = call.reply and call.reply[:MAX_REPLY_CHARS]
            if self.path is not None:
                append_call(self.path, call)
