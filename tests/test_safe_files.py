"""Files are written whole, links are not followed, and nothing outside of a folder is deleted."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from files import replacement
from files.folder import Folder
from files.lock import hold_lock
from files.replacement import (
    create_file,
    open_folder_draft,
    open_replacement,
    replace_file,
    replace_private_file,
)


def names(folder: Path) -> list[str]:
    """List the names in a folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Make a file that nobody may touch."""
    file = tmp_path / "outside.txt"
    file.write_bytes(b"mine\r\n")
    return file


def test_a_replaced_file_is_whole_and_keeps_to_the_umask(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    old = os.umask(0o027)
    try:
        replace_file(file, "früher")
    finally:
        os.umask(old)
    assert file.stat().st_mode & 0o777 == 0o640
    replace_file(file, b"later")
    assert file.read_bytes() == b"later"
    assert names(tmp_path) == ["table.csv"]


def test_a_private_file_is_for_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "new" / "trust.json"
    replace_private_file(file, "{}")
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_a_name_of_the_greatest_length_can_be_replaced(tmp_path: Path) -> None:
    file = tmp_path / ("n" * 255)
    replace_file(file, "first")
    replace_file(file, "second")
    assert file.read_text() == "second"


@pytest.mark.parametrize("dangling", [False, True])
def test_a_link_is_refused_and_its_target_stays(
    tmp_path: Path, outside: Path, *, dangling: bool
) -> None:
    link = tmp_path / "report.html"
    link.symlink_to(tmp_path / "nowhere" if dangling else outside)
    with pytest.raises(OSError, match="it is a link to another file"):
        replace_file(link, "page")
    assert outside.read_bytes() == b"mine\r\n"
    assert link.is_symlink()
    assert names(tmp_path) == ["outside.txt", "report.html"]


def test_a_hard_link_leaves_the_other_name_alone(tmp_path: Path, outside: Path) -> None:
    file = tmp_path / "report.html"
    file.hardlink_to(outside)
    replace_file(file, "page")
    assert outside.read_bytes() == b"mine\r\n"


def test_a_pipe_or_folder_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="it is a pipe"):
        replace_file(tmp_path / "pipe", "x")
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path, "x")


def test_a_failure_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    file = tmp_path / "study.json"
    replace_file(file, "old")
    draft = open_replacement(file)
    draft.__enter__().write(b"ne")
    assert not draft.__exit__(RuntimeError, RuntimeError("half"), None)
    assert file.read_text() == "old"
    assert names(tmp_path) == ["study.json"]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "study.json"
    replace_file(file, "old")
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from files.replacement import replace_file\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"  # stands for a full disk
        "try: replace_file(Path(sys.argv[1]), 'n' * 100_000)\n"
        "except OSError as error: sys.exit(error.errno)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(file)], check=False)
    assert done.returncode == errno.EFBIG
    assert file.read_text() == "old"
    assert names(tmp_path) == ["study.json"]


def test_a_lock_is_held_once_and_never_truncates(tmp_path: Path, outside: Path) -> None:
    run = tmp_path / "my.run"
    lock = tmp_path / "my.run.lock"
    lock.write_text("of somebody")
    with (
        hold_lock(run, wait=False),
        pytest.raises(BlockingIOError),
        hold_lock(run, wait=False),
    ):
        pass
    assert lock.read_text() == "of somebody"
    lock.unlink()
    lock.symlink_to(outside)
    with pytest.raises(OSError, match=r"my\.run\.lock is a link"), hold_lock(run, wait=False):
        pass
    assert outside.read_bytes() == b"mine\r\n"
    lock.unlink()
    os.mkfifo(lock)
    with pytest.raises(OSError, match="it is a pipe"), hold_lock(run, wait=False):
        pass


def test_a_folder_deletes_plain_names_only(tmp_path: Path, outside: Path) -> None:
    games = tmp_path / "my.run.games"
    with Folder(games, create=True) as folder:
        (games / "a.jsonl").write_text("a")
        (games / "b.jsonl").symlink_to(outside)
        for name in ("../outside.txt", str(outside), ".", "..", "", "a\0b"):
            with pytest.raises(ValueError, match="does not name a file"):
                folder.delete_files([name])
        assert folder.list_names() == ["a.jsonl", "b.jsonl"]
        folder.delete_files(["a.jsonl", "b.jsonl", "missing"])
        assert folder.list_names() == []
    assert outside.read_bytes() == b"mine\r\n"


def test_a_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "my.run.games").symlink_to(real)
    with pytest.raises(OSError, match="it is a link to another folder"):
        Folder(tmp_path / "my.run.games", create=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        Folder(tmp_path / "file")


def test_an_open_folder_stays_the_same(tmp_path: Path) -> None:
    games, other = tmp_path / "games", tmp_path / "other"
    other.mkdir()
    (other / "a").write_text("mine")
    with Folder(games, create=True) as folder:
        games.rename(tmp_path / "moved")
        games.symlink_to(other)
        folder.delete_files(["a"])
    assert (other / "a").read_text() == "mine"


def test_a_created_file_is_whole_and_overwrites_nothing(tmp_path: Path, outside: Path) -> None:
    create_file(tmp_path / "new.toml", "text")
    assert (tmp_path / "new.toml").read_text() == "text"
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for taken in (outside, tmp_path / "link"):
        with pytest.raises(FileExistsError) as error:
            create_file(taken, "other")
        assert error.value.filename == str(taken)
    assert outside.read_bytes() == b"mine\r\n"
    assert names(tmp_path) == ["link", "new.toml", "outside.txt"]


def test_an_error_names_the_target_and_not_its_draft(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error:
        replace_file(tmp_path / "missing" / "table.csv", "x")
    assert error.value.filename == str(tmp_path / "missing" / "table.csv")


def test_files_of_a_folder_are_replaced_when_all_are_there(tmp_path: Path, outside: Path) -> None:
    target = tmp_path / "bench"
    target.mkdir()
    replace_file(target / "one", "old")
    replace_file(target / "note", "mine")
    draft = open_folder_draft(target, replace=True)
    replace_file(draft.__enter__() / "one", "new")
    inside = next(path for path in tmp_path.iterdir() if path.name.startswith(".bench"))
    full = OSError(errno.ENOSPC, "full", str(inside / "two"))
    with pytest.raises(OSError, match="full") as error:
        draft.__exit__(OSError, full, None)
    assert error.value.filename == str(target / "two")
    assert (target / "one").read_text() == "old"
    (target / "two").symlink_to(outside)
    again = open_folder_draft(target, replace=True)
    inside = again.__enter__()
    for name in ("one", "two"):
        replace_file(inside / name, "new")
    with pytest.raises(OSError, match="link"):
        again.__exit__(None, None, None)
    assert (target / "one").read_text() == "old"
    (target / "two").unlink()
    with open_folder_draft(target, replace=True) as new:
        replace_file(new / "one", "new")
    assert {path.name: path.read_text() for path in target.iterdir()} == {
        "one": "new",
        "note": "mine",
    }
    assert names(tmp_path) == sorted(["bench", outside.name])


def test_a_folder_appears_when_it_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_to_sync(folder: Path) -> None:
        raise OSError(errno.EIO, "broken", str(folder))

    target = tmp_path / "deck"
    draft = open_folder_draft(target)
    replace_file(draft.__enter__() / "one", "1")
    assert not target.exists()
    assert not draft.__exit__(RuntimeError, RuntimeError("half"), None)
    assert names(tmp_path) == []
    with monkeypatch.context() as broken:
        broken.setattr(replacement, "sync_folder", fail_to_sync)
        with pytest.raises(OSError, match="broken"), open_folder_draft(target) as folder:
            (folder / "one").touch()
    assert names(tmp_path) == [], "what could not be made is not there"
    with open_folder_draft(target) as folder:
        replace_file(folder / "one", "1")
    assert names(target) == ["one"]
    assert names(tmp_path) == ["deck"]
