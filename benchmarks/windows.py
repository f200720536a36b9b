"""Run real terminal emulators on a virtual screen, for benchmarks."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import monotonic, sleep

COLUMNS, LINES = 130, 40
SIZE = f"{COLUMNS}x{LINES}"
XTERM = ["xterm", "-ti", "vt340", "-fa", "Monospace", "-fs", "12", "-geometry", SIZE, "-e"]
FOOT = ["foot", f"--window-size-chars={SIZE}"]
LIMIT = 120.0
"""Seconds for everything that runs in a terminal."""
NEEDED = {"xterm": ("Xvfb", "xterm"), "foot": ("Xvfb", "weston", "foot")}
"""The programs that each kind of terminal needs."""


def find_missing_programs(kind: str) -> tuple[str, ...]:
    """The programs that are not installed here."""
    return tuple(program for program in NEEDED[kind] if which(program) is None)


def run_in(kind: str, command: Sequence[str], env: dict[str, str]) -> None:
    """Run a command in a terminal of that kind until it ends.

    Raises:
        subprocess.SubprocessError: If it does not end in time.
    """
    with _x_server() as screen, _wayland(screen, kind) as display:
        start = XTERM if kind == "xterm" else FOOT
        subprocess.run(
            [*start, *command],
            env={**os.environ, **env, **display},
            check=True,
            timeout=LIMIT,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def _x_server() -> Iterator[dict[str, str]]:
    ours, its = os.pipe()
    command = ["Xvfb", "-displayfd", str(its), "-screen", "0", "2000x1400x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[its], stderr=subprocess.DEVNULL) as server:
        os.close(its)
        try:
            with os.fdopen(ours) as said:
                yield {"DISPLAY": f":{said.readline().strip()}"}
        finally:
            server.terminate()


@contextmanager
def _wayland(screen: dict[str, str], kind: str) -> Iterator[dict[str, str]]:
    if kind != "foot":
        yield screen
        return
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o700)
        env = {**screen, "XDG_RUNTIME_DIR": folder}
        command = ["weston", "--backend=x11-backend.so", "--use-pixman", "--socket=bench"]
        command += ["--width=1900", "--height=1300", "--idle-time=0"]
        with subprocess.Popen(
            command,
            env={**os.environ, **env},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server:
            try:
                until = monotonic() + LIMIT
                while not Path(folder, "bench").exists() and monotonic() < until:
                    sleep(0.05)
                yield {**env, "WAYLAND_DISPLAY": "bench"}
            finally:
                server.terminate()
