"""Signals that come to games without people and other commands, and output that nobody reads."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from engine.config.settings import load_settings
from engine.games.catalog import find
from engine.journal.reader import read_record
from engine.journal.replay import load_game, restore_match
from engine.session import Session
from tests.campaign.case import Case, expect, expect_end, expect_journals
from tests.campaign.processes import build_environment, start_parlour
from tests.campaign.terminals import LOADED, PtySession, allowed_seconds
from tests.chat_server import Answer, ChatServer, serving
from tests.signalled import COMMAND, PROGRAM, STARTED

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
RANDOM = ("--seat=encoder=random", "--seat=decoder=random", "--seat=interceptor=random")


def build_headless_cases() -> Iterator[Case]:
    for moment in WAYS:
        for number in ENDING:
            name = signal.Signals(number).name
            for presses, suffix in ((1, ""), (2, "-twice")):
                yield signal_case(
                    f"headless-{moment}/{name}{suffix}", _end_game, moment, number, presses
                )
        yield signal_case(f"headless-{moment}/SIGKILL", _kill_game, moment)
        yield signal_case(f"headless-{moment}/SIGTSTP", _stop_game, moment)
    for stream in ("stdout", "stderr", "both"):
        for way in ("game", "series", "show"):
            yield signal_case(f"headless-{way}/{stream}-closed", _close_output, way, stream)


def signal_case(name: str, run: Callable[..., None], *arguments: object) -> Case:
    return Case("signals", name, partial(run, *arguments), 240)


def write_agent(folder: Path) -> str:
    """A program that does not end by itself, and starts others that leave its group."""
    program = folder / "agent.py"
    program.write_text(PROGRAM, encoding="utf-8")
    return f"exec:{sys.executable} -S {program} {folder / 'started'}"


def wait_for_agents(folder: Path, session: PtySession | None) -> None:
    until = time.monotonic() + LOADED
    started = folder / "started"
    while not started.exists() or len(started.read_text().split()) < STARTED:
        expect(time.monotonic() < until, "the agent has not started")
        if session is not None:
            session.settle(0.02, 0.05)
        time.sleep(0.02)


def _play(*seats: str, more: Sequence[str] = ()) -> Sequence[str]:
    chosen = {one.partition("=")[0] for one in seats}
    others = [one for one in RANDOM if one.split("=")[1] not in chosen]
    return ("play", "decrypto", *others, *(f"--seat={seat}" for seat in seats), *more)


WAYS: dict[str, Callable[[Path], Sequence[str]]] = {
    "start": lambda _: _play(),
    "model": lambda _: _play("encoder=llm:m"),
    "agent": lambda folder: _play(f"decoder={write_agent(folder)}"),
    "series": lambda folder: _play(
        "encoder=llm:m", more=("--games=8", f"--journal={folder / 'games'}")
    ),
    "random": lambda _: _play(more=("--games=3000",)),
    "rehearse": lambda _: ("rehearse", "--port", "0"),
}
"""How a command is started whose end a signal brings about."""


@contextmanager
def _game_at(moment: str, folder: Path) -> Iterator["subprocess.Popen[str]"]:
    answers = [Answer(b"", hang=True)]
    chat = ChatServer(answers)
    with serving(chat) as url:
        (folder / "work").mkdir(exist_ok=True)
        environment = build_environment(
            folder, PARLOUR_DATA=str(folder / "data"), OPENAI_BASE_URL=url
        )
        loaded = folder / "loaded"
        ready = f"from tui.main import main; open({str(loaded)!r}, 'w').close(); main()"
        program = COMMAND[2].replace("from tui.main import main; main()", ready)
        process = subprocess.Popen(
            [*COMMAND[:2], program, *WAYS[moment](folder)],
            env=environment,
            cwd=folder / "work",
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            if moment in ("model", "series"):
                expect(chat.asked.wait(LOADED), "the model was not asked")
            elif moment == "agent":
                wait_for_agents(folder, None)
            else:
                until = time.monotonic() + LOADED
                while not loaded.exists():  # until then a signal is Python's own affair
                    expect(time.monotonic() < until, "it does not start")
                    time.sleep(0.005)
                time.sleep(0.1 if moment == "start" else 1.5)
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.communicate()


def _end_game(moment: str, number: int, presses: int, folder: Path) -> None:
    with _game_at(moment, folder) as process:
        for _ in range(presses):
            with suppress(ProcessLookupError):
                process.send_signal(number)
            time.sleep(0.04 * (presses - 1))
        allowed, began = allowed_seconds() + 0.5, time.monotonic()
        try:
            _, errors = process.communicate(timeout=allowed + 10)
        except subprocess.TimeoutExpired:
            errors = ""
        seconds = time.monotonic() - began
        expect(process.returncode is not None, f"still running after {seconds:.1f} s")
        codes = [128 + number, *([-number, 0] if moment == "start" else [])]
        if moment == "rehearse":
            codes += [0, 3]
        expect(process.returncode in codes, f"exit code {process.returncode}: {errors[-400:]}")
        expect(seconds <= allowed, f"ended after {seconds:.2f} s, not {allowed:.2f}")
        expect("Traceback" not in errors, f"a traceback: {errors[-600:]}")
        if moment in ("model", "agent"):
            expect("parlour resume " in errors, f"does not say how to resume: {errors[-300:]}")
            expect_journals(folder, at_least=1)
        expect_journals(folder)


def _kill_game(moment: str, folder: Path) -> None:
    with _game_at(moment, folder) as process:
        process.kill()
        process.wait()
    expect_resumable(folder)


def _stop_game(moment: str, folder: Path) -> None:
    with _game_at(moment, folder) as process:
        process.send_signal(signal.SIGTSTP)
        time.sleep(0.3)
        process.send_signal(signal.SIGCONT)
        process.send_signal(signal.SIGTERM)
        code = process.wait(LOADED)
        codes = (128 + signal.SIGTERM, -signal.SIGTERM, *((0, 3) if moment == "start" else ()))
        expect(code in codes or moment == "rehearse", f"exit code {code}")
    expect_journals(folder)


def expect_resumable(folder: Path) -> None:
    """Expect that every journal can be read and continued after its last whole line."""
    expect_journals(folder, torn=True)
    for path in folder.rglob("games/*.jsonl"):
        if path.name.endswith(".calls.jsonl"):
            continue
        record = read_record(path)
        restore_match(record, load_game(find(record.header.game), record))
        Session.resume(path, settings=load_settings()).close()
        expect(not read_record(path).torn, "a torn line stays after resuming")


def _close_output(way: str, stream: str, folder: Path) -> None:
    """Close what a command writes to, as `head` does when it has read enough."""
    commands = {
        "game": _play(more=("--set", "rounds=24")),
        "series": _play(more=("--games=40", "--json")),
        "show": ("show", str(folder / "kept.jsonl")),
    }
    if way == "show":
        from tests.campaign.original_files import write_journal

        (folder / "kept.jsonl").write_bytes(write_journal("decrypto")[0])
    running = start_parlour(
        folder,
        *commands[way],
        PARLOUR_DATA=str(folder / "data"),
        wrap=("sh", "-c", _redirect(stream), "sh"),
    )
    ended = running.wait(60)
    expect_end(ended, (0, 1, 2, 3, 141))
    expect_journals(folder)


def _redirect(stream: str) -> str:
    """A command of the shell that runs its arguments with an output that nobody reads."""
    closed = {"stdout": "", "stderr": "2>&1 >/dev/null", "both": "2>&1"}[stream]
    # The reader ends at once; what is written after that meets a closed pipe.
    return f'{{ sleep 0.05; "$@" {closed}; }} | true'
