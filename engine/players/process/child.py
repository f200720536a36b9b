"""Run a program that answers lines of text."""

import asyncio
import os
import select
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread

from engine.players.process.stderr import StderrFile
from engine.players.process.tree import (
    add_agent,
    end_agent,
    find_offspring,
    forget_agent,
    prepare_agent,
    prepare_start,
)

MAX_LINE_BYTES = 1_000_000
"""Maximum length of an answer in bytes."""


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
