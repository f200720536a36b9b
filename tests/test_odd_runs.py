"""Runs of other people, and damaged ones: one sentence, and nothing outside is touched."""

import os
import sqlite3
import struct
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engine.config.settings import load_settings
from lab.errors import LabError, RunError
from lab.experiment.file import Experiment
from lab.records.recorded_games import read_recorded_games
from lab.run.compression import MAX_BYTES, compress_lines, decompress_lines
from lab.run.start import RunSettings, run_experiment
from lab.run.store import RunFile
from lab.run.trial_files import create_games_folder, delete_trial_files
from tui.command_line import run

EXPERIMENT = """
name = "tiny"
game = "taboo"
games = 3

[players]
a = "random"

[lineups]
seats.attacker = ["a"]
seats.defender = ["a"]
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Make the bytes of a small finished run."""
    import asyncio

    path = tmp_path_factory.mktemp("whole") / "tiny.run"
    experiment = Experiment.parse(EXPERIMENT, "tiny")
    asyncio.run(
        run_experiment(path, experiment, EXPERIMENT, RunSettings(), settings=load_settings())
    )
    with RunFile(path) as opened:
        opened.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, whole: bytes) -> Path:
    """Write a run that may be damaged."""
    file = tmp_path / "tiny.run"
    file.write_bytes(whole)
    return file


def change(path: Path, *queries: str) -> None:
    """Change a run as its attacker would, past all constraints."""
    database = sqlite3.connect(path)
    with database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute("PRAGMA writable_schema = ON")
        for query in queries:
            database.execute(query)
    database.close()


CHANGES = {
    "a key that is a path": "UPDATE trials SET key = '../../../escaped-1' WHERE number = 1",
    "a key of something else": "UPDATE trials SET key = '0123456789abcdef' WHERE number = 1",
    "content that is no JSON": "UPDATE trials SET content = '{' WHERE number = 2",
    "content that is a list": "UPDATE trials SET content = '[1]' WHERE number = 2",
    "figures nested too deep": (
        "UPDATE outcomes SET figures = '{\"a\":' || replace(hex(zeroblob(25000)), '00', '[') "
        "|| replace(hex(zeroblob(25000)), '00', ']') || '}' WHERE number = 1"
    ),
    "turns that are an object": "UPDATE turns SET turns = '{}' WHERE number = 1",
    "a view instead of a table": (
        "UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = 'CREATE VIEW facts AS "
        "SELECT 1 AS name, 2 AS value' WHERE name = 'facts'"
    ),
    "a trigger": ("CREATE TRIGGER t AFTER INSERT ON sittings BEGIN DELETE FROM outcomes; END"),
    "another table": "CREATE TABLE more (a)",
    "a missing table": "DELETE FROM sqlite_schema WHERE name = 'turns'",
    "costly of another kind": "UPDATE trials SET costly = 7",
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_run_is_refused_in_one_sentence(
    path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(path, CHANGES[what])
    before = path.read_bytes()
    with pytest.raises(RunError, match="damaged"):
        RunFile(path, writing=True)
    assert run(["lab", "run", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert path.read_bytes() == before


CHANGES_OF_KEY = (
    "UPDATE trials SET key = '../../escaped-1' WHERE number = 1",
    "UPDATE trials SET costly = 1",
    "DELETE FROM facts",
)


def test_a_key_that_is_a_path_deletes_nothing(path: Path, tmp_path: Path) -> None:
    outside = tmp_path.parent / "escaped-1.jsonl"
    outside.write_text("mine")
    change(path, *CHANGES_OF_KEY)
    assert run(["lab", "run", str(path), "--retry-failed"]) == 2
    assert outside.read_text() == "mine"
    assert not (tmp_path / "tiny.run.games").exists()


@pytest.mark.parametrize("command", [("status",), ("table", "games"), ("table", "turns")])
def test_bytes_changed_at_random_end_in_a_table_or_a_sentence(
    path: Path, whole: bytes, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(25):
        random = Random(f"{command}/{number}")
        data = bytearray(whole)
        for _ in range(random.choice((1, 5, 40))):
            data[random.randrange(len(data))] = random.randrange(256)
        path.write_bytes(data[: random.choice((len(data), random.randrange(len(data))))])
        code = run(["lab", *command, str(path)])
        told = capsys.readouterr().err
        assert code in (0, 2), (number, told)
        assert "Traceback" not in told
        if code:
            assert len(told.splitlines()) == 1, (number, told)


@pytest.mark.parametrize("suffix", [".lock", "-wal", "-shm", "-journal", ".games"])
def test_what_lies_beside_a_run_is_not_followed(
    path: Path, tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = tmp_path / "outside"
    if suffix == ".games":
        outside.mkdir()
        mine = outside / "mine.jsonl"
        with RunFile(path) as file:
            mine = outside / f"{min(file.read_keys())}.jsonl"
    else:
        mine = outside
    mine.write_text("mine")
    path.with_name(f"{path.name}{suffix}").symlink_to(outside)
    change(path, "UPDATE trials SET costly = 1") if suffix == ".games" else None
    assert run(["lab", "run", str(path)]) == 2
    assert "is a link" in capsys.readouterr().err.splitlines()[-1]
    assert mine.read_text() == "mine"


def test_a_run_that_is_a_link_is_not_written(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.run"
    link.symlink_to(path)
    before = path.read_bytes()
    with pytest.raises(RunError, match="it is a link to another file"):
        RunFile(link, writing=True)
    assert path.read_bytes() == before


def test_a_pipe_is_no_run(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.run")
    for writing in (True, False):
        with pytest.raises(RunError, match="pipe"):
            RunFile(tmp_path / "pipe.run", writing=writing)


def test_compressed_zeros_do_not_fill_the_memory() -> None:
    bomb = compress_lines("\0" * (MAX_BYTES + 1))
    assert bomb is not None
    assert len(bomb) < 100_000
    with pytest.raises(RunError, match="too long or cut short"):
        decompress_lines(bomb, Path("a.run"))
    packed = compress_lines("line\n")
    assert packed is not None
    for data in (packed[:-5], b"no zlib", packed[:-1] + b"x"):
        with pytest.raises(RunError, match="damaged"):
            decompress_lines(data, Path("a.run"))
    assert decompress_lines(packed, Path("a.run")) == "line\n"


def test_only_files_of_known_trials_are_deleted(tmp_path: Path) -> None:
    games = tmp_path / "a.run.games"
    create_games_folder(games)
    names = ("0123456789abcdef.jsonl", "0123456789abcdef.calls.jsonl", "0123456789abcdefg", "other")
    for name in names:
        (games / name).write_text(name)
    delete_trial_files(games, {"0123456789abcdef"})
    assert sorted(path.name for path in games.iterdir()) == ["0123456789abcdefg", "other"]


def test_outcomes_are_on_disk_when_stored(path: Path) -> None:
    with RunFile(path, writing=True) as file:
        (level,) = file.database.execute("PRAGMA synchronous").fetchone()
        (mode,) = file.database.execute("PRAGMA journal_mode").fetchone()
    assert mode == "wal"
    assert level >= 2  # FULL or EXTRA


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\0" * 84])
def test_something_else_is_no_run(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.run"
    path.write_bytes(content)
    with pytest.raises(LabError, match="Parlour's laboratory"):
        RunFile(path)
    assert path.read_bytes() == content


def test_a_full_disk_keeps_what_was_stored(path: Path) -> None:
    with RunFile(path, writing=True) as file:
        (pages,) = file.database.execute("PRAGMA page_count").fetchone()
        file.database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(RunError, match=r"cannot be written: .*full.* is safe; make room"):
            file.set_facts({"name": "x" * 1_000_000})
        assert file.read_fact("name") == "tiny"


def test_a_journal_of_sqlite_beside_a_run_is_not_played_back(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its last record names a file, which SQLite would delete."""
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("mine")
    name = str(thesis).encode()
    page = path.read_bytes()[:4096]
    head = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + struct.pack(">IIIII", 1, 0, 14, 512, 4096)
    end = struct.pack(">I", 262_145) + name + struct.pack(">II", len(name), sum(name))
    record = struct.pack(">I", 1) + page + struct.pack(">I", 0)
    journal = path.with_name(f"{path.name}-journal")
    journal.write_bytes(head.ljust(512, b"\0") + record + end + head[:8])
    for command in ("status", "report", "run"):
        assert run(["lab", command, str(path)]) == 2
        assert "does not belong to a run" in capsys.readouterr().err
    assert thesis.read_text() == "mine"


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_a_merge_does_not_mix_with_what_is_left_of_another_run(
    path: Path, tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    other, target = tmp_path / "other.run", tmp_path / "all.run"
    other.write_bytes(path.read_bytes())
    target.with_name(f"all.run{suffix}").write_bytes(b"left")
    assert run(["lab", "merge", str(path), str(other), "--into", str(target)]) == 2
    assert f"all.run{suffix} is left of another run" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.parametrize("command", [("run",), ("run", "--dry-run"), ("status",), ("report",)])
def test_a_pipe_in_the_place_of_a_run_is_not_waited_for(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe.run"
    os.mkfifo(pipe)
    code = "import sys; from tui.command_line import run; sys.exit(run(sys.argv[1:]))"
    arguments = [sys.executable, "-c", code, "lab", command[0], str(pipe), *command[1:]]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_pipe_among_recorded_games_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "one.jsonl")
    text = f'name = "tiny"\ngame = "taboo"\n[recorded]\njournals = "{tmp_path}"\n'
    experiment = Experiment.parse(f'{text}[players]\np = "random"\n', "tiny")
    with pytest.raises(LabError, match="cannot be read"):
        list(read_recorded_games(experiment, tmp_path))
