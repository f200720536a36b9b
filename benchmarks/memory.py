"""Memory of the app: with both built-in spaces, with cards, and with Parlour's own player."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import create_parser
from benchmarks.decrypto import play_games
from benchmarks.latency import CURTAIN, ENTER, REACH, READY
from benchmarks.terminal import PYTHON, Terminal
from engine.games.decrypto.options import Options
from words.space.folder import SUFFIX
from words.space.names import BUILTIN_SPACES

BOUND, WITH_CARDS = 150, 200
"""Megabytes (10^6 bytes)."""
OWN_GAMES = 6
WITH_OWN = 157 + 40
"""Megabytes of a process in which three of Parlour's own players play so many games of Decrypto:
what it took on 2026-11-24, before they thought of interceptors that infer keywords, and 40 more."""
ONE_RUN = "--own"
TAB, F4 = "\t", "\x1bOS"
SECONDS = 3
"""Until the decoder, who thinks at the same time, has guessed."""


def main() -> int:
    """Print the memory of the process for both games; 1 if a bound is missed."""
    parser = create_parser(
        __doc__,
        bounds=f"{BOUND} MB with both spaces, {WITH_CARDS} MB with cards, {WITH_OWN} MB with "
        "Parlour's own player",
        takes="30 seconds",
    )
    parser.add_argument(ONE_RUN, action="store_true", help="only play with the own player here")
    if parser.parse_args().own:
        return int(measure_own_player() > WITH_OWN)
    spaces = "encoder=word2vec", "decoder=glove", "interceptor=human:Ada"
    cards = "p1=human:Ada", "p2=human:Ben", "p3=random", "p4=random"
    own = subprocess.run((PYTHON, "-m", "benchmarks.memory", ONE_RUN), check=False).returncode
    missed = measure_with_spaces(*spaces) > BOUND, measure_with_cards(*cards) > WITH_CARDS
    return int(any(missed) or bool(own))


def measure_own_player() -> float:
    """Peak megabytes of this process after games of Decrypto."""
    asyncio.run(play_games(["pragmatic"] * 3, Options(), "memory", OWN_GAMES))
    return print_peak(f"three own players, {OWN_GAMES} games of Decrypto", os.getpid(), WITH_OWN)


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
        terminal.expect("Which number is each hint for?")
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
