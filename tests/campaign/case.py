"""A case of the fault campaign, and what has to hold after every one of them."""

import json
import os
import re
import signal
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.llm.calls_file import SUFFIX, read_calls

KEY = "sk-campaign-5f0c7e1d9b3a48266e0d"
"""The API key in the environment of every run: it must never be written anywhere."""
MEMORY = 400_000_000
"""The most memory that one run may take, in bytes; a game of random players takes 120 MB."""
SCANNED = 64_000_000
"""How much of each file is searched for secrets, in bytes."""
SENTENCE = re.compile(r"^(The )?[\w.: -]+ \(.*\) failed: |^The budget of ")
"""How the line begins that says why a game stops."""
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""What must not come to a terminal: controls, zero-width characters, bidi overrides."""


class Failed(Exception):
    """What happened is not what is expected; the message says how."""


@dataclass(frozen=True)
class Plan:
    """How much to try, where a part can try any number of things."""

    mutants: int = 5_000
    """How many damaged files to try."""
    seed: str = "campaign"
    """Decides what is damaged."""


@dataclass(frozen=True)
class Case:
    """One fault, and what is expected of Parlour."""

    part: str
    name: str
    run: Callable[[Path], None]
    """Try it in an empty folder; raises `Failed`."""
    seconds: float = 60.0
    """How long it may take."""

    @property
    def label(self) -> str:
        return f"{self.part}/{self.name}"


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it wrote."""

    code: int
    """The exit code, or minus the number of the signal that ended it."""
    out: str
    err: str
    seconds: float
    memory: int
    """The most memory that it took at a time, in bytes."""
    in_time: bool
    """It ended by itself before the time limit."""


def expect(condition: object, reason: str) -> None:
    """Raise `Failed` for this reason unless the condition holds."""
    if not condition:
        raise Failed(reason)


def expect_end(
    ended: Ended,
    codes: Iterable[int],
    *,
    says: str = "",
    memory: int = MEMORY,
    secrets: Iterable[str] = (),
) -> None:
    """Expect that a command ended as it should.

    Args:
        ended: How it ended.
        codes: The exit codes that are right.
        says: A pattern that what it wrote has to contain.
        memory: The most memory that it may have taken, in bytes.
        secrets: What it must not have written, besides the key.
    """
    wrote = ended.out + ended.err
    tail = " | ".join(wrote.strip().splitlines()[-3:])[-600:]
    expect(ended.in_time, f"still running after {ended.seconds:.0f} s: {tail}")
    expect("Traceback (most recent call last)" not in wrote, f"a traceback: {tail}")
    expect(ended.code in set(codes), f"exit code {ended.code}, not {set(codes)}: {tail}")
    expect(re.search(says, wrote), f"does not say {says!r}: {tail}")
    expect(ended.memory <= memory, f"took {ended.memory / 1e6:,.0f} MB: {tail}")
    hidden = HIDDEN.search(wrote)
    expect(not hidden, f"wrote the character {hidden and hidden[0]!a}: {tail!a}")
    for secret in (KEY, *secrets):
        expect(secret not in wrote, f"wrote the secret {secret}: {tail}")


def expect_sentence(ended: Ended, says: str) -> None:
    """Expect that one line names a failed seat, and says this of it."""
    lines = [line for line in ended.err.splitlines() if SENTENCE.search(line)]
    expect(len(lines) == 1, f"{len(lines)} lines name a failed seat: {ended.err[-600:]!a}")
    expect(re.search(says, lines[0]), f"does not say {says!r}: {lines[0]}")
    expect(len(lines[0]) <= 400, f"a sentence of {len(lines[0])} characters: {lines[0][:400]}")


def expect_journals(folder: Path, *, at_least: int = 0, torn: bool = False) -> None:
    """Expect that all journals in a folder, and the calls files beside them, can be read.

    Args:
        folder: Where to look, at any depth.
        at_least: How many there have to be.
        torn: A last line may be cut off, as after SIGKILL.
    """
    found = 0
    for path in sorted(folder.rglob("*.jsonl")):
        if path.name.endswith(SUFFIX) or not _is_journal(path):
            continue
        found += 1
        try:
            record = read_record(path)
            read_calls(record)
        except JournalError as error:
            raise Failed(f"a damaged journal: {error}") from None
        expect(torn or not record.torn, f"{path.name} ends in the middle of a line")
    expect(found >= at_least, f"{found} journals instead of {at_least}")


def _is_journal(path: Path) -> bool:
    if not stat.S_ISREG(path.lstat().st_mode):
        return False
    with path.open("rb") as file:
        line = file.readline(100_000)
    try:
        return "game" in json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return False


def expect_private(folder: Path, secrets: Iterable[str] = ()) -> None:
    """Expect that no file in a folder, nor its name, holds the key or another secret."""
    words = [secret.encode() for secret in (KEY, *secrets)]
    for path in folder.rglob("*"):
        info = path.lstat()
        expect(not any(word in os.fsencode(path) for word in words), f"{path.name} names a secret")
        if not stat.S_ISREG(info.st_mode):
            continue
        with suppress(OSError), path.open("rb") as file:
            data = file.read(SCANNED)
            for word in words:
                expect(word not in data, f"{path.name} holds the secret {word.decode()}")


def list_processes() -> frozenset[int]:
    """The number of every process."""
    return frozenset(int(name) for name in os.listdir("/proc") if name.isdecimal())  # noqa: PTH208


def find_left(folder: Path, before: frozenset[int]) -> list[int]:
    """Find processes that name the folder in environment, command or working folder.

    All that a case starts has its home there, whatever else it does to get away.

    Args:
        folder: The folder of the case.
        before: Processes that are older than the case.
    """
    mark = os.fsencode(folder)
    return [pid for pid, about in _describe_processes(list_processes() - before) if mark in about]


def _describe_processes(pids: Iterable[int]) -> Iterator[tuple[int, bytes]]:
    """Yield command, working folder and environment of each process that is no zombie."""
    for pid in pids:
        path = Path(f"/proc/{pid}")
        about = b""
        with suppress(OSError):
            if (path / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0] == "Z":
                continue
            about += (path / "cmdline").read_bytes()
            about += os.fsencode((path / "cwd").readlink())
            about += (path / "environ").read_bytes()
        yield pid, about


def expect_nothing_left(folder: Path, before: frozenset[int], seconds: float = 2.0) -> None:
    """Expect that all processes of a case are gone within some seconds; end those that are not."""
    until = time.monotonic() + seconds
    while (left := find_left(folder, before)) and time.monotonic() < until:
        time.sleep(0.02)
    names = [_name(pid) for pid in left]
    while left:
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)
        left = find_left(folder, before)
    expect(not names, f"left running: {', '.join(names)[:400]}")


def _name(pid: int) -> str:
    with suppress(OSError):
        return (
            Path(f"/proc/{pid}/cmdline")
            .read_bytes()
            .replace(b"\0", b" ")
            .decode("utf-8", "replace")
        )
    return str(pid)


def run_case(case: Case, space: Path) -> str:
    """Run a case in a folder of its own within `space`.

    Whatever the case itself expects, afterwards no process is left, no file lies beside its
    folder, and the key is in no file.

    Returns:
        Why it failed; empty if it did not.
    """
    folder = space / "folder"
    folder.mkdir(parents=True)
    before = list_processes() | {os.getpid()}
    started = time.monotonic()
    reason = ""
    try:
        case.run(folder)
    except Failed as failed:
        reason = str(failed)
    except Exception as error:  # noqa: BLE001
        reason = f"the case itself is broken: {type(error).__name__}: {error}"
    taken = time.monotonic() - started
    checks: tuple[Callable[[], None], ...] = (
        lambda: expect_nothing_left(folder, before),
        lambda: expect_private(folder),
        lambda: expect([p.name for p in space.iterdir()] == ["folder"], "a file beside its folder"),
        lambda: expect(taken <= case.seconds, f"took {taken:.0f} s, not {case.seconds:.0f}"),
    )
    for check in checks:
        try:
            check()
        except Failed as failed:
            reason = reason or str(failed)
    return reason
