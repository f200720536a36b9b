"""Reads damaged files in forked copies of one process, which has everything imported already.

`python -m tests.campaign.reader NUMBER` accepts connections on an open socket, and forks for each.
The copy takes orders as lines of JSON, and answers with a line for each use. It has limits of
memory; if it crashes or takes too long, the next order goes to another copy.
"""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock, local
from typing import Any

from tests.campaign.case import Ended

SECONDS = 20.0
"""How long all that is done with one file may take."""
MEMORY = 1_500_000_000
"""The most address space that a copy may take in addition to what the process has."""
KEPT = 300_000
"""How many bytes of an output are reported."""
ORDERS = 40
"""How many orders a copy follows; what one leaves behind, the next ones meet."""
WITHOUT_THREADS = {"OPENBLAS_NUM_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system"}
"""Variables that keep libraries from starting threads, which a fork would leave behind."""
_own = local()
_lock = Lock()


@cache
def _listener() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The address of the process that forks, and the process; it ends with the campaign."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("")  # Linux finds a name
    listener.listen(64)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.campaign.reader", f"{listener.fileno()}"],
        cwd=Path(__file__).parent.parent.parent,
        stdin=subprocess.PIPE,
        pass_fds=[listener.fileno()],
        env={**os.environ, **WITHOUT_THREADS},
    )
    return listener, process


class Reader:
    """A copy of the process; one at a time for each thread."""

    def __init__(self) -> None:
        self.orders = 0
        with _lock:
            listener, _ = _listener()
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(listener.getsockname())
        self.lines = self._read_lines()
        self.pid: int = json.loads(next(self.lines))

    @staticmethod
    def of_thread() -> "Reader":
        """The reader of this thread."""
        reader: Reader | None = getattr(_own, "reader", None)
        if reader is None or reader.orders >= ORDERS:
            if reader is not None:
                reader.socket.close()
            reader = _own.reader = Reader()
        return reader

    def read(
        self, folder: Path, uses: Sequence[Sequence[str]], environment: Mapping[str, str]
    ) -> list[tuple[str, Ended]]:
        """Do something with the files in a folder; return how each use ended."""
        self.orders += 1
        order = {"folder": str(folder), "uses": uses, "environment": dict(environment)}
        self.socket.sendall(json.dumps(order).encode() + b"\n")
        self.socket.settimeout(SECONDS)
        told: list[tuple[str, Ended]] = []
        try:
            for use in uses:
                ended = json.loads(next(self.lines))
                told.append((" ".join(use), Ended(**ended)))
            next(self.lines)  # it has left the folder
        except (TimeoutError, StopIteration) as error:
            in_time = isinstance(error, StopIteration)
            self.orders = ORDERS
            with suppress(OSError):
                os.kill(self.pid, signal.SIGKILL)
            if len(told) < len(uses):
                says = "the process that reads died"
                ended = Ended(-1, "", says, SECONDS, 0, in_time=in_time)
                told.append((" ".join(uses[len(told)]), ended))
        return told

    def _read_lines(self) -> Iterator[bytes]:
        kept = b""
        while True:
            *lines, kept = kept.split(b"\n")
            yield from lines
            try:
                data = self.socket.recv(1 << 20)
            except ConnectionResetError:
                return
            if not data:
                return
            kept += data


def main() -> None:
    """Fork for each connection until stdin ends."""
    listener = socket.socket(fileno=int(sys.argv[1]))
    calls = _load_everything()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for copies
    import select

    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        if sys.stdin in ready:
            return
        connection, _ = listener.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listener.close()
            _follow(connection, calls)
            os._exit(0)
        connection.close()


def _load_everything() -> Mapping[str, Callable[[Path], object]]:
    """Import what is needed, and fill caches that files of a case cannot change.

    Each kind of command runs once, so that children find loaded what it loads.
    """
    import gc
    from tempfile import TemporaryDirectory

    import typer

    with suppress(ModuleNotFoundError):  # no game needs it
        import gensim.models  # noqa: F401
    import matplotlib.figure  # noqa: F401
    import statsmodels.api  # noqa: F401

    import screens.games.ui
    from engine.games.catalog import CATALOG
    from tests.campaign.file_uses import CALLS
    from tests.campaign.original_files import list_first_commands
    from tui.command_line import run
    from tui.commands.parlour import commands

    for name in CATALOG:
        screens.games.ui.load_game_ui(name)
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


def _follow(connection: socket.socket, calls: Mapping[str, Callable[[Path], object]]) -> None:
    """In a copy: follow orders, and tell how each use ended."""
    drop_capabilities()
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    kept = os.dup(2)
    connection.sendall(f"{os.getpid()}\n".encode())
    for line in connection.makefile("rb"):
        order = json.loads(line)
        folder = Path(order["folder"])
        os.chdir(folder / "work")
        for use in order["uses"]:
            os.environ.clear()
            os.environ.update(order["environment"])
            Path("/proc/self/clear_refs").write_text("5")  # the most memory, from now on
            told = _use_watched(use, calls, folder)
            connection.sendall(json.dumps(told).encode() + b"\n")
        os.chdir("/")
        for number in (1, 2):
            os.dup2(kept, number)
        connection.sendall(b"{}\n")


def _use_watched(
    use: Sequence[str], calls: Mapping[str, Callable[[Path], object]], folder: Path
) -> dict[str, Any]:
    """Use the files; say how that ended, and what it wrote."""
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
    return {
        "code": code,
        "out": texts[0],
        "err": texts[1],
        "seconds": time.monotonic() - started,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "in_time": True,
    }


def _use(use: Sequence[str], calls: Mapping[str, Callable[[Path], object]], folder: Path) -> int:
    from engine.errors import PlayerError, SetupError
    from screens.setup.last_setup import LastSetupError
    from tui.command_line import run
    from tui.errors import USAGE_ERRORS

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
