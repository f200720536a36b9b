"""docs/interchange.md: its examples do what they say, as they are printed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "interchange.md"


def find_section(title: str) -> str:
    text = PAGE.read_text(encoding="utf-8")
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def find_blocks(title: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", find_section(title), re.MULTILINE | re.DOTALL)


def run_python(code: str, folder: Path) -> str:
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_game_as_an_environment_plays(tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")
    (code,) = find_blocks("A game as an environment", "python")
    printed = run_python(code, tmp_path).splitlines()
    rewards = dict(line.split() for line in printed[:3])
    assert set(rewards) == {"encoder", "decoder", "interceptor"}
    assert set(rewards.values()) <= {"0.0", "0.5", "1.0"}
    assert len(printed) > 5
