"""docs/interchange.md: its examples do what they say, as they are printed."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lab.experiment.examples import FOLDER
from tui.command_line import run

PAGE = Path(__file__).parent.parent / "docs" / "interchange.md"


def find_section(title: str) -> str:
    text = PAGE.read_text(encoding="utf-8")
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def find_blocks(title: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", find_section(title), re.MULTILINE | re.DOTALL)


def run_commands(title: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the commands of Parlour in a section as they stand, but for fewer deals."""
    monkeypatch.setenv("PARLOUR_DATA", str(folder))
    monkeypatch.setattr("lab.experiment.finder.FOLDER", folder)
    monkeypatch.chdir(folder)
    example = FOLDER / "decrypto-crossplay.toml"
    (folder / example.name).write_text(re.sub(r"games = \d+", "games = 2", example.read_text()))
    lines = re.findall(r"^    (parlour .*)$", find_section(title), re.MULTILINE)
    assert lines
    for line in lines:
        assert run(shlex.split(line)[1:]) == 0, line


def run_python(code: str, folder: Path) -> str:
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_run_as_a_log_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its experiment is run for fewer deals."""
    pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")
    run_commands("A run as a log of Inspect AI", tmp_path, monkeypatch)
    (code,) = find_blocks("A run as a log of Inspect AI", "python")
    lines = run_python(code, tmp_path).splitlines()
    assert len(lines) > 10
    assert all(line.startswith("{'") and line[-3:] in ("0.0", "0.5", "1.0") for line in lines)


def test_the_run_as_a_data_set_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_commands("A run as a data set of Hugging Face", tmp_path, monkeypatch)
    (code,) = find_blocks("A run as a data set of Hugging Face", "python")
    printed = run_python(code, tmp_path)
    assert printed.startswith("player_encoder\n")
    assert len(printed.splitlines()) > 3
    assert "Name: score_encoder, dtype: float64" in printed


def test_the_game_as_an_environment_plays(tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")
    (code,) = find_blocks("A game as an environment", "python")
    printed = run_python(code, tmp_path).splitlines()
    rewards = dict(line.split() for line in printed[:3])
    assert set(rewards) == {"encoder", "decoder", "interceptor"}
    assert set(rewards.values()) <= {"0.0", "0.5", "1.0"}
    assert len(printed) > 5
