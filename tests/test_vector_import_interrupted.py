"""Imports that are killed, interrupted or out of disk: no half a space, no stray process."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.config.child_environment import PYTHON, build_environment
from tests.patience import wait_until
from tests.vector_files import (
    bring,
    lines,
    plain,
)
from words.importing import importer as vector_import
from words.importing.importer import import_vectors
from words.space.errors import SpaceError
from words.space.reader import Space
from words.space.unfinished_files import UNFINISHED

CHILD = """
import os, resource, sys
from pathlib import Path
from words.importing import importer
if __name__ == "__main__":
    importer.BLOCK_SIZE = 20_000
    sys.dont_write_bytecode = True
    if sys.argv[2] == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
    path = Path(sys.argv[1])
    def progress(done, size, rows):
        print(rows, flush=True)
        if rows > 2000 and sys.argv[2] == "wait":
            sys.stdin.read()
    try:
        importer.import_vectors(
            path, path.parent / "spaces", "mine", environment=os.environ, progress=progress
        )
    except importer.SpaceError as error:
        sys.exit(str(error))
"""


def child(folder: Path, how: str) -> subprocess.Popen[bytes]:
    path = folder / "many.txt"
    rows = np.random.default_rng(8).normal(size=(8000, 20))
    path.write_text(lines(rows, [f"w{number}" for number in range(8000)]))
    script = folder / "child.py"
    script.write_text(CHILD)
    root = Path(vector_import.__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, str(script), str(path), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(root)},
        start_new_session=True,
    )


def until_half_way(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    while int(process.stdout.readline()) <= 2000:
        pass


def is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_killed_import_leaves_no_space_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    with child(tmp_path, "wait") as process:
        until_half_way(process)
        process.kill()
        process.communicate()
    folder = tmp_path / "spaces"
    (left,) = folder.iterdir()
    assert left.name.endswith(UNFINISHED)
    with pytest.raises(SpaceError):
        Space.open(left)
    wait_until(lambda: is_gone(process.pid))  # the readers end with it
    report = bring(plain(tmp_path / "x.txt", lines().encode()))
    assert list(folder.iterdir()) == [report.path]


def test_an_import_beside_a_running_one_lets_it_be(tmp_path: Path) -> None:
    with child(tmp_path, "wait") as process:
        until_half_way(process)
        other = plain(tmp_path / "x.txt", lines().encode())
        import_vectors(other, tmp_path / "spaces", "other", environment=build_environment(PYTHON))
        process.communicate()
    assert process.returncode == 0
    names = {path.name for path in (tmp_path / "spaces").iterdir()}
    assert names == {"mine.space", "other.space"}
    assert len(Space.open(tmp_path / "spaces" / "mine.space")) == 8000


def test_an_interrupted_import_leaves_nothing(tmp_path: Path) -> None:
    with child(tmp_path, "wait") as process:
        until_half_way(process)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of the group
        _, errors = process.communicate()
    assert process.returncode != 0
    assert errors.count(b"Traceback") == 1  # of the child's own; the readers stay silent
    assert list((tmp_path / "spaces").iterdir()) == []
    wait_until(lambda: is_gone(process.pid))


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    with child(tmp_path, "full") as process:
        _, errors = process.communicate()
    assert process.returncode == 1
    assert b"mine.space cannot be written: File too large." in errors
    assert list((tmp_path / "spaces").iterdir()) == []
