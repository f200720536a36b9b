"""Every call of a model on paper: one line of JSON each, in a file beside the journal."""

import json
import os
from dataclasses import dataclass, field, fields
from pathlib import Path

from engine.llm.prompt import Message
from engine.players import PlayerError
from engine.record import now

ENDING = ".calls.jsonl"
LONGEST = 200_000
"""The most characters of an answer that are read, kept and printed."""
APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT


@dataclass(slots=True)
class Call:
    """One question to a model or a player from outside, and what came of it."""

    seat: str
    """The name of the seat that was asked."""
    model: str
    """The model's name on its server; of a program or a Python player, what it is called."""
    server: str
    """Name and port of the server; empty where none is asked."""
    attempt: int
    """The how-manieth try at this move."""
    repeat: int
    """How often the same question was put before, as calls of it failed."""
    messages: list[Message]
    """The prompt as sent; of each picture no more than its SHA-256 and its size in bytes."""
    settings: dict[str, object]
    """What else was sent: temperature, response format."""
    time: str = field(default_factory=now)
    """When it was asked: UTC, ISO 8601."""
    reply: str | None = None
    """The raw reply; `None` if there was none."""
    reasoning: str | None = None
    """What the server gave as the model's reasoning, apart from the reply."""
    finish: str | None = None
    """Why the model stopped, in the server's word."""
    seconds: float = 0.0
    """From the question to the answer."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    """What it cost, where a price is known."""
    failure: str | None = None
    """The name of the failure, if the call brought no answer."""
    learned: str | None = None
    """What the server turned out not to take; it is asked without from now on."""
    verdict: str = ""
    """`legal`, `illegal: ...`, `unreadable: ...` or `failed: ...`."""
    move: int = 0
    """For the how-manieth move of the seat it was asked; 0 where that was not noted."""
    assisted: str = ""
    """`asked` where the operator had the question put, edited or not; empty where nobody did."""


def calls_path(journal: Path) -> Path:
    """The file of calls that belongs to a journal: `game.calls.jsonl` beside `game.jsonl`."""
    return journal.with_name(journal.name.removesuffix(".jsonl") + ENDING)


def _opened(path: Path) -> int:
    try:
        return os.open(path, APPEND, 0o600)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, APPEND, 0o600)


def keep(path: Path, call: Call) -> None:
    """Add one line to the file of calls, which is made with mode 0600 at the first.

    It holds what the seat saw, secrets included, as the journal does. Nothing but
    ASCII is written, so that a hostile reply does no harm to who prints the file.

    Raises:
        PlayerError: If it cannot be written.
    """
    told = {one.name: getattr(call, one.name) for one in fields(call)}  # no copy of the prompt
    line = memoryview(json.dumps(told).encode() + b"\n")
    try:
        file = _opened(path)
        try:
            whole = _without_torn_line(file)
            try:
                while line:
                    line = line[os.write(file, line) :]
            except OSError:  # a full disk takes half a line, and the next one would go on from it
                os.ftruncate(file, whole)
                raise
        finally:
            os.close(file)
    except OSError as error:
        raise PlayerError(f"{path} cannot be written: {error.strerror}.") from None


def _without_torn_line(file: int) -> int:
    """Cut off a last line that a Parlour which was killed left unfinished; the size after that."""
    size = os.fstat(file).st_size
    if size:
        os.lseek(file, -1, os.SEEK_END)
        if os.read(file, 1) != b"\n":
            os.lseek(file, 0, os.SEEK_SET)
            size = os.read(file, size).rfind(b"\n") + 1
            os.ftruncate(file, size)
    return size
