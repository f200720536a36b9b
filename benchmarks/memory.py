"""Memory of the app while both embedded spaces are in use at its table."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.latency import SCREEN
from benchmarks.terminal import PYTHON, Terminal

BOUND = 150
"""Megabytes (10^6 bytes)."""


def main() -> int:
    """Print the resident memory of the process; 1 if the bound is missed."""
    command = [str(Path(PYTHON).with_name("parlour")), "play", "decrypto", "--seed", "memory"]
    for seat in ("encoder=word2vec", "decoder=glove", "interceptor=human:Ada"):
        command += ["--seat", seat]
    with (
        TemporaryDirectory() as folder,
        Terminal(command, env={"PARLOUR_DATA": folder}) as terminal,
    ):
        terminal.expect(SCREEN["interceptor"])
        megabytes = resident(terminal.pid) / 1e6
    print(f"memory with both spaces in use: {megabytes:.0f} MB resident (bound {BOUND})")
    return int(megabytes > BOUND)


def resident(pid: int) -> int:
    """The bytes of memory that process `pid` has resident, at most so far."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


if __name__ == "__main__":
    sys.exit(main())
