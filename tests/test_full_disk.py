"""A full disk or a short write ends with a sentence, and what was there before stays whole."""

import errno
import json
import resource
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from PIL import Image

from engine.comet.pool import read_built_in_pool
from engine.config.remembered_choices import remember_choice
from tui.command_line import run

EXPERIMENT = """
name = "tiny"
game = "taboo"
games = 2
players = { quiet = "random" }
lineups = { seats.attacker = ["quiet"], seats.defender = ["quiet"] }
"""
OLD = b"whole"
ROOM = 60
"""Bytes that a file may have on the disk that is full."""


@contextmanager
def full_disk() -> Iterator[None]:
    """Let every file end after some bytes: a short write, then an error.

    Python writes no bytecode meanwhile: it keeps a file that was cut short, and every later import
    of that module fails.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    writes_no_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
        sys.dont_write_bytecode = writes_no_bytecode


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Make what the commands read, with the run open: SQLite shares a file with its readers."""
    folder = tmp_path_factory.mktemp("material")
    (folder / "tiny.toml").write_text(EXPERIMENT)
    assert run(["lab", "run", str(folder / "tiny.toml"), "--into", str(folder / "tiny.run")]) == 0
    (folder / "photos").mkdir()
    Image.new("RGB", (300, 450), "red").save(folder / "photos/one.png")
    words = (f"word{n} {' '.join(f'{(n * k) % 7 - 3}.5' for k in range(1, 9))}" for n in range(60))
    (folder / "vectors.txt").write_text("\n".join(words) + "\n")
    (folder / "my.pool").write_bytes(read_built_in_pool().encode().encode())
    with closing(sqlite3.connect(folder / "tiny.run")) as database:
        database.execute("SELECT count(*) FROM trials").fetchone()
        yield folder


@pytest.mark.parametrize(
    ("command", "target"),
    [
        ("lab report {m}/tiny.run --out out", "out/report.html"),
        ("lab report {m}/tiny.run --format markdown --out out", "out/report.md"),
        ("lab table games {m}/tiny.run --out games.csv", "games.csv"),
        ("lab table turns {m}/tiny.run --format json --out turns.json", "turns.json"),
        ("lab table turns {m}/tiny.run --format parquet --out turns.parquet", "turns.parquet"),
        ("pool export {m}/my.pool --out copy.pool", "copy.pool"),
        ("pool export {m}/my.pool --json --out copy.json", "copy.json"),
        ("vectors import {m}/vectors.txt --name mine --replace", "data/vectors/mine.npz"),
        ("deck new mine --from {m}/photos", ""),
        ("study new one --clues 3", ""),
        ("prompts new decrypto mine", ""),
    ],
)
def test_a_command_on_a_full_disk_says_so(
    command: str,
    target: str,
    material: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    if target:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(target).write_bytes(OLD)
    with full_disk():
        assert run(command.format(m=material).split()) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert "File too large" in told  # as the limit says it; a full disk: No space left on device
    assert told.endswith(".")
    files = {path: path for path in tmp_path.rglob("*") if path.is_file()}
    if target:
        assert Path(target).read_bytes() == OLD
    assert not [path for path in files if path.name.startswith(".")]
    assert all(path.stat().st_size <= len(OLD) for path in files)


def test_a_merge_on_a_full_disk_names_the_new_run(
    material: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_file, target = str(material / "tiny.run"), tmp_path / "merged.run"
    with full_disk():
        assert run(["lab", "merge", run_file, run_file, "--into", str(target)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{target} cannot be written: ")
    assert told.count("\n") == 1
    assert not [one for one in tmp_path.iterdir() if one.suffix != ".lock"]


def test_a_choice_on_a_full_disk_stays_as_it_was(tmp_path: Path) -> None:
    remember_choice("theme", "dark", tmp_path)
    with full_disk(), pytest.raises(OSError, match="File too large") as failed:
        remember_choice("theme", "light" * 20, tmp_path)
    assert failed.value.errno == errno.EFBIG
    assert failed.value.filename == str(tmp_path / "theme")
    assert (tmp_path / "theme").read_text() == "dark"
    assert json.dumps([one.name for one in tmp_path.iterdir()]) == '["theme"]'
