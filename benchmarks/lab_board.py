"""The live board: from Start to the first rows and figures, and from keys to paint during a run.

The real app runs in a pseudo-terminal. It starts an experiment by the form, in a process of its
own that keeps a processor busy, and its cursor goes from cell to cell while the matrix fills.
"""

import os
import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from benchmarks import create_parser
from benchmarks.terminal import PYTHON, Terminal

TEXT = """
name = "board"
game = "decrypto"
games = 500
[options]
rounds = 8
[players]
near = "word2vec,k=4"
far = "word2vec,k=64"
chance = "random"
[lineups]
seats.encoder = ["near", "far", "chance"]
seats.decoder = ["near", "far", "chance"]
fixed.interceptor = "chance"
[report]
rows = "encoder"
columns = "decoder"
"""
KEYS = 40
ROWS_BOUND, KEY_BOUND = 1.0, 0.05
"""Seconds from Start to the first rows; and from a key to its paint, at the median."""
ENTER, F5, DOWN, UP, LEFT, RIGHT = "\r", "\x1b[15~", "\x1b[B", "\x1b[A", "\x1b[D", "\x1b[C"
END, TAB, BACK_TAB = "\x1b[F", "\t", "\x1b[Z"
ROWS = 4
"""Fields from the choice of an experiment to Start, which has the focus first."""


def press_and_wait(terminal: Terminal, keys: str, text: str, rest: float = 0.3) -> float:
    """Press keys; return the seconds until some text is written."""
    terminal.settle(rest)
    pressed = terminal.press(keys)
    return terminal.expect(text) - pressed


def open_form(terminal: Terminal, file: Path) -> None:
    """From the home screen to the filled form of a new run."""
    terminal.expect("New game")
    press_and_wait(terminal, "l", "The Laboratory lets", 1.5)
    press_and_wait(terminal, "n", "How it runs")
    terminal.settle(1.5)
    for keys in (*(BACK_TAB,) * ROWS, ENTER, END, UP, ENTER, TAB, str(file)):
        terminal.press(keys)
        terminal.settle(0.4)


def main() -> int:
    """Print how long it takes; 1 if a bound is missed."""
    create_parser(
        __doc__,
        bounds=f"{ROWS_BOUND:g} s to the first rows, {1000 * KEY_BOUND:.0f} ms from a key to paint",
        takes="one minute",
    ).parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    with TemporaryDirectory() as name:
        file = Path(name, "board.toml")
        file.write_text(TEXT, "utf-8")
        command = [str(Path(PYTHON).with_name("parlour"))]
        env = {"PARLOUR_DATA": name, "PARLOUR_MOTION": "off"}
        with Terminal(command, env=env, columns=80, lines=24) as terminal:
            open_form(terminal, file)
            pressed = terminal.press(F5)
            rows = terminal.expect("near") - pressed
            figures = terminal.expect("/500") - pressed
            terminal.settle(1.0)
            moves = ((RIGHT, "decoder far:"), (DOWN, "encoder far, "), (LEFT, "decoder near:"))
            cycle = (*moves, (UP, "encoder near, "))
            took = [press_and_wait(terminal, *cycle[number % len(cycle)]) for number in range(KEYS)]
            terminal.press("s")
            terminal.expect("stopped")
    most = quantiles(took, n=10)[-1]
    print(
        f"from Start: rows in {rows:.2f} s (bound {ROWS_BOUND:g} s), figures in {figures:.2f} s; "
        f"key to paint during the run {1000 * median(took):.0f} ms at the median of {len(took)} "
        f"(bound {1000 * KEY_BOUND:.0f} ms), 9 of 10 in {1000 * most:.0f} ms"
    )
    return int(rows > ROWS_BOUND or median(took) > KEY_BOUND)


if __name__ == "__main__":
    sys.exit(main())
