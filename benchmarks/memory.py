"""Memory of the app: with both built-in spaces in use, and with cards on the screen."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import create_parser
from benchmarks.latency import CURTAIN, ENTER, REACH, READY
from benchmarks.terminal import PYTHON, Terminal
from words.space.folder import SUFFIX
from words.space.names import BUILTIN_SPACES

BOUND, WITH_CARDS = 150, 200
"""Megabytes (10^6 bytes)."""
TAB, F4 = "\t", "\x1bOS"
SECONDS = 3
"""Until the decoder, who thinks at the same time, has guessed."""


def main() -> int:
    """Print the memory of the process for both games; 1 if a bound is missed."""
    create_parser(
        __doc__,
        bounds=f"{BOUND} MB with both spaces, {WITH_CARDS} MB with cards",
        takes="20 seconds",
    ).parse_args()
    spaces = "encoder=word2vec", "decoder=glove", "interceptor=human:Ada"
    cards = "p1=human:Ada", "p2=human:Ben", "p3=random", "p4=random"
    return int(measure_with_spaces(*spaces) > BOUND) | int(measure_with_cards(*cards) > WITH_CARDS)


def open_table(folder: str, game: str, *seats: str) -> Terminal:
    """Start a game in a terminal of its own."""
    command = [str(Path(PYTHON).with_name("parlour")), "play", game, "--seed", "memory"]
    for seat in seats:
        command += ["--seat", seat]
    if game == "dixit":
        command += ["--images", "sixel"]
    return Terminal(command, env={"PARLOUR_DATA": folder})


def measure_with_spaces(*seats: str) -> float:
    """Peak megabytes after word2vec has given hints and glove guesses, while Ada reads them."""
    with TemporaryDirectory() as folder, open_table(folder, "decrypto", *seats) as terminal:
        terminal.expect("Which number does each hint belong to?")
        terminal.settle(SECONDS)
        maps = Path(f"/proc/{terminal.pid}/maps").read_text()
        missing = [name for name in BUILTIN_SPACES if f"{name}{SUFFIX}" not in maps]
        assert not missing, f"{', '.join(missing)} not in use"
        return print_peak("both spaces in use", terminal.pid, BOUND)


def measure_with_cards(*seats: str) -> float:
    """Peak megabytes after Ada has seen her hand, and one card as large as the terminal."""
    with TemporaryDirectory() as folder, open_table(folder, "dixit", *seats) as terminal:
        terminal.expect(CURTAIN)
        terminal.settle(READY)
        terminal.press(ENTER)
        terminal.expect("Choose a card")
        terminal.settle(SECONDS)
        terminal.press(TAB)
        terminal.settle(REACH)
        terminal.press(F4)
        terminal.expect("1 of 4")
        terminal.settle(SECONDS)
        return print_peak("a hand and a zoomed card shown", terminal.pid, WITH_CARDS)


def print_peak(what: str, pid: int, bound: int) -> float:
    """Print and return the peak megabytes of process `pid`."""
    now, most = read_megabytes(pid, "VmRSS"), read_megabytes(pid, "VmHWM")
    print(f"memory with {what}: {now:.0f} MB resident, {most:.0f} MB at most (bound {bound})")
    return most


def read_megabytes(pid: int, field: str) -> float:
    """Read a figure of the memory of process `pid` from the system."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith(field))
    return int(line.split()[1]) * 1024 / 1e6


if __name__ == "__main__":
    sys.exit(main())
