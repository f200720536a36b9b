"""Time to the first frame of `parlour`, compared with an empty Textual app in paired runs."""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks import create_parser
from benchmarks.terminal import PYTHON, Terminal

PAIRS = 15
BOUND = 1.6
EMPTY = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("New game")

Empty().run()
"""


def main() -> int:
    """Print both medians and the median of the paired ratios; 1 if the bound is missed."""
    create_parser(
        __doc__,
        bounds=f"{BOUND} times an empty Textual app",
        takes="30 seconds",
    ).parse_args()
    parlour = str(Path(PYTHON).with_name("parlour"))
    with TemporaryDirectory() as folder:
        script = Path(folder, "empty.py")
        script.write_text(EMPTY)
        pairs = [
            (time_first_frame([parlour], folder), time_first_frame([PYTHON, str(script)], folder))
            for _ in range(PAIRS + 1)
        ][1:]
    ratio = median(ours / empty for ours, empty in pairs)
    ours, empty = (median(column) for column in zip(*pairs, strict=True))
    print(
        f"first frame: parlour {ours * 1000:.0f} ms, empty Textual app {empty * 1000:.0f} ms, "
        f"ratio {ratio:.2f} (median of {PAIRS} pairs; bound {BOUND})"
    )
    return int(ratio > BOUND)


def time_first_frame(command: list[str], folder: str) -> float:
    """Seconds from the start of `command` until "New game" is written to its terminal.

    Nothing is set: settings, even that of the data folder, are loaded and checked before the frame.
    """
    with Terminal(command, env={"XDG_DATA_HOME": folder}) as terminal:
        return terminal.expect("New game")


if __name__ == "__main__":
    sys.exit(main())
