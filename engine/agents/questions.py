"""What a player from outside is asked and answers, kept as calls of models are."""

from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Protocol, runtime_checkable

from engine.llm.calls_file import MAX_REPLY_CHARS, Call, append_call
from engine.players import PlayerError, Unreadable, no_moves


@runtime_checkable
class Questioned(Protocol):
    """A player from outside."""

    questions: "Questions"
    """What it was asked."""


@dataclass(slots=True)
class Questions:
    """The questions to one player from outside."""

    seat: str
    """The name of its seat."""
    player: str
    """What it is called in messages."""
    path: Path | None
    """The file that keeps every call; `None` keeps none."""
    made: Callable[[], int] = no_moves
    """How many moves the seat has made by now."""
    attempt: int = 0
    last: Call | None = None
    """The question that was put last, and what became of it."""

    @contextmanager
    def asked(self, line: str, complaint: str | None) -> Iterator[Call]:
        """Keep one question, and what becomes of it.

        Gives the call, for its reply and verdict; of what goes wrong the verdict is noted here.

        Args:
            line: The question, as a program reads it.
            complaint: Why the last answer to this same question did not count.

        Raises:
            PlayerError: If it cannot be kept.
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
            move=self.made() + 1,
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
