"""Runs of Parlour that need not load it anew: a process has it loaded, and forks for each run.

It saves a second of each run. Faults of start-up, signals and programs need `processes`.
"""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local

from tests.campaign.case import Ended
from tests.campaign.processes import LIMITS, Reader, build_environment

WARM_UP = "play decrypto --seat encoder=random --seat decoder=llm:m --seat interceptor=random"
"""Loads whatever a game of a model needs; its server cannot be reached."""
_OWN = local()
"""Of each thread of the campaign, the process that forks for it."""


class Preloaded:
    """A process that has Parlour loaded; it ends with its socket."""

    def __init__(self) -> None:
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.campaign.prepared", f"{theirs.fileno()}"],
                pass_fds=[theirs.fileno()],
                cwd=Path(__file__).parent.parent.parent,
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
                stdin=subprocess.DEVNULL,
            )

    def run(
        self, folder: Path, arguments: tuple[str, ...], environment: dict[str, str], seconds: float
    ) -> Ended:
        """Run `parlour` in a copy of the process."""
        work = folder / "work"
        work.mkdir(exist_ok=True)
        pipes = [os.pipe(), os.pipe()]
        told = json.dumps([arguments, environment, str(work)]).encode()
        started = time.monotonic()
        socket.send_fds(self.socket, [told], [writing for _, writing in pipes])
        for _, writing in pipes:
            os.close(writing)
        readers = [Reader(os.fdopen(reading, "rb", 0)) for reading, _ in pipes]
        pid = json.loads(self.socket.recv(100))
        self.socket.settimeout(seconds)
        in_time = True
        try:
            end = self.socket.recv(100)
        except TimeoutError:
            in_time = False
            os.killpg(pid, signal.SIGKILL)
            self.socket.settimeout(None)
            end = self.socket.recv(100)
        status, memory = json.loads(end)
        out, err = (reader.read() for reader in readers)
        code = os.waitstatus_to_exitcode(status)
        return Ended(code, out, err, time.monotonic() - started, memory, in_time)

    def __del__(self) -> None:
        self.socket.close()
        self.process.wait()


def run_prepared(folder: Path, *arguments: str, seconds: float = 30, **environment: str) -> Ended:
    """Run `parlour` with its home in a folder to its end, as `run_parlour` does."""
    if not hasattr(_OWN, "preloaded"):
        _OWN.preloaded = Preloaded()
    preloaded: Preloaded = _OWN.preloaded
    return preloaded.run(folder, arguments, build_environment(folder, **environment), seconds)


def _serve(number: int) -> None:
    """Load Parlour, then fork for each run that is asked for."""
    from tui.command_line import run

    with TemporaryDirectory() as folder, open(os.devnull, "w") as nothing:  # noqa: PTH123
        os.environ.update(build_environment(Path(folder)))
        kept = os.dup(2)
        os.dup2(nothing.fileno(), 2)
        run([*WARM_UP.split(), "--journal", f"{folder}/game.jsonl"])
        os.dup2(kept, 2)
    asked = socket.socket(fileno=number)
    while True:
        told, files, _, _ = socket.recv_fds(asked, 1_000_000, 2)
        if not told:
            return
        pid = os.fork()
        if pid == 0:
            asked.close()
            _run(files, *json.loads(told))
        for file in files:
            os.close(file)
        asked.send(json.dumps(pid).encode())
        _, status, usage = os.wait4(pid, 0)
        asked.send(json.dumps([status, usage.ru_maxrss * 1024]).encode())


def _run(files: list[int], arguments: list[str], environment: dict[str, str], folder: str) -> None:
    """Be `parlour` from now on."""
    os.setsid()
    for limit, most in LIMITS.items():
        resource.setrlimit(limit, (most, most))
    os.chdir(folder)
    for file, target in zip(files, (1, 2), strict=True):
        os.dup2(file, target)
        os.close(file)
    sys.stdout, sys.stderr = (
        os.fdopen(1, "w"),
        os.fdopen(2, "w", 1),
    )  # those of before know another place in another file
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["parlour", *arguments]
    from tui.main import main

    code = 1
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    finally:
        if sys.exception() is not None and not isinstance(sys.exception(), SystemExit):
            sys.excepthook(*sys.exc_info())
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
