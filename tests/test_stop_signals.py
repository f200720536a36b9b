"""Signals and lost terminals end games in order, and no stop shows a secret."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.app import ScreenStackError
from textual.drivers.linux_driver import LinuxDriver
from textual.screen import Screen
from textual.worker import WorkerFailed

from benchmarks.terminal import Terminal
from engine.journal.reader import read_record
from tests.campaign.terminals import find_wrong_modes
from tests.chat_server import Answer, ChatServer, serving
from tests.kept_games import keep_game
from tests.patience import PATIENCE
from tests.signalled import (
    COMMAND,
    KEYWORDS,
    PEOPLE,
    PROGRAM,
    ROOT,
    STARTED,
    is_running,
    lift_curtain,
    open_private,
    open_terminal,
    read_for,
    wait_for_end,
    wait_for_stop,
)
from tui.app import ParlourApp
from tui.driver import create_terminal_driver
from tui.plain.line_terminal import ERASE
from tui.signals import Stopped, run_stoppable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
SECONDS = PATIENCE
"""Long enough for a busy machine; the deadline of Parlour itself is below a second."""
SCREENS = ("home", "private", "model", "replay", "watch", "gallery")


def test_kitty_gets_a_ring_that_it_does_not_draw_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(LinuxDriver, "write", lambda _, data: written.append(data))
    for name, value, shown in (("TERM", "xterm-kitty", "◯ ●"), ("TERM", "xterm", "○ ●")):
        monkeypatch.delenv("KITTY_WINDOW_ID", raising=False)
        monkeypatch.setenv(name, value)
        kind: Any = create_terminal_driver(LinuxDriver, asyncio.Event().wait)
        driver = object.__new__(kind)
        driver.lost = False
        driver.write("○ ●")
        driver.lost = True
        driver.write("nothing is written to a lost terminal")
        assert written.pop() == shown
        assert not written


@pytest.mark.parametrize("screen", SCREENS)
def test_parlour_ends_when_its_terminal_is_gone(screen: str, tmp_path: Path) -> None:
    with opened(screen, tmp_path) as terminal:
        os.close(terminal.file)
        code = wait_for_end(terminal, SECONDS)
        terminal.file = os.open(os.devnull, os.O_RDONLY)  # to be closed
    assert code == 128 + signal.SIGHUP
    for journal in (tmp_path / "games").glob("*-*[0-9a-f].jsonl"):
        assert not read_record(journal).torn


def test_parlour_ends_without_a_terminal_even_if_no_signal_says_so(tmp_path: Path) -> None:
    ignoring = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); "
    with opened("home", tmp_path, ignoring) as terminal:
        os.close(terminal.file)
        code = wait_for_end(terminal, SECONDS)
        terminal.file = os.open(os.devnull, os.O_RDONLY)
    assert code == 128 + signal.SIGHUP


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT])
def test_a_signal_restores_the_terminal(number: int, tmp_path: Path) -> None:
    with open_private(tmp_path) as terminal:
        os.kill(terminal.pid, number)
        os.kill(terminal.pid, number)
        assert terminal.ended(SECONDS) == 128 + number
        seen = terminal.seen.decode(errors="replace")
    _, left, after = seen.rpartition("\x1b[?1049l")
    assert left
    assert "Traceback" not in seen
    assert "Every confirmed move is saved." in after
    for mode in ("\x1b[?1000l", "\x1b[?1003l", "\x1b[?1006l", "\x1b[?25h", "\x1b[<u"):
        assert mode in seen
    assert not any(word in after for word in KEYWORDS)


STARTING = """
import os, signal
from textual.drivers.linux_driver import LinuxDriver
start = LinuxDriver.start_application_mode
def start_and_kill(driver):
    start(driver)
    os.kill(os.getpid(), signal.SIGINT)
LinuxDriver.start_application_mode = start_and_kill
"""


def test_a_signal_before_the_app_is_mounted_restores_the_terminal(tmp_path: Path) -> None:
    with open_terminal(tmp_path, before=STARTING) as terminal:
        assert terminal.ended(SECONDS) == 128 + signal.SIGINT
        seen = terminal.seen.decode(errors="replace")
    assert "\x1b[?1049h" in seen
    assert not find_wrong_modes(seen.encode())
    assert "Traceback" not in seen


TEARDOWN = """
import atexit, os, signal
from tui.signals import Stopped, exit_process, handle_stop_signals
class Object:
    def __del__(self, write=os.write):
        write(1, b"torn down;")
handle_stop_signals()
kept = Object()
atexit.register(os.write, 1, b"closed;")
try:
    signal.raise_signal(signal.SIGTERM)
except Stopped as stopped:
    exit_process(stopped.exit_code)
"""


def test_after_a_signal_nothing_is_torn_down_that_the_system_frees_anyway() -> None:
    ended = subprocess.run([*COMMAND[:2], TEARDOWN], cwd=ROOT, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (128 + signal.SIGTERM, b"closed;", b"")


async def test_a_failure_on_the_way_out_is_not_why_it_ends() -> None:
    async def fail_at_the_end() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise ScreenStackError

    app = ParlourApp(Screen)

    async def end() -> None:
        async with app.run_test() as pilot:
            app.run_worker(fail_at_the_end())
            await pilot.pause()
            app.terminate(signal.SIGQUIT)

    with pytest.raises(WorkerFailed):  # which run_test raises again
        await end()
    assert app.return_code == 128 + signal.SIGQUIT


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP])
def test_after_a_stop_the_curtain_comes_first(number: int, tmp_path: Path) -> None:
    with open_private(tmp_path) as terminal:
        os.kill(terminal.pid, number)
        wait_for_stop(terminal)
        assert (b"\x1b[?1049l" in terminal.seen) == (number == signal.SIGTSTP)
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.expect("Hidden by", SECONDS)
        terminal.seen = b""
        read_for(terminal, 2)
        assert not any(word.encode() in terminal.seen for word in KEYWORDS)
        lift_curtain(terminal)


def open_plain_below_a_shell(folder: Path, *arguments: str) -> Terminal:
    """Parlour without screens, as a job of a shell that says when it stops, and continues it."""
    script = '"$@"; echo "the shell" "is back"; sleep 1; fg'
    own = {"PARLOUR_DATA": str(folder), "XDG_CONFIG_HOME": str(folder), "TERM": "xterm"}
    return Terminal(["bash", "-mc", script, "bash", *COMMAND, *arguments, "--plain"], env=own)


def read_until(text: str, terminal: Terminal) -> bytes:
    """Read until a text appears, and return everything."""
    terminal.seen = b""
    until = time.monotonic() + SECONDS
    while text.encode() not in terminal.seen:
        assert time.monotonic() < until
        read_for(terminal, 0.1)
    return terminal.seen


def test_private_lines_are_erased_before_ctrl_z_without_screens(tmp_path: Path) -> None:
    with open_plain_below_a_shell(tmp_path, *PEOPLE) as terminal:
        terminal.expect("Press Enter.")
        terminal.press("\n")
        terminal.expect(KEYWORDS[0])
        read_for(terminal, 0.5)
        terminal.press("half an answer")
        read_for(terminal, 0.2)
        terminal.press("\x1a")
        seen = read_until("the shell is back", terminal)
        left = seen.rpartition(ERASE.encode())[2]
        assert left != seen
        assert not any(word.encode() in left for word in (*KEYWORDS, "half"))
        seen = read_until("Press Enter.", terminal)
        assert b"Your turn again" in seen
        assert not any(word.encode() in seen for word in KEYWORDS)
        terminal.press("\n")
        terminal.expect(KEYWORDS[0], SECONDS)


def test_ctrl_z_erases_nothing_if_nothing_is_private(tmp_path: Path) -> None:
    with open_plain_below_a_shell(tmp_path, "play") as terminal:
        terminal.expect("game", SECONDS)
        read_for(terminal, 0.5)
        terminal.press("\x1a")
        assert ERASE.encode() not in read_until("the shell is back", terminal)


@pytest.mark.parametrize("name", ["TEXTUAL_LOG", "TEXTUAL_SCREENSHOT"])
def test_textual_writes_no_secrets_to_files(name: str, tmp_path: Path) -> None:
    file = tmp_path / "3"
    with open_terminal(tmp_path, **{name: str(file)}) as terminal:
        assert terminal.ended() == 2
        assert f"{name} makes Textual write".encode() in terminal.seen
    assert not file.exists()


@pytest.mark.parametrize("named", ["os:path", "os:nothing", "nowhere:Driver", "os", ""])
def test_a_driver_that_is_none_of_textual_is_told(named: str, tmp_path: Path) -> None:
    with open_terminal(tmp_path, TEXTUAL_DRIVER=named) as terminal:
        assert terminal.ended() == 2
        assert b"TEXTUAL_DRIVER names no driver of Textual: unset it." in terminal.seen
        assert b"Traceback" not in terminal.seen


def test_a_signal_that_another_thread_takes_ends_the_waiting_too() -> None:
    waiting = threading.Event()
    finished = False

    def send() -> None:
        waiting.wait()
        time.sleep(0.1)  # the loop waits by now, and nothing but the signal could wake it
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

    async def wait() -> None:
        nonlocal finished
        waiting.set()
        await asyncio.sleep(SECONDS)
        finished = True

    thread = threading.Thread(target=send)
    thread.start()
    with pytest.raises(Stopped):
        run_stoppable(wait())
    thread.join()
    assert not finished


def test_output_that_nobody_reads_changes_no_exit_code() -> None:
    code = "from tui import main; main._run_command = lambda: print('x') or 5; main.main()"
    done = subprocess.run(
        ["/bin/sh", "-c", '{ "$@" 2>&1; echo $? >&3; } 3>&2 | true', "sh", *COMMAND[:2], code],
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.stderr.strip() == "5"


def test_a_signal_that_an_extension_module_hides_still_ends_the_program() -> None:
    """pydantic_core raises an exception of its own if Ctrl+C comes while it is imported."""
    code = """
import os, signal
from tui import main
class Panic(BaseException): pass
def work():
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except BaseException:
        raise Panic from None
main._run_command = work
main.main()
"""
    done = subprocess.run(
        [*COMMAND[:2], code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, "")


@pytest.mark.parametrize(
    ("number", "presses"),
    [
        (signal.SIGTERM, 1),
        (signal.SIGTERM, 2),
        (signal.SIGHUP, 1),
        (signal.SIGQUIT, 1),
        (signal.SIGINT, 2),
    ],
)
def test_a_signal_ends_a_game_and_all_that_its_agents_started(
    number: int, presses: int, tmp_path: Path
) -> None:
    code, errors, left = end_game(tmp_path, number, presses)
    assert code == 128 + number
    said, hint = errors.splitlines()[-2:]
    assert said in ("Interrupted.", f"Ended by {signal.Signals(number).name}.")
    assert hint.startswith("The game is saved; resume it with: parlour resume ")
    assert "Traceback" not in errors
    assert not left
    (journal,) = (tmp_path / "games").glob("*-*[0-9a-f].jsonl")
    assert not read_record(journal).torn


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children")
def test_an_agent_and_all_that_it_started_end_with_parlour_even_when_it_is_killed(
    tmp_path: Path,
) -> None:
    *_, left = end_game(tmp_path, signal.SIGKILL, 1)
    assert not left


def end_game(folder: Path, number: int, presses: int) -> tuple[int, str, list[int]]:
    """The exit code of a game without people, its stderr, and what agents have left running."""
    program = folder / "agent.py"
    program.write_text(PROGRAM, encoding="utf-8")
    agent = f"exec:{sys.executable} {program} {folder / 'started'}"
    seats = ("encoder=random", "interceptor=random", f"decoder={agent}")
    process = subprocess.Popen(
        [*COMMAND, "play", "decrypto", *(word for seat in seats for word in ("--seat", seat))],
        env={**os.environ, "PARLOUR_DATA": str(folder), "XDG_CONFIG_HOME": str(folder)},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    until = time.monotonic() + 60
    while len(started(folder)) < STARTED and time.monotonic() < until:
        time.sleep(0.02)
    for _ in range(presses):
        process.send_signal(number)
        time.sleep(0.05)
    _, errors = process.communicate(timeout=180)
    until = time.monotonic() + (SECONDS if number == signal.SIGKILL else 0.2)
    while (left := [*filter(is_running, started(folder))]) and time.monotonic() < until:
        time.sleep(0.02)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return process.returncode, errors, left


def started(folder: Path) -> list[int]:
    """The processes of the agent that have begun."""
    file = folder / "started"
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []


@contextmanager
def opened(screen: str, folder: Path, before: str = "") -> Iterator[Terminal]:
    """Parlour at one of `SCREENS`."""
    if screen == "private":
        with open_private(folder) as terminal:
            yield terminal
        return
    chat = ChatServer([Answer(b"", hang=True)])
    with serving(chat) as url:
        kept = keep_game(folder, "kept", moves=4) if screen == "replay" else folder
        arguments = {
            "home": [],
            "model": ["watch", "decrypto", "--seat", "encoder=llm:m"],
            "replay": ["replay", str(kept)],
            "watch": ["watch", "decrypto", "--pace", "60"],
            "gallery": ["deck", "show"],
        }[screen]
        with open_terminal(folder, *arguments, before=before, OPENAI_BASE_URL=url) as terminal:
            terminal.expect("\x1b[?1049h", 60)
            if screen == "model":
                assert chat.asked.wait(60)
            terminal.settle(1.0)
            yield terminal


def test_python_does_not_search_for_garbage_once_more_at_the_end() -> None:
    code = (
        "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0, end=''));"
        "from tui.signals import exit_process; exit_process(3)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (3, b"True")
