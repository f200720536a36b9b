"""However the app ends, no card is left in the terminal; a real one, with real signals."""

import os
import signal
from pathlib import Path

import pytest

from benchmarks.terminal import PYTHON, Terminal
from tests.painted import cards

ROOT = Path(__file__).parent.parent
SHOWN = {"kitty": "\x1b_Ga=p,U=1", "sixel": "\x1bP0;1;0q", "iterm2": "\x1b]1337;File"}
GONE = {"kitty": "\x1b_Ga=d,d=I,i=", "sixel": "\x1b[2J", "iterm2": "\x1b[2J"}
LEFT = "\x1b[?1049l"
"""How the screen is given back."""


def showing(protocol: str, folder: Path) -> Terminal:
    cards(folder, 1)
    terminal = Terminal(
        [PYTHON, "-m", "tests.card_app", protocol, str(folder)], env={"PYTHONPATH": str(ROOT)}
    )
    terminal.expect(SHOWN[protocol])
    terminal.settle(0.5)
    return terminal


@pytest.mark.parametrize(
    ("protocol", "end"),
    [
        ("kitty", "quit"),
        ("kitty", "SIGHUP"),
        ("sixel", "break"),
        ("sixel", "SIGTERM"),
        ("iterm2", "quit"),
        ("iterm2", "SIGTERM"),
    ],
)
def test_the_card_is_deleted_before_the_terminal_is_given_back(
    protocol: str, end: str, tmp_path: Path
) -> None:
    with showing(protocol, tmp_path) as terminal:
        if end.startswith("SIG"):
            os.kill(terminal.pid, signal.Signals[end])
        else:
            terminal.press("\x11" if end == "quit" else "\x1b[18~")
        terminal.expect(GONE[protocol])
        terminal.expect(LEFT)


@pytest.mark.parametrize("protocol", SHOWN)
def test_the_card_is_deleted_when_the_app_is_stopped_and_comes_back_with_it(
    protocol: str, tmp_path: Path
) -> None:
    with showing(protocol, tmp_path) as terminal:
        os.kill(terminal.pid, signal.SIGTSTP)
        terminal.expect(GONE[protocol])
        terminal.expect(LEFT)
        _, status = os.waitpid(terminal.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.expect(SHOWN[protocol])
