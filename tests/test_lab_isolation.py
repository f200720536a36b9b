"""Programs in experiments: none can read the answers beside it, unless the user lets it."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

import lab
from engine.config.settings import load_settings
from lab.experiment.file import Experiment
from lab.run.isolation import explain_exposed_answers
from tests.test_isolation import needs_bubblewrap
from tui.command_line import run

BOT = """
import json, os, sys

OWN = {"bot.py", "weights.bin", "data.jsonl"}

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""

for line in sys.stdin:
    files = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(sys.argv[1])
        for name in names
    ]
    seen = {path for path in files if read(path)}
    foreign = sorted(path for path in seen if os.path.basename(path) not in OWN)
    missing = OWN - {os.path.basename(path) for path in seen}
    fine = not foreign and not missing
    print(json.dumps({"code": [1, 2, 3]}) if fine else f"{foreign} {missing}", flush=True)
"""
EXPERIMENT = """
name = "watched"
game = "decrypto"
games = 3
[options]
rounds = 2
keywords = "{words}"
[players]
bot = "exec:{python} {bot} {root}"
near = "word2vec"
[lineups]
fixed = {{ encoder = "near", decoder = "near", interceptor = "bot" }}
"""
WORDS = "lantern\npuddle\nviolin\ncactus\nanchor\n"


def prepare(root: Path, bots: Path, words: Path) -> Path:
    """Put a bot with data of its own among games, runs and words, and write its experiment."""
    bots.mkdir(exist_ok=True)
    (bots / "bot.py").write_text(BOT)
    (bots / "weights.bin").write_text("1 2 3")
    (bots / "data.jsonl").write_text('{"hint": "sea"}\n')
    for folder in {root, bots, bots / "more" / "inner"}:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("old.calls.jsonl", "old.decoder.stderr", "old.run", "old.run-wal", "old.cast"):
            (folder / name).write_text("canary")
        (folder / "old.jsonl").write_text('{"parlour": 1, "seed": "canary"}\n')
        (folder / "old.notes.json").write_text("{}")
        (folder / "old.run.games").mkdir()
        (folder / "old.run.games" / "0123456789abcdef.answers").write_text("canary")
    words.write_text(WORDS)
    (bots / "link.txt").symlink_to(words)
    (bots / "same.txt").hardlink_to(words)
    file = bots / "watched.toml"
    found = EXPERIMENT.format(words=words, bot=bots / "bot.py", root=root, python=sys.executable)
    file.write_text(found)
    return file


def count_failed(path: Path) -> int:
    with closing(sqlite3.connect(path)) as file:
        failures = file.execute("SELECT failure FROM outcomes").fetchall()
    assert len(failures) == 3
    return sum(bool(failure) for (failure,) in failures)


@needs_bubblewrap
@pytest.mark.parametrize("into", ["my.run", "bots/my.run", "bots/odd.db", "bots/more/my.run"])
def test_a_program_cannot_read_the_answers_beside_it(into: str, tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    file = prepare(tmp_path, bots, bots / "words.txt")
    assert run(["lab", "run", str(file), "--into", str(tmp_path / into)]) == 0
    assert not count_failed(tmp_path / into)


@needs_bubblewrap
def test_a_program_in_a_worker_s_folder_cannot_read_the_run_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    prepare(tmp_path, tmp_path, Path("words.txt"))
    assert run(["lab", "run", "watched.toml", "--into", "my.run", "--processes", "1"]) == 0
    assert not count_failed(Path("my.run"))


@pytest.mark.parametrize("how", ["--no-isolate", "PARLOUR_ISOLATE"])
def test_the_user_may_let_programs_see_what_lies_beside_them(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = prepare(tmp_path, tmp_path / "bots", tmp_path / "words.txt")
    command = ["lab", "run", str(file), "--into", str(tmp_path / "my.run")]
    if how == "--no-isolate":
        command.append(how)
    else:
        monkeypatch.setenv(how, "no")
    assert run(command) == 1
    assert count_failed(tmp_path / "my.run") == 3
    assert "isolated" not in capsys.readouterr().err


def test_without_bubblewrap_a_sentence_says_what_programs_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = prepare(tmp_path, tmp_path / "bots", tmp_path / "words.txt")
    which = "engine.players.process.sandbox.shutil.which"
    monkeypatch.setattr(which, lambda name: None if name == "bwrap" else name)
    experiment = Experiment.parse(file.read_text())
    told = explain_exposed_answers(experiment, load_settings())
    assert told.startswith("Programs are not isolated and could read the answers of the games")
    assert "bubblewrap" in told
    assert run(["lab", "run", str(file), "--into", str(tmp_path / "my.run")]) == 1
    assert capsys.readouterr().err.startswith(f"{told}\n")
    assert not explain_exposed_answers(experiment, load_settings({"isolate": "no"}))
    baselines = Experiment.parse(file.read_text().replace('"exec:', '"script:'))
    assert not explain_exposed_answers(baselines, load_settings())


@needs_bubblewrap
def test_a_command_that_names_the_run_is_refused(tmp_path: Path) -> None:
    file = prepare(tmp_path, tmp_path / "bots", tmp_path / "words.txt")
    path = tmp_path / "my.run"
    file.write_text(file.read_text().replace(f'{tmp_path}"', f'{tmp_path} {path}"'))
    assert run(["lab", "run", str(file), "--into", str(path)]) == 1
    with lab.open_run(path) as opened:
        assert "could read what is hidden from it" in opened.table("failures").to_csv()
