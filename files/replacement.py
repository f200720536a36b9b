"""Write whole files: a new file beside the target, synced, then renamed into place.

Whatever goes wrong, the target holds either all of the old content or all of the new.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, ELOOP, ENOTSUP
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from files.private import PRIVATE_FILE, make_private_folder
from files.regular import LINK, build_not_regular_error
from files.removal import delete_folder

SHARED_FILE = 0o666
"""The permissions of files for others, such as pages and tables, before the user's umask."""


UNSYNCABLE = frozenset({EINVAL, ENOTSUP})
"""Errors of a file system that cannot sync a folder."""


@contextmanager
def open_replacement(
    path: Path, mode: int = SHARED_FILE, *, durable: bool = True
) -> Iterator[BinaryIO]:
    """Open a draft of a file, which takes its place at the end of the block.

    After an exception, the draft is deleted and the file is as it was. A link is never followed:
    what it leads to could be anywhere.

    Args:
        path: The file; its folder exists.
        mode: The permissions before the umask.
        durable: Whether to wait for the disk; without it, a crash of the machine may lose it.

    Raises:
        OSError: If `path` is a link or no regular file, or cannot be written; it names `path`.
    """
    require_replaceable(path)
    draft = name_draft(path)
    try:
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            with os.fdopen(file, "wb") as stream:
                yield stream
                stream.flush()
                if durable:
                    os.fsync(stream.fileno())
            move_into_place(draft, path, durable=durable)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise
    except OSError as error:
        raise _name_target(error, draft, path) from None


def replace_file(
    path: Path, content: str | bytes, mode: int = SHARED_FILE, *, durable: bool = True
) -> None:
    """Replace a file as a whole, or create it; text becomes UTF-8.

    Raises:
        OSError: If it is a link or no regular file, or cannot be written.
    """
    with open_replacement(path, mode, durable=durable) as stream:
        stream.write(content.encode() if isinstance(content, str) else content)


def replace_private_file(path: Path, content: str | bytes, *, durable: bool = True) -> None:
    """Replace a file that only its owner can read, and create missing folders.

    Raises:
        OSError: If it is a link or no regular file, or cannot be written.
    """
    make_private_folder(path.parent)
    replace_file(path, content, PRIVATE_FILE, durable=durable)


def create_file(path: Path, content: str | bytes, mode: int = SHARED_FILE) -> None:
    """Create a file with its content, as a whole, where nothing is yet.

    Raises:
        FileExistsError: If anything is there already, also a link.
        OSError: If it cannot be written.
    """
    draft = name_draft(path)
    try:
        replace_file(draft, content, mode)
        try:
            os.link(draft, path, follow_symlinks=False)
        finally:
            draft.unlink()
    except OSError as error:
        raise _name_target(error, draft, path) from None
    sync_folder(path.parent)


def name_draft(path: Path, suffix: str = ".new") -> Path:
    """Choose a free, hidden name beside a target; it is short, as long names may not get longer."""
    return path.with_name(f".{token_hex(8)}{suffix}")


def move_into_place(draft: Path, path: Path, *, durable: bool = True) -> None:
    """Rename a complete draft to its target.

    Raises:
        OSError: If the target is a link or no regular file, or the draft cannot be renamed.
    """
    require_replaceable(path)
    draft.replace(path)
    if durable:
        sync_folder(path.parent)


@contextmanager
def open_folder_draft(folder: Path, *, replace: bool = False) -> Iterator[Path]:
    """Yield a new folder beside the target; it takes the place of a missing or empty one.

    After an exception it is deleted.

    Args:
        folder: The target.
        replace: Whether the target may hold files: those of the same names are replaced, once all
            new ones are on disk.

    Raises:
        OSError: If it cannot be made, or something is in the target that may not be replaced.
    """
    draft = folder.with_name(f".{folder.name}.{token_hex(4)}.unfinished")
    draft.mkdir()
    try:
        yield draft
        if replace and folder.is_dir() and any(folder.iterdir()):
            if folder.is_symlink():
                raise OSError(ELOOP, "it is a link to another folder", str(folder))
            files = sorted(draft.iterdir())
            for file in files:
                require_replaceable(folder / file.name)
            for file in files:
                move_into_place(file, folder / file.name)
            return
        if folder.exists():
            folder.rmdir()
        draft.rename(folder)
        try:
            sync_folder(folder.parent)
        except OSError:  # an error must not leave what it says could not be made
            folder.rename(draft)
            raise
    except OSError as error:
        within = Path(str(error.filename))
        if not within.is_relative_to(draft):
            raise
        named = str(folder / within.relative_to(draft))
        raise OSError(error.errno, error.strerror or str(error), named) from None
    finally:
        delete_folder(draft)


def _name_target(error: OSError, draft: Path, path: Path) -> OSError:
    """Build the same error for the target, whose name the user knows."""
    if error.filename not in (None, str(draft), draft):
        return error
    return OSError(error.errno, error.strerror or str(error), str(path))


def require_replaceable(path: Path) -> None:
    """Refuse a target that is a link, a folder, a device or a pipe.

    Raises:
        OSError: If something other than a regular file is there; `strerror` gives the reason.
    """
    try:
        kind = path.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISLNK(kind):
        raise OSError(ELOOP, LINK, str(path))
    if not stat.S_ISREG(kind):
        raise build_not_regular_error(path, kind)


def sync_folder(folder: Path) -> None:
    """Wait until the names of a folder's files are on disk, where the file system can."""
    if os.name == "nt":  # folders cannot be opened there, and need not be
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in UNSYNCABLE:
            raise
    finally:
        os.close(file)
