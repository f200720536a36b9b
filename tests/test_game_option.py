"""`pytest --game NAME` runs the contract over one game, and refuses an unknown name."""

import os
import sys
from pathlib import Path
from subprocess import CompletedProcess, run

import pytest

from engine.games.catalog import CATALOG
from tests.test_parts import load_game

HERE = Path(__file__).parent.parent


def check(name: str, folder: Path) -> CompletedProcess[str]:
    return run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--game", name],
        cwd=HERE,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def write_game(folder: Path, name: str, wrong: str = "") -> str:
    load_game(folder, name)
    rules = folder / name / "rules.py"
    text = rules.read_text(encoding="utf-8")
    if wrong:
        assert wrong in text
        rules.write_text(text.replace(wrong, ""), encoding="utf-8")
    return f"{name}.rules:Signals"


def test_a_game_elsewhere_is_checked_at_each_end_of_its_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    done = check(write_game(tmp_path, "signals_elsewhere"), tmp_path)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_a_mistake_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    condition = " if seat == GIVER or state.guess is not None else None"
    done = check(write_game(tmp_path, "signals_open", condition), tmp_path)
    assert done.returncode == 1
    assert "sees what it may not know: secret" in done.stdout


def test_an_unknown_game_is_refused_with_those_there_are(tmp_path: Path) -> None:
    done = check("tabu", tmp_path)
    assert done.returncode == 4
    assert "There is no game 'tabu'. Did you mean 'taboo'?" in done.stderr
    assert ", ".join(CATALOG) in done.stderr
    for name in ("nowhere:Game", "json:Game"):
        done = check(name, tmp_path)
        assert done.returncode == 4
        assert name in done.stderr
        assert "Traceback" not in done.stderr
