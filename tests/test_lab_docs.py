"""docs/lab.md is a tutorial: what it tells people to do works."""

import re
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from lab.experiment.examples import FOLDER
from tui.command_line import run

TUTORIAL = Path(__file__).parent.parent / "docs" / "lab.md"


def find_blocks(language: str) -> list[str]:
    text = TUTORIAL.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for kind, block in blocks if kind == language]


def test_the_tutorial_works_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its experiment and commands are run as they stand, but for fewer deals and processes."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (experiment,) = find_blocks("toml")
    Path("near-and-far.toml").write_text(experiment.replace("games = 20", "games = 2"))
    example = FOLDER / "decrypto-crossplay.toml"
    monkeypatch.setattr("lab.experiment.finder.FOLDER", tmp_path)
    Path(example.name).write_text(re.sub(r"games = \d+", "games = 2", example.read_text()))
    for line in "".join(find_blocks("")).splitlines():
        words = shlex.split(line.partition(" >")[0].replace(" --processes 2", ""))
        assert words[:2] == ["parlour", "lab"]
        assert run(words[1:]) == 0, line
    capsys.readouterr()
    code = "\n".join(find_blocks("python"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Difference(value=" in done.stdout
    assert "Questions: the code that the encoder expected" in done.stdout


def test_the_map_of_modules_names_all_of_them() -> None:
    text = TUTORIAL.read_text(encoding="utf-8").partition("| module | what it does |")[2]
    firsts = re.findall(r"^\| (`.+?) \|", text, re.MULTILINE)
    named = {name.strip("`/") for first in firsts for name in first.split(", ")}
    folder = FOLDER.parent.parent
    there = {
        path.stem for path in (*folder.glob("*.py"), *folder.glob("*/")) if path.stem[0] != "_"
    }
    assert named == there


def test_the_tables_of_dixitworld_name_functions_that_exist() -> None:
    text = TUTORIAL.with_name("dixitworld.md").read_text(encoding="utf-8")
    packages = ("lab.papers.dixitworld", "lab.statistics")
    rows = "".join(line for line in text.splitlines() if line.startswith("|"))
    found = re.findall(r"`([a-z]\w+)\.([a-z]\w+)`", rows)
    found = [(module, name) for module, name in found if module != "lab"]
    assert len(found) > 10
    for module, name in found:
        there = [f"{one}.{module}" for one in packages if find_spec(f"{one}.{module}")]
        assert any(hasattr(import_module(one), name) for one in there), f"{module}.{name}"
