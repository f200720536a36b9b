"""What the fault campaign found in programs and Python players, each fault in a small test."""

import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import PlayerError, SetupError
from engine.match import Match
from engine.players.process import tree
from engine.players.process.command import explain_missing
from engine.players.program_player import ProgramPlayer
from engine.players.python_player import PythonPlayer
from engine.players.signal_error import StoppedBySignal
from engine.seat import Seat
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tests.signalled import is_running
from tui.signals import Stopped

GAME = DECRYPTO.game({})
OPENING = Match(GAME, "agents").view(Seat(0))
HOLDS = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    time.sleep(60)
sys.stdin.readline()
{answer}
"""


class Odd(BaseException):
    """Neither an exception nor a signal."""


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError


class Raising:
    """A player that raises something, in `decide` or where it is looked up."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    async def decide(self, *_: object) -> object:
        raise self.error

    def close(self) -> None:
        raise self.error


def seat(player: Any) -> PythonPlayer[Any, Any]:
    return PythonPlayer("bot", lambda *_: player, GAME, "encoder", "1")


@pytest.mark.parametrize(
    "error",
    [
        Odd(),
        Mute(),
        GeneratorExit(),
        KeyboardInterrupt(),
        BaseExceptionGroup("x", [SystemExit(1), ValueError()]),
    ],
)
async def test_whatever_a_python_player_raises_fails_its_seat(error: BaseException) -> None:
    player = seat(Raising(error))
    with pytest.raises(PlayerError, match=r"^The code of bot failed\.$") as caught:
        await player.decide(OPENING, None)
    assert caught.value.private.startswith(type(error).__name__)
    with pytest.raises(PlayerError):
        player.close()


async def test_a_signal_is_no_fault_of_a_python_player() -> None:
    with pytest.raises(StoppedBySignal):
        await seat(Raising(Stopped(15))).decide(OPENING, None)


def test_a_player_whose_parts_cannot_be_looked_up_is_refused() -> None:
    class Liar:
        def __getattr__(self, name: str) -> object:
            raise RuntimeError(name)

    with pytest.raises(SetupError, match=r"^The code of bot failed\. RuntimeError: decide$"):
        seat(Liar())


@pytest.mark.parametrize("answer", ["print('no', end='', flush=True)", "pass"])
async def test_a_program_has_ended_though_its_child_holds_the_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setenv("PARLOUR_TIMEOUT", "30")
    (tmp_path / "bot.py").write_text(HOLDS.format(answer=answer))
    command = f"{sys.executable} -S {tmp_path / 'bot.py'}"
    player: ProgramPlayer[Any, Any] = ProgramPlayer(
        command, GAME, "encoder", None, settings=load_settings()
    )
    started = monotonic()
    with pytest.raises(PlayerError) as caught:
        await player.decide(OPENING, None)
    assert ("ended with exit code 0" in str(caught.value)) == (answer == "pass")
    assert monotonic() - started < 25  # it did not wait for an answer
    player.close()


def test_a_program_that_starts_just_now_is_not_ended_as_left_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tree, "_adopting", True)
    monkeypatch.setattr(tree, "_running", {})
    monkeypatch.setattr(tree, "_starting", 0)
    monkeypatch.setattr(tree, "find_prctl", lambda: lambda *_: 0)
    tree.prepare_agent()
    with subprocess.Popen(["/bin/sleep", "60"], start_new_session=True) as process:
        tree.end_all_agents()
        assert process.poll() is None
        tree.forget_agent()
        tree.end_all_agents()
        assert not is_running(process.pid)


def test_the_name_of_a_missing_program_is_cut() -> None:
    told = explain_missing("./" + "x" * 5_000)
    assert told.startswith("There is no program './xxx")
    assert len(told) < 200
