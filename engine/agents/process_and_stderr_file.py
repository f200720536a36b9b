"""Run a program that answers lines of text, and keep what it writes to stderr in a file.

`Process` starts the program, writes a line to its stdin, waits for a line on its stdout, and ends
it. `StderrFile` keeps the first and the last bytes of stderr.
"""

import asyncio
import fcntl
import os
import re
import select
import shlex
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Lock, Thread
from time import monotonic, sleep
from typing import IO, ClassVar, Self

from engine.agents.process_tree import (
    add_agent,
    end_agent,
    find_offspring,
    forget_agent,
    prepare_agent,
    prepare_start,
)
from engine.player_protocol import SetupError
from files.private import make_private_folder, restrict_mode
from files.regular import open_regular

HEAD_BYTES = TAIL_BYTES = 500_000
"""Bytes of stderr that are kept from the beginning, and from the end."""
OPEN = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
"""Flags for opening the file; symbolic links are refused, as they could redirect the output."""
CHUNK_BYTES = 1_048_576
"""Bytes read at a time, and the size of the pipe if the system allows it, so that a program that
writes much can still answer in time."""
WRITE_SECONDS = 0.5
"""Interval in which the end is written while the program keeps writing."""
PAUSE_SECONDS = 0.005
"""Pause after each chunk beyond the head, so that a flood of output does not slow the game."""
MARK = re.compile(rb"\n\[\.\.\. ([\d,]{1,30}) bytes left out \.\.\.\]\n")


class StderrFile:
    """Keeps the first and last bytes of stderr; a restarted program continues the same file."""

    _open: ClassVar[dict[Path, "StderrFile"]] = {}
    _open_lock = Lock()

    def __init__(self, path: Path, file: int) -> None:
        """Use `StderrFile.open` instead."""
        self.path = path
        self._file = file
        self._users = 0
        self._lock = Lock()
        self._written = 0.0  # the time when the end was last written
        self._unwritten = False
        self._load()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file, mode 0600, or return it if it is already open.

        Raises:
            OSError: If it cannot be written, or is not a regular file.
        """
        with cls._open_lock:
            found = cls._open.get(path)
            if found is None or not found._is_in_place():
                make_private_folder(path.parent)
                file = open_regular(path, OPEN)
                restrict_mode(file)
                found = cls._open[path] = cls(path, file)
            found._users += 1
            assert isinstance(found, cls)
            return found

    def keep(self, stream: IO[bytes]) -> Thread:
        """Start a thread that keeps the bytes of a stream until it ends."""
        thread = Thread(target=self._keep, args=(stream,), daemon=True)
        thread.start()
        return thread

    def close(self, *, delete_empty: bool = False) -> None:
        """Write the rest and close the file, once nobody else uses it."""
        with self._open_lock:
            self._users -= 1
            if self._users:
                return
            if self._open.get(self.path) is self:
                del self._open[self.path]
        with self._lock:
            self._write_end()
            is_useless = self._is_in_place() and not os.fstat(self._file).st_size
            file, self._file = self._file, -1
            os.close(file)
        if delete_empty and is_useless:
            with suppress(OSError):  # the folder is gone
                self.path.unlink()

    def _is_in_place(self) -> bool:
        """Whether the path still leads to the open file: somebody may have deleted it."""
        try:
            return os.path.samestat(self.path.stat(), os.fstat(self._file))
        except OSError:
            return False

    def _load(self) -> None:
        """Load the content of the file."""
        size = os.fstat(self._file).st_size
        self._head = min(size, HEAD_BYTES)
        start = HEAD_BYTES
        self._left_out = 0
        if size > HEAD_BYTES and (mark := MARK.match(os.pread(self._file, 100, HEAD_BYTES))):
            self._left_out = int(mark[1].replace(b",", b""))
            start += mark.end()
        begin = max(start, size - TAIL_BYTES)
        self._left_out += max(0, begin - start)
        self._tail = bytearray(os.pread(self._file, TAIL_BYTES, begin))

    def _keep(self, stream: IO[bytes]) -> None:
        pipe = stream.fileno()
        poll = select.poll()
        poll.register(pipe, select.POLLIN)
        with suppress(OSError, AttributeError):  # not every system can resize pipes
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, CHUNK_BYTES)
        with suppress(OSError, ValueError), stream:
            while self._file >= 0:
                if not poll.poll(1000 * WRITE_SECONDS):
                    with self._lock:
                        self._write_end()
                    continue
                if not (data := os.read(pipe, CHUNK_BYTES)):
                    break
                with self._lock:
                    self._add(data)
                if self._tail:
                    sleep(PAUSE_SECONDS)
        with self._lock:
            self._write_end()

    def _add(self, data: bytes) -> None:
        if self._file < 0:
            return
        room = HEAD_BYTES - self._head
        if room and (first := data[:room]):
            self._write(first, self._head)
            self._head += len(first)
        if rest := data[room:]:
            self._tail += rest
            if (excess := len(self._tail) - TAIL_BYTES) > 0:
                self._left_out += excess
                del self._tail[:excess]
            self._unwritten = True
            if monotonic() - self._written >= WRITE_SECONDS:
                self._write_end()

    def _write_end(self) -> None:
        if self._file < 0 or not self._unwritten:
            return
        mark = f"\n[... {self._left_out:,} bytes left out ...]\n" if self._left_out else ""
        end = mark.encode() + self._tail
        self._write(end, HEAD_BYTES)
        with suppress(OSError):
            os.ftruncate(self._file, HEAD_BYTES + len(end))
        self._written = monotonic()
        self._unwritten = False

    def _write(self, data: bytes, offset: int) -> None:
        with suppress(OSError):  # a full disk must not stop the program
            os.pwrite(self._file, data, offset)


SCRIPT = re.compile(r"[\w./~-]+\.(py|js|ts|rb|pl|sh|lua|R|jar)")
"""Matches the name of a script, which says more than that of its interpreter."""
MAX_LINE_BYTES = 1_000_000
"""Maximum length of an answer in bytes."""
MAX_SHOWN = 80
"""Maximum length of a program's name in the message that it does not exist, in characters."""
GRACE_SECONDS = 1.0
"""Seconds a program has to end when its input is closed."""
ENDED_SECONDS = 0.25
"""Interval in which we check whether a silent program has ended."""
MAX_SKIPPED = 1_000
"""Maximum number of chunks of unsolicited output that are skipped."""
END_SECONDS = 0.05
"""Seconds to wait for the end of its stderr, before a message names the file."""
CLOSE_SECONDS = 2.0
"""Seconds to wait for the end of its stderr once all its processes have ended."""
EXIT_SECONDS = 5.0
"""Seconds to wait for the exit code of a program that has closed its output. Its supervisor reports
it, and a busy machine may take a second to start that."""


def split_command(command: str) -> list[str]:
    """Split a command into program and arguments like a shell, without expansion.

    Raises:
        SetupError: If there is no program, or a quotation is not closed.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SetupError(f"The command {command[:60]!r} cannot be read: {error}.") from None
    if not words or not words[0]:
        raise SetupError("'exec' needs a COMMAND: a program, and its arguments.")
    return [os.path.expanduser(words[0]), *words[1:]]  # noqa: PTH111 - "./x" has to stay "./x"


def get_program_name(command: str) -> str:
    """Name a program for messages: its file name without folders."""
    first, *more = split_command(command)
    return Path(next(filter(SCRIPT.fullmatch, more), first)).name


def explain_missing(program: str) -> str:
    """Explain why a program cannot be run, and what to do."""
    shown = program if len(program) <= MAX_SHOWN else f"{program[:MAX_SHOWN]}..."
    is_file = os.path.isfile(program)  # noqa: PTH113 - no error for a name that is too long
    if os.path.isdir(program):  # noqa: PTH112
        return f"{shown} is a folder, not a program."
    if is_file and "/" in program:
        return f"{shown} may not be run as a program: chmod +x {shown}"
    if is_file:
        return f"There is no program {shown!r}; for the file in this folder say ./{shown}"
    return f"There is no program {shown!r}: check the name, and that it is installed."


class ProcessEnded(Exception):
    """The program ended or closed its output before it answered."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code
        """The exit code, the negative number of a signal, or `None` if it still runs."""


class LineTooLong(Exception):
    """A line of more than `MAX_LINE_BYTES` bytes."""


class Process:
    """A running program with non-blocking pipes, so that many programs can be awaited at once."""

    def __init__(
        self, words: Sequence[str], errors: Path | None, environment: Mapping[str, str]
    ) -> None:
        """Start the program in its own process group.

        Args:
            words: The program and its arguments.
            errors: The file, mode 0600, for its stderr; `None` discards it.
            environment: The variables that it gets.

        Raises:
            OSError: If the program does not exist, or the file cannot be written.
        """
        self._errors = StderrFile.open(errors) if errors is not None else None
        prepare_agent()
        try:
            self._process = Popen(  # noqa: S603 - the user chose the program
                words,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL if self._errors is None else PIPE,
                bufsize=0,
                start_new_session=True,
                env=environment,
                preexec_fn=prepare_start(),
            )
        except BaseException:
            forget_agent()
            if self._errors is not None:
                self._errors.close()
            raise
        add_agent(self._process.pid)
        if self._errors is not None:
            assert self._process.stderr is not None
            self._keeping = self._errors.keep(self._process.stderr)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._rest = b""
        self._asked = False

    async def ask(self, line: str) -> str:
        """Write one line, and read the next line.

        Lines that the program wrote before the question are skipped.

        Raises:
            ProcessEnded: If the program has ended.
            LineTooLong: If its answer is longer than `MAX_LINE_BYTES`.
        """
        if self._asked:
            self._skip_unread_output()
        self._asked = True
        rest = memoryview(f"{line}\n".encode())
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                await _wait_until_ready(self._in, writing=True)
            except BrokenPipeError:  # it may have answered without reading
                break
        return await self._read_line()

    def stop(self, *, at_once: bool = False) -> None:
        """Close the program's input, and end it after `GRACE_SECONDS`, or `at_once`."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._process.stdin.close()
            Thread(target=self._end, args=(0.0 if at_once else GRACE_SECONDS, at_once)).start()

    def _end(self, grace: float, may_start_again: bool) -> None:
        offspring = find_offspring(self._process.pid)
        with suppress(TimeoutExpired):
            self._process.wait(grace)
        end_agent(self._process.pid, offspring)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        if self._errors is not None:
            self._keeping.join(CLOSE_SECONDS)
            self._errors.close(delete_empty=not may_start_again)

    async def _read_line(self) -> str:
        while b"\n" not in self._rest:
            if len(self._rest) > MAX_LINE_BYTES:
                raise LineTooLong
            try:
                more = os.read(self._out, 65536)
            except BlockingIOError:
                if await self._wait_for_output():
                    continue
                more = b""  # it has ended, but a descendant may keep the pipe open
            if not more and not self._rest.strip():
                raise ProcessEnded(await self._wait_for_exit_code())
            self._rest += more or b"\n"  # the last line may lack a newline
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")

    async def _wait_for_output(self) -> bool:
        """Wait until there is output or the program has ended; return whether there is output."""
        while self._process.poll() is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(ENDED_SECONDS):
                    await _wait_until_ready(self._out, writing=False)
                return True
        poll = select.poll()
        poll.register(self._out, select.POLLIN)
        return bool(poll.poll(0))

    def _skip_unread_output(self) -> None:
        self._rest = b""
        with suppress(BlockingIOError):
            for _ in range(MAX_SKIPPED):  # a program may write as fast as we read
                if not os.read(self._out, 65536):
                    break

    async def _wait_for_exit_code(self) -> int | None:
        """Wait briefly for the exit code of a program that has closed its pipes."""
        if self._errors is not None:  # the failure names the file
            self._keeping.join(END_SECONDS)
        until = time.monotonic() + EXIT_SECONDS
        while self._process.poll() is None and time.monotonic() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        return self._process.returncode


async def _wait_until_ready(file: int, *, writing: bool) -> None:
    """Wait until a pipe is ready for writing or reading."""
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    add, remove = (
        (loop.add_writer, loop.remove_writer) if writing else (loop.add_reader, loop.remove_reader)
    )

    def set_ready() -> None:
        if not ready.done():
            ready.set_result(None)

    add(file, set_ready)
    try:
        await ready
    finally:
        remove(file)
