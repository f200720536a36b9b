"""Memory of the app: with both embedded spaces in use, and with cards on the screen."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.latency import LISTEN, REACH, SCREEN, SPACE
from benchmarks.terminal import PYTHON, Terminal
from words.space_folders import BUILTIN_SPACES
from words.space_format import SUFFIX

BOUND, WITH_CARDS = 150, 200
"""Megabytes (10^6 bytes)."""
TAB, F4 = "\t", "\x1bOS"
SECONDS = 3
"""Until the decoder, who thinks at the same time, has guessed."""


def main() -> int:
    """Print the memory of the process for both games; 1 if a bound is missed."""
    spaces = "encoder=word2vec", "decoder=glove", "interceptor=human:Ada"
    cards = "p1=human:Ada", "p2=human:Ben", "p3=random", "p4=random"
    return int(with_spaces(*spaces) > BOUND) | int(with_cards(*cards) > WITH_CARDS)


def table(folder: str, game: str, *seats: str) -> Terminal:
    """A game in a terminal of its own."""
    command = [str(Path(PYTHON).with_name("parlour")), "play", game, "--seed", "memory"]
    for seat in seats:
        command += ["--seat", seat]
    if game == "dixit":
        command += ["--images", "sixel"]
    return Terminal(command, env={"PARLOUR_DATA": folder})


def with_spaces(*seats: str) -> float:
    """Megabytes at most, once word2vec has given hints and glove guesses while Ada reads them."""
    with TemporaryDirectory() as folder, table(folder, "decrypto", *seats) as terminal:
        terminal.expect(SCREEN["interceptor"])
        terminal.settle(SECONDS)
        maps = Path(f"/proc/{terminal.pid}/maps").read_text()
        missing = [name for name in BUILTIN_SPACES if f"{name}{SUFFIX}" not in maps]
        assert not missing, f"{', '.join(missing)} not in use"
        return told("both spaces in use", terminal.pid, BOUND)


def with_cards(*seats: str) -> float:
    """Megabytes at most, once Ada has seen her hand, and one card as large as the terminal."""
    with TemporaryDirectory() as folder, table(folder, "dixit", *seats) as terminal:
        terminal.expect(SCREEN["curtain"])
        terminal.settle(LISTEN)
        terminal.press(SPACE)
        terminal.expect("Choose a card")
        terminal.settle(SECONDS)
        terminal.press(TAB)
        terminal.settle(REACH)
        terminal.press(F4)
        terminal.expect("1 of 4")
        terminal.settle(SECONDS)
        return told("a hand and a zoomed card shown", terminal.pid, WITH_CARDS)


def told(what: str, pid: int, bound: int) -> float:
    """The most megabytes that process `pid` has had, once they are printed."""
    now, most = megabytes(pid, "VmRSS"), megabytes(pid, "VmHWM")
    print(f"memory with {what}: {now:.0f} MB resident, {most:.0f} MB at most (bound {bound})")
    return most


def megabytes(pid: int, field: str) -> float:
    """What the system says of the memory of process `pid`."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith(field))
    return int(line.split()[1]) * 1024 / 1e6


if __name__ == "__main__":
    sys.exit(main())
