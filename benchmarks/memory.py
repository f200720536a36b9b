"""Memory of the app while both embedded spaces are in use at its table."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.latency import SCREEN
from benchmarks.terminal import PYTHON, Terminal
from words.folders import EMBEDDED
from words.layout import SUFFIX

BOUND = 150
"""Megabytes (10^6 bytes)."""
SECONDS = 3
"""Until the decoder, who thinks at the same time, has guessed."""


def main() -> int:
    """Print the resident memory of the process; 1 if the bound is missed."""
    command = [str(Path(PYTHON).with_name("parlour")), "play", "decrypto", "--seed", "memory"]
    for seat in ("encoder=word2vec", "decoder=glove", "interceptor=human:Ada"):
        command += ["--seat", seat]
    with (
        TemporaryDirectory() as folder,
        Terminal(command, env={"PARLOUR_DATA": folder}) as terminal,
    ):
        # Word2vec has given hints by now, and glove guesses while Ada reads them.
        terminal.expect(SCREEN["interceptor"])
        terminal.settle(SECONDS)
        now, most = megabytes(terminal.pid, "VmRSS"), megabytes(terminal.pid, "VmHWM")
        maps = Path(f"/proc/{terminal.pid}/maps").read_text()
    missing = [name for name in EMBEDDED if f"{name}{SUFFIX}" not in maps]
    if missing:
        print(f"memory: {', '.join(missing)} not in use")
        return 1
    print(
        f"memory with both spaces in use: {now:.0f} MB resident, {most:.0f} MB at most "
        f"(bound {BOUND})"
    )
    return int(most > BOUND)


def megabytes(pid: int, field: str) -> float:
    """What the system says of the memory of process `pid`."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith(field))
    return int(line.split()[1]) * 1024 / 1e6


if __name__ == "__main__":
    sys.exit(main())
