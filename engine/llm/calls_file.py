"""Write and read the calls file of a match: the questions to models and programs, as JSON lines."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields
from math import isfinite
from pathlib import Path
from typing import Any

from engine.errors import PlayerError
from engine.journal.errors import JournalError
from engine.journal.reader import parse_line
from engine.journal.record import Record
from engine.llm.json_encoding import encode_json
from engine.llm.nesting import is_too_deep
from engine.llm.secrets import redact_all
from engine.prompt import Message
from engine.timestamp import format_utc_now
from files.private import make_private_folder, require_own, restrict_mode
from files.regular import open_regular, read_bytes

SUFFIX = ".calls.jsonl"


MAX_REPLY_CHARS = 200_000
"""Characters of a reply that are read, logged and printed."""


MAX_FINISH_CHARS = 40
"""Characters of the server's reason why the model stopped."""


MAX_NAME_CHARS = 200
"""Characters of the names that the server gives a reply and its model."""


MAX_FILE_BYTES = 64_000_000
"""Maximum size of a file that is read; a long game of four models has a few million bytes."""


WRITER = json.JSONEncoder(separators=(",", ":"))
"""Writes non-ASCII characters as escapes."""


APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
"""Flags for opening the file; symbolic links are refused, as they could redirect the lines."""


@dataclass(slots=True)
class Call:
    """One question to a model or an external player, and the answer or failure."""

    seat: str
    """The name of the seat that was asked."""
    model: str
    """The name of the model on its server, or of the program or Python player."""
    server: str
    """Host and port of the server; empty if there is none."""
    attempt: int
    """The number of the answer to this prompt, from 1."""
    repeat: int
    """The number of earlier failures of the same request."""
    messages: list[Message]
    """The messages as sent, but with the SHA-256 and the size in bytes of each picture."""
    settings: dict[str, object]
    """The other fields of the request, such as temperature and response format."""
    time: str = field(default_factory=format_utc_now)
    """The time of the request: UTC, ISO 8601."""
    reply: str | None = None
    """The raw reply; `None` if there was none."""
    reasoning: str | None = None
    """The model's reasoning, if the server sends it separately."""
    finish: str | None = None
    """The server's reason why the model stopped."""
    seconds: float = 0.0
    """Seconds from the request to the reply."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    """Its cost, if the price is known."""
    tokens_cached: int | None = None
    """Tokens of `tokens_in` that the server had cached, if it says so."""
    tokens_reasoning: int | None = None
    """Tokens of `tokens_out` that are reasoning, if the server says so."""
    response_id: str | None = None
    """The server's id of the reply."""
    served_model: str | None = None
    """The model that answered, in the server's words; a name may stand for several versions."""
    fingerprint: str | None = None
    """The server's `system_fingerprint` of its model and configuration."""
    failure: str | None = None
    """The kind of failure, if there was no reply."""
    learned: str | None = None
    """A setting that the server refused, which is not sent again."""
    verdict: str = ""
    """`legal`, `illegal: ...`, `unreadable: ...` or `failed: ...`."""
    move: int = 0
    """The number of the seat's move, from 1; 0 if unknown."""
    prompt_hash: str = ""
    """The hash of the texts that the prompt was built from, see `engine.prompt.Prompt`."""
    assisted: str = ""
    """`asked` if the operator asked, with or without an edited prompt; else empty."""
    step: str = ""
    """The module of an agent with several that was asked; empty if the call asks for the move."""
    beliefs: dict[str, Any] | None = None
    """The beliefs of such an agent when it was asked for its move; `None` for other calls."""


NAMES = tuple(one.name for one in fields(Call))
"""The JSON keys of a line."""


REDACTED = (
    *("messages", "settings", "reply", "reasoning"),
    *("finish", "verdict", "learned", "beliefs"),
    *("response_id", "served_model", "fingerprint"),
)
"""The fields of a call that may contain an API key."""


def redact_call(call: Call, secrets: tuple[str, ...]) -> None:
    """Redact API keys in a call, once its answer was parsed."""
    if secrets:
        for name in REDACTED:
            setattr(call, name, redact_all(getattr(call, name), secrets))
    call.finish = call.finish and call.finish[:MAX_FINISH_CHARS]
    for name in ("response_id", "served_model", "fingerprint"):
        value = getattr(call, name)
        setattr(call, name, value and value[:MAX_NAME_CHARS])


def build_calls_path(journal: Path) -> Path:
    """Find the calls file of a journal: `game.calls.jsonl` beside `game.jsonl`."""
    return journal.with_name(journal.name.removesuffix(".jsonl") + SUFFIX)


def refuse_present_calls(journal: Path) -> None:
    """Refuse a new journal whose calls file already exists, as it belongs to another game.

    Raises:
        JournalError: If it exists.
    """
    for path in {build_calls_path(journal), journal.with_suffix(SUFFIX)}:
        if os.path.lexists(path):
            raise JournalError(
                f"{path} exists already and belongs to another game; name another journal."
            )


def append_call(path: Path, call: Call) -> None:
    """Append one line to the calls file, which is created with mode 0600.

    Like the journal, it contains what the seat saw, secrets included. Only ASCII is written, so
    that a hostile reply cannot harm a terminal in which the file is printed.

    Raises:
        PlayerError: If it cannot be written.
    """
    line = memoryview(_encode_line(call))
    try:
        file = _open(path)
        try:
            size = _remove_torn_line(file)
            try:
                while line:
                    line = line[os.write(file, line) :]
            except OSError:  # on a full disk, half a line may be left
                os.ftruncate(file, size)
                raise
        finally:
            os.close(file)
    except OSError as error:
        raise PlayerError(f"{path} cannot be written: {error.strerror}.") from None


def read_calls(record: Record) -> tuple[Call, ...]:
    """Read every call of a match, in the order in which they ended.

    An incomplete last line is left out. The texts are raw: clean them before you show them.

    Args:
        record: The journal.

    Returns:
        The calls; empty if there is no calls file.

    Raises:
        JournalError: If the file is damaged; the message gives the file, the line and the reason,
            but does not quote the line, which may contain a secret.
    """
    path = build_calls_path(record.path)
    try:
        data = read_bytes(path, MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > MAX_FILE_BYTES:
        raise JournalError(
            f"{path} is too long to show: it has more than {MAX_FILE_BYTES:,} bytes."
        )
    return parse_calls(path, data, record)


def parse_calls(path: Path, data: bytes, record: Record) -> tuple[Call, ...]:
    """Read the lines of a calls file; an incomplete last line is left out.

    Raises:
        JournalError: As `read_calls` does.
    """
    lines = data.split(b"\n")[:-1]
    return tuple(_parse_call(path, number, line, record) for number, line in enumerate(lines, 1))


def list_message_texts(message: dict[str, Any]) -> Iterator[str]:
    """Yield the parts of a logged message as raw text; for a picture, its size and digest."""
    content = message.get("content")
    for part in content if isinstance(content, list) else [content]:
        match part:
            case str() as text:
                yield text
            case {"type": "text", "text": str() as text}:
                yield text
            case {"type": "image_url", "sha256": str() as digest, "bytes": int() as size}:
                yield f"(picture of {size:,} bytes, SHA-256 {digest[:16]}…)"
            case _:
                yield json.dumps(part)


def _encode_line(call: Call) -> bytes:
    values = {name: getattr(call, name) for name in NAMES}  # does not copy the prompt
    contents = [call.reply, *(message.get("content") for message in call.messages)]
    if all(text.isascii() for text in contents if isinstance(text, str)):  # else it is in vain
        with suppress(ValueError):  # a lone surrogate
            line = encode_json(values)
            if line.isascii():
                return line + b"\n"
    return WRITER.encode(values).encode() + b"\n"


def _open(path: Path) -> int:
    try:
        file = open_regular(path, APPEND)
    except FileNotFoundError:
        make_private_folder(path.parent)
        file = open_regular(path, APPEND)
    try:
        require_own(path, file)
        restrict_mode(file)
    except OSError:
        os.close(file)
        raise
    return file


def _remove_torn_line(file: int) -> int:
    """Cut off an incomplete last line of a killed process; return the size in bytes."""
    size = os.fstat(file).st_size
    if size:
        os.lseek(file, -1, os.SEEK_END)
        if os.read(file, 1) != b"\n":
            os.lseek(file, 0, os.SEEK_SET)
            size = os.read(file, size).rfind(b"\n") + 1
            os.ftruncate(file, size)
    return size


def _parse_call(path: Path, number: int, line: bytes, record: Record) -> Call:
    place = f"{path}, line {number}"
    if is_too_deep(line):  # printing it with indentation would overflow the stack
        raise JournalError(f"{place}: nested too deep; the file is damaged.")
    try:
        data = json.loads(line)
        whole = json.dumps(data, ensure_ascii=False).encode(errors="replace")
        data = json.loads(whole)  # without lone surrogates, which are not text
    except (ValueError, RecursionError):
        raise JournalError(f"{place}: not JSON; the file is damaged.") from None
    if not isinstance(data, dict):
        raise JournalError(f"{place}: not an object; the file is damaged.")
    call = parse_line(path, number, Call, data)
    if call.seat not in record.header.seats:
        raise JournalError(f"{place}: there is no such seat in this game.")
    tokens = (call.tokens_in, call.tokens_out, call.tokens_cached, call.tokens_reasoning)
    counts = (call.attempt, call.repeat, call.move, *(one or 0 for one in tokens))
    amounts = (call.seconds, call.cost or 0.0)
    if min(counts) < 0 or not all(isfinite(one) and one >= 0 for one in amounts):
        raise JournalError(f"{place}: a number is out of range; the file is damaged.")
    return call
