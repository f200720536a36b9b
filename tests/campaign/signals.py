"""Signals and lost terminals: at many moments of the app."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from screens.curtain import READY
from tests.campaign.case import Case, Plan, expect, expect_journals
from tests.campaign.headless_signals import (
    ENDING,
    build_headless_cases,
    expect_resumable,
    signal_case,
    wait_for_agents,
    write_agent,
)
from tests.campaign.processes import build_environment
from tests.campaign.terminals import (
    LOADED,
    PtySession,
    allowed_seconds,
    find_shown,
    find_wrong_modes,
    storm,
)
from tests.chat_server import Answer, ChatServer, serving
from tests.signalled import COMMAND, KEYWORDS, PEOPLE

PRIVATE = ("private", "dialog")
"""Moments at which secrets are on the screen, or beneath what is."""
WORKED = 0.5
"""How many seconds a processor may work on the end of the app, whatever else the machine does."""
IGNORING = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); "
"""Stands before the program: no signal tells it that its terminal is gone."""


def build_cases(plan: Plan) -> list[Case]:
    """List the cases."""
    del plan
    return [*_app_cases(), *build_headless_cases()]


def _app_cases() -> Iterator[Case]:
    for moment in MOMENTS:
        for number in ENDING:
            yield signal_case(
                f"{moment}/{signal.Signals(number).name}", _end_app, moment, number, 1
            )
        yield signal_case(f"{moment}/closed", _close_terminal, moment, "")
        yield signal_case(f"{moment}/SIGKILL", _kill_app, moment)
    for moment in ("private", "model", "agent", "home"):
        for number in ENDING:
            name = signal.Signals(number).name
            yield signal_case(f"{moment}/{name}-twice", _end_app, moment, number, 2)
        yield signal_case(f"{moment}/closed-without-signal", _close_terminal, moment, IGNORING)
    for moment in ("curtain", "private", "dialog", "model", "home", "watch"):
        for number in (signal.SIGTSTP, signal.SIGSTOP):
            yield signal_case(f"{moment}/{signal.Signals(number).name}", _stop_app, moment, number)
        yield signal_case(f"{moment}/SIGWINCH", _resize_app, moment)
    for moment in ("curtain", "private", "model", "agent"):
        for command in ("kill-session", "kill-server", "kill-pane"):
            yield signal_case(f"{moment}/tmux-{command}", _lose_tmux, moment, command)


# The app in a terminal


def _model(folder: Path) -> Sequence[str]:
    del folder
    return ("watch", "decrypto", "--seat", "encoder=llm:m")


def _agent(folder: Path) -> Sequence[str]:
    return ("watch", "decrypto", "--seat", f"encoder={write_agent(folder)}")


def _replay(folder: Path) -> Sequence[str]:
    from tests.kept_games import keep_game

    return ("replay", str(keep_game(folder, "kept", moves=4)))


def _people(folder: Path) -> Sequence[str]:
    del folder
    return PEOPLE


MOMENTS: dict[str, Callable[[Path], Sequence[str]]] = {
    "start": lambda _: (),
    "home": lambda _: (),
    "curtain": _people,
    "private": _people,
    "dialog": _people,
    "model": _model,
    "agent": _agent,
    "watch": lambda _: ("watch", "decrypto", "--pace", "60"),
    "replay": _replay,
    "gallery": lambda _: ("deck", "show"),
    "result": lambda _: ("watch", "taboo", "--pace", "0", "--no-poll", "--set", "turns=1"),
}
"""How Parlour is started for each moment."""


@contextmanager
def _app_at(moment: str, folder: Path, before: str = "") -> Iterator[PtySession]:
    """Parlour in a terminal, at a moment."""
    chat = ChatServer([Answer(b"", hang=True)])
    with serving(chat) as url:
        environment = build_environment(
            folder, PARLOUR_DATA=str(folder / "data"), OPENAI_BASE_URL=url
        )
        command = [*COMMAND[:2], before + COMMAND[2], *MOMENTS[moment](folder)]
        with PtySession(command, environment, folder) as session:
            _reach(moment, session, folder, chat)
            yield session


def _reach(moment: str, session: PtySession, folder: Path, chat: ChatServer) -> None:
    if moment == "start":
        session.settle(0.1, 0.3)
        return
    session.expect("\x1b[?1049h")
    if moment in ("curtain", *PRIVATE):
        session.expect("Pass the keyboard")
        session.settle()
    if moment in PRIVATE:
        session.settle()
        session.press(" ")
        session.expect(KEYWORDS[0])
        session.settle()
    if moment == "dialog":
        session.press("\x1b")
        session.settle()
    if moment == "model":
        expect(chat.asked.wait(LOADED), "the model was not asked")
    if moment == "agent":
        wait_for_agents(folder, session)
    session.settle()


def _expect_app_ended(session: PtySession, folder: Path, codes: Sequence[int]) -> None:
    """Expect the end within a second, the terminal restored, and nothing secret left in it."""
    allowed = allowed_seconds()
    code, seconds, worked = session.wait(allowed + 5)
    expect(code is not None, f"still running after {seconds:.1f} s")
    expect(seconds <= allowed, f"ended after {seconds:.2f} s, not {allowed:.2f}")
    expect(worked <= WORKED, f"worked {worked:.2f} s before its end, not {WORKED}")
    expect(code in codes, f"exit code {code}, not {codes}: {session.written[-300:]!a}")
    expect(b"Traceback" not in session.written, f"a traceback: {session.written[-500:]!a}")
    expect_journals(folder)
    if session.file >= 0:
        expect(not (wrong := find_wrong_modes(session.written)), f"left: {', '.join(wrong)}")
        expect(not find_shown(session.written, KEYWORDS), "a secret stands in the terminal")


def _end_app(moment: str, number: int, presses: int, folder: Path) -> None:
    with _app_at(moment, folder) as session:
        for _ in range(presses):
            session.send(number)
            time.sleep(0.03 * (presses - 1))
        codes = [128 + number] + [-number] * (moment == "start")
        _expect_app_ended(session, folder, codes)


def _close_terminal(moment: str, before: str, folder: Path) -> None:
    with _app_at(moment, folder, before) as session:
        session.close_terminal()
        codes = [128 + signal.SIGHUP] + [-signal.SIGHUP, 1, 0] * (moment == "start")
        _expect_app_ended(session, folder, codes)


def _kill_app(moment: str, folder: Path) -> None:
    with _app_at(moment, folder) as session:
        session.send(signal.SIGKILL)
        session.process.wait()
    expect_resumable(folder)


def _stop_app(moment: str, number: int, folder: Path) -> None:
    with _app_at(moment, folder) as session:
        session.send(number)
        session.wait_for_stop()
        if number == signal.SIGTSTP:
            expect(not (wrong := find_wrong_modes(session.written)), f"left: {', '.join(wrong)}")
            expect(not find_shown(session.written, KEYWORDS), "a secret stands in the terminal")
        before = len(session.written)
        session.send(signal.SIGCONT)
        if moment in PRIVATE:
            session.expect("Hidden by", after=before)
        session.settle(0.7)
        shown = [word for word in KEYWORDS if word.encode() in session.written[before:]]
        expect(not shown, f"after the stop it shows {shown} without a curtain")
        session.send(signal.SIGTERM)
        _expect_app_ended(session, folder, [128 + signal.SIGTERM])


def _resize_app(moment: str, folder: Path) -> None:
    with _app_at(moment, folder) as session:
        storm(session)
        session.settle(0.5, 20)
        expect(session.process.poll() is None, f"it has ended: {session.written[-400:]!a}")
        session.send(signal.SIGTERM)
        _expect_app_ended(session, folder, [128 + signal.SIGTERM])


def _lose_tmux(moment: str, command: str, folder: Path) -> None:
    """Run it in a tmux of its own, whose session, server or pane is killed."""
    environment = build_environment(folder, PARLOUR_DATA=str(folder / "data"))
    name = f"campaign-{os.getpid()}-{abs(hash(str(folder))) % 10**9}"
    tmux = ["tmux", "-L", name, "-f", os.devnull]
    chat = ChatServer([Answer(b"", hang=True)])
    with serving(chat) as url:
        environment["OPENAI_BASE_URL"] = url
        shell = [*COMMAND, *MOMENTS[moment](folder)]

        def call(*words: str) -> str:
            return subprocess.run(
                [*tmux, *words],
                env=environment,
                cwd=folder / "work",
                text=True,
                capture_output=True,
                check=False,
                timeout=30,
            ).stdout

        (folder / "work").mkdir(exist_ok=True)
        try:
            call("new-session", "-d", "-s", "s", "-x", "100", "-y", "30", *shell)
            pid = int(call("list-panes", "-t", "s", "-F", "#{pane_pid}").strip() or 0)
            expect(pid, "tmux did not start it")
            texts = {"model": "", "agent": ""}
            _await_pane(call, texts.get(moment, "Pass the keyboard"))
            if moment == "private":
                _await_pane(call, READY)  # until then a key could be one pressed too long
                call("send-keys", "-t", "s", "Space")
                _await_pane(call, KEYWORDS[0])
            if moment == "model":
                expect(chat.asked.wait(LOADED), "the model was not asked")
            if moment == "agent":
                wait_for_agents(folder, None)
            call(command, *(("-t", "s") if command != "kill-server" else ()))
            allowed, began = allowed_seconds(), time.monotonic()
            while Path(f"/proc/{pid}").exists() and time.monotonic() < began + allowed + 5:
                time.sleep(0.01)
            seconds = time.monotonic() - began
            expect(seconds <= allowed, f"ended after {seconds:.2f} s, not {allowed:.2f}")
        finally:
            call("kill-server")
    expect_journals(folder)


def _await_pane(call: Callable[..., str], text: str) -> None:
    until = time.monotonic() + LOADED
    while time.monotonic() < until:
        pane = call("capture-pane", "-p", "-t", "s")
        if pane.strip() and text in pane:
            return
        time.sleep(0.1)
    expect(False, f"tmux never showed {text!r}")
