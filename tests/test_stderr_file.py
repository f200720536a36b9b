"""A program's stderr is kept in a file that does not grow without bound."""

import fcntl
import os
from pathlib import Path

import pytest

from engine.players.process.stderr import CHUNK_BYTES, HEAD_BYTES, MARK, TAIL_BYTES, StderrFile


def keep(path: Path, data: bytes) -> None:
    """Keep what a program writes."""
    file = StderrFile.open(path)
    reading, writing = os.pipe()
    thread = file.keep(os.fdopen(reading, "rb", buffering=0))
    with os.fdopen(writing, "wb") as stream:
        stream.write(data)
    thread.join()
    file.close()


def test_a_flood_keeps_its_head_and_its_tail(tmp_path: Path) -> None:
    path = tmp_path / "flood.stderr"
    keep(path, b"first\n" + b"x" * 3_000_000 + b"\nlast\n")
    data = path.read_bytes()
    assert data.startswith(b"first\n")
    assert data.endswith(b"\nlast\n")
    assert len(data) <= HEAD_BYTES + TAIL_BYTES + 100
    mark = MARK.search(data)
    assert mark
    assert int(mark[1].replace(b",", b"")) + len(data) - len(mark[0]) == 3_000_012
    keep(path, b"y" * 700_000)  # another start of the same program
    again = path.read_bytes()
    mark = MARK.search(again)
    assert mark
    assert int(mark[1].replace(b",", b"")) + len(again) - len(mark[0]) == 3_700_012


@pytest.mark.skipif(not hasattr(fcntl, "F_GETPIPE_SZ"), reason="pipes of one size")
def test_the_pipe_is_large_so_that_a_flood_does_not_hold_up_the_answer(tmp_path: Path) -> None:
    """A program that writes 1 GB waited more than 60 seconds for room in a pipe of 64 KB."""
    file = StderrFile.open(tmp_path / "flood.stderr")
    reading, writing = os.pipe()
    thread = file.keep(os.fdopen(reading, "rb", buffering=0))
    os.write(writing, b"x" * 200_000)  # the pipe has its size by the time that this is through
    assert fcntl.fcntl(writing, fcntl.F_GETPIPE_SZ) >= CHUNK_BYTES
    os.close(writing)
    thread.join()
    file.close()


def test_a_file_of_an_earlier_version_is_cut_down(tmp_path: Path) -> None:
    path = tmp_path / "old.stderr"
    path.write_bytes(b"a" * 4_000_000)
    path.chmod(0o644)
    keep(path, b"new\n")
    assert path.stat().st_size <= HEAD_BYTES + TAIL_BYTES + 100
    assert path.read_bytes().endswith(b"new\n")
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_is_short_is_kept_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "short.stderr"
    keep(path, b"one\n")
    keep(path, b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"


def test_a_program_that_starts_again_after_its_file_was_deleted_gets_a_new_one(
    tmp_path: Path,
) -> None:
    """The first program may still be ending, with the deleted file open."""
    path = tmp_path / "deleted.stderr"
    first = StderrFile.open(path)
    path.unlink()
    keep(path, b"second\n")
    first.close(delete_empty=True)
    keep(path, b"third\n")
    assert path.read_bytes() == b"second\nthird\n"
