"""Reads damaged files in forked children of one process, which has everything imported already.

`python -m tests.campaign.reader` takes orders from stdin and gives answers on stdout, as lines of
JSON. A child has limits of memory and time; it can crash, and the next one is not concerned.
"""

import json
import os
import resource
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import local
from typing import Any

from tests.campaign.case import Ended

SECONDS = 20.0
"""How long all that is done with one file may take."""
MEMORY = 1_500_000_000
"""The most address space that a child may take in addition to what the process has."""
KEPT = 300_000
"""How many bytes of an output are reported."""
_readers = local()


class Reader:
    """The process that reads; one for each thread."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.campaign.reader"],
            cwd=Path(__file__).parent.parent.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @staticmethod
    def of_thread() -> "Reader":
        """The reader of this thread; it ends with the campaign."""
        if not hasattr(_readers, "reader"):
            _readers.reader = Reader()
        reader: Reader = _readers.reader
        return reader

    def read(
        self, folder: Path, uses: Sequence[Sequence[str]], environment: Mapping[str, str]
    ) -> list[tuple[str, Ended]]:
        """Do something with the files in a folder; return how each use ended."""
        order = {"folder": str(folder), "uses": uses, "environment": dict(environment)}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return [(use, Ended(**ended)) for use, ended in answer]


def main() -> None:
    """Take orders until there are no more."""
    calls = _load_everything()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        order = json.loads(line)
        answer = _fork(order, calls)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _load_everything() -> Mapping[str, Callable[[Path], object]]:
    """Import what is needed, and fill caches that files of a case cannot change.

    Each kind of command runs once, so that children find loaded what it loads.
    """
    import gc
    from tempfile import TemporaryDirectory

    import gensim.models  # noqa: F401
    import typer

    import screens.games.ui_loading
    from engine.games.catalog import NAMES
    from tests.campaign.file_uses import CALLS
    from tests.campaign.original_files import list_first_commands
    from tui.command_line import commands, run

    for name in NAMES:
        screens.games.ui_loading.load_game_ui(name)
    built = typer.main.get_command(commands)  # building it takes longer than reading most files
    typer.main.get_command = lambda typer_instance: built  # noqa: ARG005
    outputs, before = (sys.stdout, sys.stderr), dict(os.environ)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    with TemporaryDirectory() as folder:
        for command in list_first_commands(Path(folder)):
            run(command)
    sys.stdout, sys.stderr = outputs
    os.environ.clear()
    os.environ.update(before)
    gc.collect()
    gc.freeze()
    return CALLS


def _fork(order: Mapping[str, Any], calls: Mapping[str, Callable[[Path], object]]) -> list[Any]:
    """Have a child follow an order; say how each use ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _follow(order, calls, writing)
        os._exit(0)
    os.close(writing)
    told, until = b"", time.monotonic() + SECONDS
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        while select.select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
            if not (data := pipe.read(1 << 20)):
                break
            told += data
        in_time = time.monotonic() < until
        if not in_time:
            os.kill(child, signal.SIGKILL)
        status = os.wait4(child, 0)[1]
    lines = [json.loads(line) for line in told.split(b"\n")[:-1]]
    ended = [line for line in lines if len(line) == 2]
    if len(ended) < len(order["uses"]):  # it died in the middle of a use
        code = os.waitstatus_to_exitcode(status)
        use = " ".join(order["uses"][len(ended)])
        says = f"the process ended with {code}"
        ended.append([use, _describe(code or 1, "", says, SECONDS, in_time=in_time)])
    return ended


def _describe(code: int, out: str, err: str, seconds: float, *, in_time: bool) -> dict[str, Any]:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {
        "code": code,
        "out": out,
        "err": err,
        "seconds": seconds,
        "memory": memory,
        "in_time": in_time,
    }


def _follow(
    order: Mapping[str, Any], calls: Mapping[str, Callable[[Path], object]], writing: int
) -> None:
    """In a child: use the files, and tell how that ended."""
    folder = Path(order["folder"])
    os.chdir(folder / "work")
    os.environ.clear()
    os.environ.update(order["environment"])
    drop_capabilities()
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    for use in order["uses"]:
        environment = dict(os.environ)
        started = time.monotonic()
        files = [os.memfd_create("output") for _ in range(2)]
        for number, file in enumerate(files, 1):
            os.dup2(file, number)
        sys.stdout, sys.stderr = (
            open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            for number in (1, 2)
        )
        try:
            code = _use(use, calls, folder)
        except BaseException:  # noqa: BLE001 - to be told
            code = 70
            traceback.print_exc(limit=-12)
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        texts = [os.pread(file, KEPT, 0).decode("utf-8", "backslashreplace") for file in files]
        for file in files:
            os.close(file)
        seconds = time.monotonic() - started
        told = [" ".join(use), _describe(code, texts[0], texts[1], seconds, in_time=True)]
        data = memoryview(json.dumps(told).encode() + b"\n")
        while data:
            data = data[os.write(writing, data) :]
        os.environ.clear()
        os.environ.update(environment)


def _use(use: Sequence[str], calls: Mapping[str, Callable[[Path], object]], folder: Path) -> int:
    from engine.player_protocol import PlayerError, SetupError
    from screens.setup_choices import LastSetupError
    from tui.arguments import USAGE_ERRORS
    from tui.command_line import run

    if use[0] not in calls:
        return run(use)
    try:
        calls[use[0]](folder / use[1])
    except (*USAGE_ERRORS, PlayerError, SetupError, LastSetupError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def drop_capabilities() -> None:
    """Let modes of files hold for this process even if it is root's."""
    import ctypes

    libc = ctypes.CDLL(None)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    libc.capset(header, (ctypes.c_uint32 * 6)())


if __name__ == "__main__":
    main()
