"""The calls of a match, read again from the file beside its journal."""

import json
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any

from engine.llm.calls import Call, calls_path
from engine.record import JournalError, Record, typed

LARGEST = 64_000_000
"""The most bytes that are read; the calls of a long game of four models have some millions."""


def kept_calls(record: Record) -> tuple[Call, ...]:
    """Every call that was kept of a match, in the order in which they ended; none without a file.

    A torn last line is left out. What stands in them is as raw as it came: clean it to show it.

    Args:
        record: The journal as read.

    Raises:
        JournalError: Naming the file, the line and what is wrong with it, without quoting it:
            it may hold a secret.
    """
    path = calls_path(record.path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise JournalError(f"{path} is too long to show: it has more than {LARGEST:,} bytes.")
    lines = data.split(b"\n")[:-1]
    return tuple(_call(path, number, line, record) for number, line in enumerate(lines, 1))


def said(message: dict[str, Any]) -> Iterator[str]:
    """The parts of a message as raw text; of a picture what is noted of it."""
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


def _call(path: Path, number: int, line: bytes, record: Record) -> Call:
    place = f"{path}, line {number}"
    try:
        data = json.loads(line)
        whole = json.dumps(data, ensure_ascii=False).encode(errors="replace")
        data = json.loads(whole)  # without halves of surrogate pairs, which are no text
    except (ValueError, RecursionError):
        raise JournalError(f"{place}: not JSON; the file is damaged.") from None
    if not isinstance(data, dict):
        raise JournalError(f"{place}: not an object; the file is damaged.")
    call = typed(path, number, Call, data)
    if call.seat not in record.header.seats:
        raise JournalError(f"{place}: there is no such seat in this game.")
    counts = (call.attempt, call.repeat, call.move, call.tokens_in or 0, call.tokens_out or 0)
    amounts = (call.seconds, call.cost or 0.0)
    if min(counts) < 0 or not all(isfinite(one) and one >= 0 for one in amounts):
        raise JournalError(f"{place}: a number is out of range; the file is damaged.")
    return call
