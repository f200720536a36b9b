"""A journal, run, study or pool of another format is refused in one sentence, whatever reads it."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.comet.pool import Pool
from lab.run.store import RunFile
from lab.study.file import StudyFile
from tests.test_study import make_study
from tui.command_line import run

OTHERS = (2, 0, -1, "1", True, 1.0, None, [1])
"""No Parlour has written these formats yet."""
JOURNAL = ("play", "taboo", "--seat=attacker=random", "--seat=defender=random", "--set", "turns=2")


def edit_head(path: Path, *keys: str, value: object) -> None:
    """Change a value in the first line of a file."""
    first, rest = path.read_text("utf-8").split("\n", 1)
    whole: dict[str, Any] = json.loads(first)
    part = whole
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = value
    path.write_text(f"{json.dumps(whole)}\n{rest}", "utf-8")


def refusals(path: Path, *commands: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The commands, of which none may change the file."""
    content = path.read_bytes()
    for command in commands:
        yield tuple(str(path) if word == "FILE" else word for word in command)
        assert path.read_bytes() == content, command


@pytest.mark.parametrize("other", OTHERS)
def test_a_journal_of_another_format_is_refused(
    other: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    assert run((*JOURNAL, "--journal", str(path))) == 0
    assert run(("show", str(path))) == 0
    edit_head(path, "parlour", value=other)
    capsys.readouterr()
    branch = ("branch", "FILE", "--at", "1", "--journal", str(tmp_path / "new.jsonl"))
    for command in refusals(
        path, ("show", "FILE"), ("show", "FILE", "--calls"), ("resume", "FILE"), branch
    ):
        assert run(command) == 2
        told = capsys.readouterr()
        shown = json.dumps(other)
        assert told.err == f"{path} has journal format {shown}; this Parlour reads format 1.\n"
        assert told.out == ""


@pytest.mark.parametrize("other", [2, 0, -1])
def test_a_run_of_another_format_is_refused(
    other: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tiny.run"
    RunFile(path, writing=True).database.close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {other}")
    database.close()
    whole = tmp_path / "whole.run"
    commands: list[tuple[str, ...]] = [
        ("lab", name, "FILE") for name in ("run", "status", "report", "pause")
    ]
    commands += [("lab", "table", "games", "FILE")]
    commands.append(("lab", "merge", "FILE", "FILE", "--into", str(whole)))
    for command in refusals(path, *commands):
        assert run(command) == 2
        told = capsys.readouterr()
        assert told.err == f"{path} has run format {other}; this Parlour reads format 1.\n"
        assert told.out == ""
    assert not whole.exists()


@pytest.mark.parametrize("other", OTHERS)
def test_a_study_of_another_format_is_refused(
    other: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "blind.study"
    StudyFile.create(path, make_study())
    edit_head(path, "study", "format", value=other)
    path.write_bytes(path.read_bytes() + b'{"rating": {"in": "another way"}}\n{"cut o')
    copy = ("study", "copy", "FILE", str(tmp_path / "copy.study"))
    for command in refusals(path, ("study", "show", "FILE"), ("study", "rate", "FILE"), copy):
        assert run(command) == 2
        told = capsys.readouterr()
        shown = json.dumps(other)
        assert told.err == f"{path} has study format {shown}; this Parlour reads format 1.\n"
        assert told.out == ""


@pytest.mark.parametrize("other", OTHERS)
def test_a_pool_of_another_format_is_refused(
    other: object,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")  # no call is made
    path = tmp_path / "my.pool"
    path.write_text(Pool().encode(), "utf-8")
    assert run(("pool", "show", str(path))) == 0
    edit_head(path, "pool", value=other)
    capsys.readouterr()
    both = tmp_path / "both.pool"
    seats = (f"--seat=p1=comet:m,pool={path}", *(f"--seat=p{n}=random" for n in range(2, 6)))
    show, merge = ("pool", "show", "FILE"), ("pool", "merge", "--into", str(both), "FILE", "FILE")
    for command in refusals(path, show, merge, ("play", "undercover", *seats)):
        assert run(command) == 2
        told = capsys.readouterr()
        shown = json.dumps(other)
        assert told.err == f"{path} has pool format {shown}; this Parlour reads format 1.\n"
        assert told.out == ""
    assert not both.exists()
