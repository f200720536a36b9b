"""Work in a folder that cannot be exchanged for a link to another one meanwhile."""

import os
from collections.abc import Iterable
from contextlib import suppress
from errno import ELOOP, ENOTDIR
from pathlib import Path
from typing import Self

from files.private import PRIVATE_FOLDER


class Folder:
    """An open folder, which is no link; names in it are looked up in the open folder."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open a folder.

        Args:
            path: The folder.
            create: Whether to create it with mode 0700 if it does not exist.

        Raises:
            FileNotFoundError: If it does not exist.
            OSError: If it is a link, no folder, or cannot be opened.
        """
        self.path = path
        if create:
            with suppress(FileExistsError):
                path.mkdir(PRIVATE_FOLDER)
        try:
            self._file = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError as error:
            if error.errno in {ELOOP, ENOTDIR} and path.is_symlink():
                raise OSError(ELOOP, "it is a link to another folder", str(path)) from None
            raise

    def list_names(self) -> list[str]:
        """List the names in the folder, sorted."""
        return sorted(os.listdir(self._file))  # noqa: PTH208 - a path could be exchanged

    def delete_files(self, names: Iterable[str]) -> None:
        """Delete files of exactly these names; one that is missing is no error.

        A name that is a link is deleted itself, never what it leads to.

        Raises:
            OSError: If one cannot be deleted.
            ValueError: If a name is not a plain one, such as `../other`.
        """
        for name in names:
            if "/" in name or "\0" in name or name in {"", ".", ".."}:
                raise ValueError(f"{name!r} does not name a file in a folder.")
            with suppress(FileNotFoundError):
                os.unlink(name, dir_fd=self._file)

    def close(self) -> None:
        """Close the folder."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
