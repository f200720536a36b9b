"""Download word vectors from the catalog of gensim's downloader.

The protocol is that of `gensim.downloader`: a catalog `list.json`, and for each model a file
`NAME/NAME.gz`, or parts `NAME/NAME.gz_00`, `NAME/NAME.gz_01` and so on, each with an MD5 checksum
in the catalog. Unlike gensim, this resumes interrupted downloads, and never runs downloaded code.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import Any

from words.requirements import explain_missing_gensim
from words.space_file_format_and_folders import SpaceError

PAPER = ("word2vec-google-news-300", "glove-wiki-gigaword-300")
"""The models for the name `paper`, after the Decrypto paper: its word2vec, and the largest GloVe in
the catalog. The paper's own GloVe (Common Crawl, 2.2 million words) is not in the catalog."""
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")
ERROR_NUMBER = re.compile(r"^\[Errno -?\d+\] ")
LARGEST_CATALOG = 5_000_000
"""Maximum size of the catalog in bytes."""
BLOCK = 1 << 18
TIMEOUT = 30.0
"""Seconds without data after which a download fails."""

type Progress = Callable[[int, int], None]
"""Called with the bytes that are there and those there will be."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model of the catalog. Texts come from the server: clean them before they are shown."""

    name: str
    size: int
    """Bytes to download."""
    words: int
    """Number of words; 0 if unknown."""
    width: int
    """Numbers per vector; 0 if unknown."""
    licence: str
    trained_on: str
    description: str
    checksums: tuple[str, ...]
    """The MD5 of each file, in order."""

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files on the server."""
        whole = f"{self.name}/{self.name}.gz"
        if len(self.checksums) == 1:
            return (whole,)
        return tuple(f"{whole}_0{part}" for part in range(len(self.checksums)))


def find_server(server: str | None) -> tuple[str, str]:
    """The addresses of the catalog and of the folder with the files.

    Args:
        server: Another server than gensim's, with `list.json` and the files beneath it.
    """
    if server:
        base = server.rstrip("/")
        return f"{base}/list.json", base
    try:
        from gensim import downloader
    except ModuleNotFoundError:
        raise SpaceError(explain_missing_gensim("The catalog")) from None
    return downloader.DATA_LIST_URL, downloader.DOWNLOAD_BASE_URL


def read_catalog(server: str | None = None) -> dict[str, Model]:
    """Read the catalog of models, by name.

    Args:
        server: Another server than gensim's, see `find_server`.

    Raises:
        SpaceError: If it cannot be fetched, or is not a catalog.
    """
    address, _ = find_server(server)
    text = b"".join(_stream_bytes(address, 0, LARGEST_CATALOG))
    try:
        models = json.loads(text)["models"]
        found = [_read_model(str(name), about) for name, about in models.items()]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SpaceError(f"{address} holds no catalog of gensim's downloader.") from None
    return {model.name: model for model in found if model is not None}


def _read_model(name: str, about: dict[str, Any]) -> Model | None:
    """Read an entry; `None` if it is not word vectors, such as gensim's own tests."""
    parts = int(about.get("parts", 1))
    keys = ["checksum"] if parts == 1 else [f"checksum-{part}" for part in range(parts)]
    sums = tuple(str(about.get(key, "")).lower() for key in keys)
    if not NAME.fullmatch(name) or not 1 <= parts <= 10 or not all(sums):
        return None
    parameters = about.get("parameters") or {}
    return Model(
        name=name,
        size=int(about.get("file_size") or 0),
        words=int(about.get("num_records") or 0),
        width=int(parameters.get("dimension") or 0) if isinstance(parameters, dict) else 0,
        licence=str(about.get("license") or "not stated"),
        trained_on=str(about.get("base_dataset") or ""),
        description=str(about.get("description") or ""),
        checksums=sums,
    )


def find_model(catalog: dict[str, Model], name: str) -> Model:
    """Find a model by name.

    Raises:
        SpaceError: If the catalog has none of that name; the message names the nearest.
    """
    from difflib import get_close_matches

    if name in catalog:
        return catalog[name]
    close = get_close_matches(name, catalog, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise SpaceError(
        f"The catalog has no model {name!r}.{hint} `parlour vectors catalog` lists them all."
    )


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
            kept.write_text("\n".join(map(str, done)), encoding="ascii")
        kept.unlink(missing_ok=True)
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
    with path.open("r+b" if path.exists() else "w+b") as file:
        file.seek(size)
        for block in _stream_bytes(address, size - start, None, lambda: _restart(file, start)):
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
            os.truncate(path, start)
        else:
            path.unlink()
        raise SpaceError(
            f"{name} is not what the catalog promises (its checksum differs): it was removed; "
            "try again."
        )


def _stream_bytes(
    address: str,
    start: int,
    longest: int | None,
    restart: Callable[[], None] = lambda: None,
) -> Iterator[bytes]:
    """Yield the bytes at an address from `start` on; or all, after `restart`, if not resumable.

    Raises:
        SpaceError: If the server cannot be reached, refuses, or stops in between.
    """
    from httpx2 import Client, HTTPError, InvalidURL

    headers = {"Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    try:
        with (
            Client(follow_redirects=True, timeout=TIMEOUT) as client,
            client.stream("GET", address, headers=headers) as response,
        ):
            if start and response.status_code == 416:  # nothing is missing
                return
            if response.status_code not in (200, 206):
                raise SpaceError(f"{address} answers with status {response.status_code}.")
            if start and response.status_code == 200:
                restart()
            received = 0
            for block in response.iter_raw():
                received += len(block)
                if longest is not None and received > longest:
                    raise SpaceError(f"{address} sends more than {longest:,} bytes.")
                yield block
    except (HTTPError, InvalidURL) as error:
        why = ERROR_NUMBER.sub("", str(error)) or type(error).__name__
        kept = " What was downloaded is kept; try again." if longest is None else ""
        raise SpaceError(f"{address} cannot be fetched: {why}.{kept}") from None
