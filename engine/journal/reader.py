"""Read the journal of a match: a header, then one line of JSON for each event."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Never

from pydantic import ValidationError

from engine.format_version import find_format_fault
from engine.journal.entries import (
    Entry,
    MoveEntry,
    OpenTableEntry,
    RemarkEntry,
    ReseatEntry,
    UsageEntry,
)
from engine.journal.errors import JournalError
from engine.journal.header import FORMAT, MAX_SPEC_LENGTH, Header
from engine.journal.record import Record
from engine.move_provenance import ASSISTED
from engine.remark import LONGEST_REMARK
from engine.seed import is_valid_seed
from engine.text import clean
from engine.type_adapter import get_type_adapter
from engine.usage import Usage
from files.regular import read_bytes

MAX_BYTES = 32_000_000
"""The largest journal that is read; a long game has about 10,000 bytes."""


MAX_NUMBER = 10**15
"""Upper limit of counts and amounts; greater numbers mean that the file is damaged."""


def read_record(path: Path) -> Record:
    """Read a journal, complete or cut off by a crash.

    An incomplete last line is left out; any other fault is an error.

    Raises:
        JournalError: If it cannot be read; the message gives the file, the line and the reason, but
            does not quote the line, which may contain a secret.
    """
    try:
        data = read_bytes(path, MAX_BYTES + 1)
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > MAX_BYTES:
        raise JournalError(f"{path} is no journal: it has more than {MAX_BYTES:,} bytes.")
    return parse_record(path, data)


def parse_record(path: Path, data: bytes) -> Record:
    """Read the journal in `data`, as `read_record` reads a file.

    Args:
        path: The path for messages.
        data: The content of the file.

    Raises:
        JournalError: As `read_record` does.
    """
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[:-1]
    if not lines:
        raise JournalError(f"{path} is no journal: its first line is missing or cut short.")
    header = _parse_header(path, lines[0])
    entries = [_parse_entry(path, n, line, header) for n, line in enumerate(lines[1:], 2)]
    record = Record(path, header, tuple(entries), whole, torn=whole < len(data))
    if header.branched and len(record.moves) < header.branched.moves:
        raise JournalError(
            f"{path} was cut short before all moves of the game that it branched off were in it; "
            f"branch again."
        )
    return record


def _parse_header(path: Path, line: bytes) -> Header:
    data = _parse_object(path, 1, line)
    if "parlour" not in data:
        raise JournalError(f"{path}, line 1: not the header of a Parlour journal.")
    if fault := find_format_fault(path, "journal", data.pop("parlour"), FORMAT):
        raise JournalError(fault)
    header = parse_line(path, 1, Header, data)
    if not is_valid_seed(header.seed):
        raise JournalError(f"{path}, line 1: the seed is no line of plain text.")
    seats = {seat: clean(spec, MAX_SPEC_LENGTH) for seat, spec in header.seats.items()}
    branched = header.branched
    if branched is not None and branched.moves < 0:
        raise JournalError(f"{path}, line 1: it branched off before any move; the file is damaged.")
    return replace(
        header,
        seats=seats,
        version=clean(header.version),
        created=clean(header.created),
        branched=branched and replace(branched, journal=clean(branched.journal)),
        spaces={clean(name): clean(one) for name, one in header.spaces.items()},
    )


def _parse_entry(path: Path, number: int, line: bytes, header: Header) -> Entry:
    data = _parse_object(path, number, line)
    if "table" in data:
        opened = parse_line(path, number, OpenTableEntry, data)
        return replace(opened, time=clean(opened.time))
    seat = data.get("seat")
    if not isinstance(seat, str) or seat not in header.seats:
        raise JournalError(f"{path}, line {number}: there is no such seat in this game.")
    if "move" in data:
        moved = parse_line(path, number, MoveEntry, data)
        if not 0 <= moved.seconds < MAX_NUMBER or not 1 <= moved.attempts < MAX_NUMBER:
            raise JournalError(
                f"{path}, line {number}: seconds or attempts out of range; the file is damaged."
            )
        _check_usage(path, number, moved.usage or Usage())
        if moved.assisted and moved.assisted not in ASSISTED:
            raise JournalError(f"{path}, line {number}: no such provenance; the file is damaged.")
        stand_in = clean(moved.stand_in, MAX_SPEC_LENGTH)
        return replace(moved, time=clean(moved.time), stand_in=stand_in)
    if "usage" in data:
        spent = parse_line(path, number, UsageEntry, data)
        _check_usage(path, number, spent.usage)
        return replace(spent, time=clean(spent.time))
    if "remark" in data:
        said = parse_line(path, number, RemarkEntry, data)
        return replace(said, time=clean(said.time), remark=clean(said.remark, LONGEST_REMARK))
    reseated = parse_line(path, number, ReseatEntry, data)
    return replace(
        reseated, player=clean(reseated.player, MAX_SPEC_LENGTH), time=clean(reseated.time)
    )


def _check_usage(path: Path, number: int, usage: Usage) -> None:
    used = (usage.calls, usage.tokens_in, usage.tokens_out, usage.cost or 0)
    known = 0 <= usage.estimated <= usage.calls
    if not known or not all(0 <= one < MAX_NUMBER for one in used):  # infinity is not JSON either
        raise JournalError(f"{path}, line {number}: usage out of range; the file is damaged.")


def _parse_object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    place = f"{path}, line {number}"
    try:
        text = line.decode()
        data = json.loads(
            text, object_pairs_hook=_refuse_duplicate_keys, parse_constant=_refuse_constant
        )
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # also a lone surrogate, which is not text
        raise JournalError(f"{place}: not JSON; the file is damaged.") from None
    if not isinstance(data, dict):
        raise JournalError(f"{place}: not an object; the file is damaged.")
    return data


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("the same key twice")
    return found


def _refuse_constant(name: str) -> Never:
    raise ValueError(name)


def parse_line[T](path: Path, number: int, kind: type[T], data: Mapping[str, Any]) -> T:
    """Parse the JSON of a line as a `kind`.

    Args:
        path: The file.
        number: The line, counted from 1.
        kind: A dataclass.
        data: The parsed JSON.

    Raises:
        JournalError: If a field is missing or wrong; the message does not quote it.
    """
    try:
        typed: T = get_type_adapter(kind).validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = clean(".".join(map(str, first["loc"])), 60)
        raise JournalError(
            f"{path}, line {number}: {place}: {first['msg'].lower()}; the file is damaged."
        ) from None
    return typed
