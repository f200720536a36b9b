"""Parlour and other commands as processes of their own, bounded in time, memory and output."""

import os
import re
import resource
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

from tests.campaign.case import KEY, Ended
from tests.signalled import COMMAND

KEPT = 2_000_000
"""How many bytes of an output are kept."""
LIMITS = {resource.RLIMIT_AS: 8_000_000_000, resource.RLIMIT_FSIZE: 2_000_000_000}
"""What ends a command that has gone wild before it harms the machine; no case relies on them."""


def build_environment(folder: Path, **others: str) -> dict[str, str]:
    """An environment whose home, settings, data and temporary files are in a folder."""
    places = {"HOME": "home", "TMPDIR": "tmp", "XDG_CONFIG_HOME": "home/config"}
    places |= {"XDG_DATA_HOME": "home/data", "XDG_CACHE_HOME": "home/cache"}
    places |= {"XDG_STATE_HOME": "home/state", "XDG_RUNTIME_DIR": "run"}
    for place in places.values():
        (folder / place).mkdir(parents=True, exist_ok=True)
    return {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",  # nobody answers there
        "PARLOUR_PATIENCE": "0",  # it would wait for a server that may be ready later
        **{name: str(folder / place) for name, place in places.items()},
        **others,
    }


class Running:
    """A command that runs; it leads a process group and a session of its own."""

    def __init__(
        self,
        folder: Path,
        command: Sequence[str],
        environment: Mapping[str, str],
        limits: Mapping[int, int] = LIMITS,
    ) -> None:
        work = folder / "work"
        work.mkdir(exist_ok=True)
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            command,
            env=environment,
            cwd=work,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.pid = self.process.pid
        self.peak = 0
        """The most memory that it was seen to take, in bytes."""
        self.inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for limit, most in limits.items():
            with suppress(ProcessLookupError):
                resource.prlimit(self.pid, limit, (most, most))
        self.readers = [Reader(pipe) for pipe in (self.process.stdout, self.process.stderr) if pipe]

    def send_signal(self, number: int) -> None:
        self.process.send_signal(number)

    def wait(self, seconds: float) -> Ended:
        """Wait until it ends; after some seconds, kill its group."""
        in_time = True
        while (end := self._poll()) is None:
            if in_time and time.monotonic() > self.started + seconds:
                in_time = False
                os.killpg(self.pid, signal.SIGKILL)
            time.sleep(0.01)
        taken = time.monotonic() - self.started
        status, memory = end
        code = self.process.returncode = os.waitstatus_to_exitcode(status)
        out, err = (reader.read() for reader in self.readers)
        return Ended(code, out, err, taken, memory, in_time)

    def _poll(self) -> tuple[int, int] | None:
        """Its status and its most memory, if it has ended.

        Linux counts the memory of the campaign itself, from which it was started, as its own. If
        that may be what it says, what was seen while it ran counts.
        """
        with suppress(OSError):
            about = Path(f"/proc/{self.pid}/status").read_bytes()
            if found := re.search(rb"VmHWM:\s+(\d+) kB", about):
                self.peak = max(self.peak, int(found[1]) * 1024)
        pid, status, usage = os.wait4(self.pid, os.WNOHANG)
        if not pid:
            return None
        own = usage.ru_maxrss > self.inherited
        return status, usage.ru_maxrss * 1024 if own else self.peak


class Reader:
    """Reads a pipe to its end, and keeps the first bytes."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.pipe, self.kept = pipe, bytearray()
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while data := os.read(self.pipe.fileno(), 65_536):
            self.kept += data[: KEPT - len(self.kept)]
        self.pipe.close()

    def read(self) -> str:
        """What came; a process that was left behind may hold the pipe open."""
        self.thread.join(1)
        return self.kept.decode("utf-8", "backslashreplace")


def start_parlour(
    folder: Path, *arguments: str, wrap: Sequence[str] = (), **environment: str
) -> Running:
    """Start `parlour` with its home in a folder, after another command such as strace."""
    return Running(folder, [*wrap, *COMMAND, *arguments], build_environment(folder, **environment))


def run_parlour(
    folder: Path, *arguments: str, seconds: float = 30, wrap: Sequence[str] = (), **environment: str
) -> Ended:
    """Run `parlour` with its home in a folder to its end."""
    return start_parlour(folder, *arguments, wrap=wrap, **environment).wait(seconds)
