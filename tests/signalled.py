"""Parlour in a terminal of its own, or without one, that signals come to."""

import os
import signal
import sys
import time
from pathlib import Path

from benchmarks.terminal import PYTHON, Terminal

ROOT = Path(__file__).parent.parent
MAIN = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tui.main import main; main()"
COMMAND = [PYTHON, "-c", MAIN]
KEYWORDS = ("mountain", "river", "cobra", "violin")
"""The secrets on a private screen."""
PEOPLE = (
    "play",
    "decrypto",
    *("--seat", "encoder=human:Ada", "--seat", "decoder=human:Ben"),
    *("--seat", "interceptor=word2vec", "--set", f"keywords={','.join(KEYWORDS)}"),
)
PROGRAM = """
import os, signal, sys, time
def start(*steps):
    if os.fork() == 0:
        for step in steps:
            step()
        note()
        time.sleep(600)
def note():
    with open(sys.argv[1], "a") as file:
        file.write(f"{os.getpid()}\\n")
def leave():
    if os.fork():
        os._exit(0)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
start()
if sys.platform == "linux":
    start(os.setsid)
    start(os.setsid, leave)
note()
time.sleep(600)
"""
"""An agent that does not end by itself, and starts others that leave its group."""
STARTED = 4 if sys.platform == "linux" else 2


def open_terminal(folder: Path, *arguments: str, before: str = "", **env: str) -> Terminal:
    """Parlour with its data in a folder, after some code of Python."""
    own = {"PARLOUR_DATA": str(folder), "XDG_CONFIG_HOME": str(folder), "OPENAI_API_KEY": ""}
    return Terminal([PYTHON, "-c", before + MAIN, *arguments], env={**own, **env})


def open_private(folder: Path) -> Terminal:
    """Parlour with a private screen that shows `KEYWORDS`."""
    terminal = open_terminal(folder, *PEOPLE)
    terminal.expect("Pass the keyboard")
    terminal.settle(1.0)
    read_for(terminal, 1.5)  # the curtain has to be read first
    lift_curtain(terminal)
    terminal.settle(0.5)
    return terminal


def lift_curtain(terminal: Terminal) -> None:
    """Press a key until the curtain takes it: on a busy machine it may come up later than it shows.

    Raises:
        TimeoutError: If it stays.
    """
    for last in (False, False, False, True):
        terminal.press(" ")
        try:
            terminal.expect(KEYWORDS[0], 15)
        except TimeoutError:
            if last:
                raise
        else:
            return


def wait_for_end(terminal: Terminal, seconds: float) -> int | None:
    """The exit code of the program; `None` if it goes on. The terminal is not read."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pid, status = os.waitpid(terminal.pid, os.WNOHANG)
        if pid:
            terminal.code = os.waitstatus_to_exitcode(status)
            return terminal.code
        time.sleep(0.02)
    return None


def wait_for_stop(terminal: Terminal, seconds: float = 20) -> None:
    """Read what the program writes until it has stopped."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        read_for(terminal, 0.05)
        if os.waitpid(terminal.pid, os.WUNTRACED | os.WNOHANG)[0]:
            read_for(terminal, 0.1)
            return
    raise TimeoutError("it has not stopped")


def read_for(terminal: Terminal, seconds: float) -> None:
    """Read what the program writes for some time."""
    until = time.monotonic() + seconds
    while terminal._ready(until - time.monotonic()):
        terminal.seen += os.read(terminal.file, 65536)


def is_running(pid: int) -> bool:
    """Whether the process is there, is no zombie, and has not been killed.

    A killed process is there until it gets to run, which takes long on a busy machine.
    """
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/status")
        if not status.exists():
            return True
        fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
    except OSError:
        return False
    pending = int(fields["SigPnd"], 16) | int(fields["ShdPnd"], 16)
    return fields["State"].split()[0] not in "ZX" and not pending >> (signal.SIGKILL - 1) & 1
