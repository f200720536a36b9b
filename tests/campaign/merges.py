"""Merges of runs: what differs is told, the runs stay, and the new run is whole or not there."""

import json
import sqlite3
import time
import zlib
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from tests.campaign.case import Case, Plan, expect, expect_end
from tests.campaign.laboratory import make_run
from tests.campaign.processes import run_parlour, start_parlour

KILLS = (0.2, 0.6, 1.0, 1.4, 1.8, 2.4)
"""Seconds after which a merge is killed."""


def _change_figure(database: sqlite3.Connection) -> None:
    (text,) = database.execute("SELECT figures FROM outcomes WHERE number = 1").fetchone()
    figures = json.loads(text) | {"rounds": 99}
    database.execute("UPDATE outcomes SET figures = ? WHERE number = 1", (json.dumps(figures),))


def _change_turn(database: sqlite3.Connection) -> None:
    (text,) = database.execute("SELECT turns FROM turns WHERE number = 1").fetchone()
    turns = json.loads(text)
    turns[0]["another"] = "canary"
    database.execute("UPDATE turns SET turns = ? WHERE number = 1", (json.dumps(turns),))


def _change_journal(database: sqlite3.Connection) -> None:
    (packed,) = database.execute("SELECT text FROM journals WHERE number = 1").fetchone()
    head, *moves = zlib.decompress(packed).decode().splitlines()
    text = "".join(f"{line}\n" for line in (head, *moves[:-1]))
    database.execute(
        "UPDATE journals SET text = ? WHERE number = 1", (zlib.compress(text.encode()),)
    )


def _forget_trial(database: sqlite3.Connection) -> None:
    for table in ("turns", "journals", "calls", "outcomes", "trials"):
        database.execute(f"DELETE FROM {table} WHERE number = 1")  # noqa: S608 - our own names


def _change_key(database: sqlite3.Connection) -> None:
    database.execute("UPDATE trials SET key = '0123456789abcdef' WHERE number = 1")


def _add_trial(database: sqlite3.Connection) -> None:
    database.execute(
        "INSERT INTO trials SELECT 900, '0123456789abcdef', kind, deal, content, about, costly, "
        "lineup, seed, model_seed FROM trials WHERE number = 1"
    )


def _fail_trial(database: sqlite3.Connection) -> None:
    for table in ("turns", "journals"):
        database.execute(f"DELETE FROM {table} WHERE number = 1")  # noqa: S608 - our own names
    database.execute("UPDATE outcomes SET failure = 'broke', figures = '' WHERE number = 1")


CHANGES: dict[str, tuple[Callable[[sqlite3.Connection], None], int, str]] = {
    "figure": (_change_figure, 2, r"rounds.*--prefer"),
    "turn": (_change_turn, 2, r"turns.*--prefer"),
    "journal": (_change_journal, 2, r"journal.*--prefer"),
    "plan": (_forget_trial, 2, "different plans"),
    "key": (_change_key, 2, "damaged"),
    "copy": (_add_trial, 2, "damaged"),
    "failed": (_fail_trial, 0, ""),
    "same": (lambda _: None, 0, "agree"),
}
"""By case: how one of two runs is changed, the exit code, and what is said."""


def build_cases(plan: Plan) -> list[Case]:  # noqa: ARG001 - every part has it
    """List the cases."""
    return [
        *(Case("merges", f"differs/{name}", partial(_merge_changed, name), 90) for name in CHANGES),
        Case("merges", "prefer", _prefer, 90),
        *(Case("merges", f"into/{name}", partial(_merge_into, name), 90) for name in TARGETS),
        *(Case("merges", f"killed/{after}", partial(_kill, after), 90) for after in KILLS),
    ]


def _prepare(folder: Path, change: Callable[[sqlite3.Connection], None]) -> dict[str, bytes]:
    """Write two runs of which one is changed; return their bytes."""
    for name in ("one.run", "two.run"):
        (folder / name).write_bytes(make_run())
    with closing(sqlite3.connect(folder / "two.run")) as database, database:
        change(database)
    with closing(sqlite3.connect(folder / "two.run")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return {name: (folder / name).read_bytes() for name in ("one.run", "two.run")}


def _expect_unchanged(folder: Path, before: dict[str, bytes]) -> None:
    for name, content in before.items():
        expect((folder / name).read_bytes() == content, f"{name} has changed")


def _merge(folder: Path, *more: str) -> list[str]:
    sources = [str(folder / name) for name in ("one.run", "two.run")]
    return ["lab", "merge", *sources, "--into", str(folder / "new.run"), *more]


def _merge_changed(name: str, folder: Path) -> None:
    change, code, says = CHANGES[name]
    before = _prepare(folder, change)
    ended = run_parlour(folder, *_merge(folder), seconds=60)
    expect_end(ended, (code,), says=says)
    _expect_unchanged(folder, before)
    expect((folder / "new.run").exists() == (code == 0), "there is half a run")
    if code == 0:
        _expect_whole(folder / "new.run")


def _expect_whole(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        expect(database.execute("PRAGMA integrity_check").fetchone() == ("ok",), "it is damaged")
        counts = [
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
            for table in ("trials", "outcomes")
        ]
        failed = database.execute("SELECT count(*) FROM outcomes WHERE failure != ''").fetchone()
    expect(counts[0] == counts[1], f"{counts[1]} of {counts[0]} trials")
    expect(failed == (0,), "a failed trial took the place of a finished one")


def _prefer(folder: Path) -> None:
    before = _prepare(folder, _change_figure)
    ended = run_parlour(folder, *_merge(folder, "--prefer", str(folder / "two.run")), seconds=60)
    expect_end(ended, (0,), says="1 ")
    _expect_unchanged(folder, before)
    with closing(sqlite3.connect(folder / "new.run")) as database:
        (text,) = database.execute("SELECT figures FROM outcomes WHERE number = 1").fetchone()
    expect(json.loads(text)["rounds"] == 99, "the preferred run's result was not taken")


TARGETS = ("one.run", "link.run", "folder", "outside/../one.run", "missing/new.run")
"""What a merged run may not replace, and where it may be put."""


def _merge_into(target: str, folder: Path) -> None:
    before = _prepare(folder, lambda _: None)
    (folder / "outside").mkdir()
    (folder / "outside" / "file").write_text("mine")
    (folder / "folder").mkdir()
    (folder / "link.run").symlink_to(folder / "outside" / "file")
    words = _merge(folder)
    words[-1] = str(folder / target)
    ended = run_parlour(folder, *words, seconds=60)
    expect_end(ended, (0, 2) if target == "missing/new.run" else (2,))
    _expect_unchanged(folder, before)
    expect((folder / "outside" / "file").read_text() == "mine", "a link was followed")


def _kill(after: float, folder: Path) -> None:
    before = _prepare(folder, lambda _: None)
    running = start_parlour(folder, *_merge(folder))
    time.sleep(after)
    running.process.kill()
    running.wait(30)
    _expect_unchanged(folder, before)
    if (folder / "new.run").exists():
        _expect_whole(folder / "new.run")
    else:
        expect_end(run_parlour(folder, *_merge(folder), seconds=60), (0,))
        _expect_whole(folder / "new.run")
