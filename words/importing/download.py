"""Download a model of the catalog, resume an interrupted download, and verify it."""

import hashlib
import os
from collections.abc import Callable
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import Any

from files.regular import open_regular
from files.removal import delete_file
from files.replacement import SHARED_FILE, replace_file
from words.importing.catalog import Model, find_server
from words.importing.http import stream_bytes
from words.space.errors import SpaceError

BLOCK = 1 << 18
OPEN = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
"""Flags for the file, whose complete parts stay; a link is refused."""


type Progress = Callable[[int, int], None]
"""Called with the bytes that are there and those there will be."""


def download(model: Model, folder: Path, progress: Progress, server: str | None = None) -> Path:
    """Download a model, resuming an earlier download, and verify it.

    Args:
        model: The model.
        folder: The folder for it; an unfinished file is kept there for the next time.
        progress: Called now and then.
        server: Another server than gensim's, see `find_server`.

    Returns:
        The file; delete it when it is imported.

    Raises:
        SpaceError: If it cannot be downloaded, or does not match the catalog.
    """
    _, base = find_server(server)
    path = folder / f".{model.name}.download"
    kept = folder / f".{model.name}.parts"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        done = _count_parts(kept, path)
        for number, (file, checksum) in enumerate(zip(model.files, model.checksums, strict=True)):
            if number < len(done):
                continue
            start = done[-1] if done else 0
            _download_file(f"{base}/{file}", path, start, lambda size: progress(size, model.size))
            _check(path, start, checksum, file)
            done.append(path.stat().st_size)
            replace_file(kept, "\n".join(map(str, done)))
        delete_file(kept)
    except OSError as error:
        why = f"{path} cannot be written: {error.strerror or error}."
        if error.errno in (ENOSPC, EDQUOT):
            why += " What was downloaded is kept: make room, and try again."
        raise SpaceError(why) from error
    return path


def _count_parts(kept: Path, path: Path) -> list[int]:
    """List the ends of the downloaded and verified parts in the file."""
    try:
        ends = [int(line) for line in kept.read_text(encoding="ascii").split()]
    except (OSError, ValueError):
        return []
    size = path.stat().st_size if path.exists() else 0
    return [end for end in ends if end <= size]


def _download_file(address: str, path: Path, start: int, progress: Callable[[int], None]) -> None:
    """Append the missing bytes of a file."""
    size = path.stat().st_size if path.exists() else 0
    if size < start:
        raise SpaceError(f"{path} has changed since the last download: delete it, and try again.")
    with os.fdopen(open_regular(path, OPEN, SHARED_FILE), "r+b") as file:
        file.seek(size)
        for block in stream_bytes(address, size - start, None, lambda: _restart(file, start)):
            file.write(block)
            progress(file.tell())
        file.truncate()


def _restart(file: Any, start: int) -> None:  # noqa: ANN401 - a binary file
    """Restart this part, because the server sends it from the beginning."""
    file.seek(start)


def _check(path: Path, start: int, checksum: str, name: str) -> None:
    """Verify the checksum of a file; delete the file if it is wrong.

    Raises:
        SpaceError: If it is wrong.
    """
    digest = hashlib.md5(usedforsecurity=False)
    with path.open("rb") as file:
        file.seek(start)
        while block := file.read(BLOCK):
            digest.update(block)
    if digest.hexdigest() != checksum:
        if start:
            with os.fdopen(open_regular(path, OPEN, SHARED_FILE), "r+b") as file:
                file.truncate(start)
        else:
            delete_file(path)
        raise SpaceError(
            f"{name} is not what the catalog promises (its checksum differs): it was removed; "
            "try again."
        )
