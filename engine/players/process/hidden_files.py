"""Cover games, runs and other secrets in the folders that an isolated program sees."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from files.regular import read_bytes

GAME_ENDINGS = (
    *(".calls.jsonl", ".notes.json", ".stderr", ".cast"),
    *(".run", ".run-wal", ".run-shm", ".run-journal", ".run.lock", ".run.log", ".run.games"),
)
"""Endings of the files of games and runs, hidden in whatever folder the program needs."""
JOURNAL_ENDING = ".jsonl"
"""The ending of journals; other data may have it."""
JOURNAL_START = b'{"parlour"'
INSTALLATIONS = ("pyvenv.cfg", "conda-meta")
"""What marks the folder of an installation, which is not searched for games."""
UNSEARCHED = frozenset({".git", "node_modules", "__pycache__"})
"""Folders that are not searched for games."""
WRITABLE = "/tmp"  # noqa: S108 - in the program's own file system
"""The folder that a program can write to; a temporary one, empty at the start."""


@dataclass(frozen=True)
class Hidden:
    """What a program must not see; all paths are resolved."""

    folders: tuple[Path, ...]
    """Whole folders: homes, Parlour's own, and those of games."""
    games: frozenset[Path]
    """Folders in which files of this game may appear: those of the journal and of the run."""
    files: tuple[Path, ...]
    """The run, files of options, scripts of other seats and the like, wherever they lie."""

    def lies_inside(self, path: Path) -> bool:
        """Whether a path lies in a hidden folder."""
        return any(path.is_relative_to(folder) for folder in self.folders)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The device of each hidden file by its number, as a file may have several names."""
        found = {}
        for path in self.files:
            with suppress(OSError):
                status = path.stat()
                found[status.st_ino] = status.st_dev
        return found

    def has_name(self, entry: "os.DirEntry[str]") -> bool:
        """Whether an entry is another name of a hidden file."""
        device = self._numbers.get(entry.inode())
        return device is not None and entry.stat(follow_symlinks=False).st_dev == device


@dataclass
class Mounts:
    """The options of bubblewrap that show folders and cover what is hidden in them."""

    hidden: Hidden
    options: list[str] = field(default_factory=list)
    empty: dict[str, None] = field(default_factory=dict)
    """Folders in memory that cover others; they become read-only at the end."""

    def show_folder(self, folder: Path, *, search: bool) -> None:
        """Make a folder readable, except for what is hidden.

        Args:
            folder: The folder, by the path that the program uses.
            search: Whether to search it for games and runs; else only what is known is hidden.
        """
        if folder.resolve() not in self.hidden.games:
            self._bind(folder)
        if search or folder.resolve() in self.hidden.games:
            self._cover_games(folder, folder.resolve())
        self.cover_known(folder)

    def show_file(self, path: Path) -> None:
        """Make a file readable."""
        self._bind(path)

    def cover_known(self, folder: Path) -> None:
        """Cover the hidden folders and files that lie in a readable folder."""
        real = folder.resolve()
        inside = [one for one in self.hidden.folders if one != real and one.is_relative_to(real)]
        for one in inside:
            if one.is_dir():
                self._empty(folder / one.relative_to(real))
        for one in (*self.hidden.files, real / ".env"):
            listed = one.parent == real and real in self.hidden.games
            if one.is_relative_to(real) and not listed and not any(map(one.is_relative_to, inside)):
                self._cover(folder / one.relative_to(real))

    def cover_system(self, folder: Path) -> None:
        """Cover what is hidden in a folder of the system, which may be hidden itself."""
        if folder.resolve() in self.hidden.folders:
            self._empty(folder)
        self.cover_known(folder)

    def list_remounts(self) -> list[str]:
        """List the options that make covered folders read-only, after all else is in place."""
        return [part for path in self.empty for part in ("--remount-ro", path)]

    def _cover_games(self, folder: Path, real: Path) -> None:
        """Cover the games and runs in a folder and those below it.

        If files of this game may appear there, or most of it is hidden, it becomes a folder in
        memory with what else is in it now.
        """
        entries = sorted(os.scandir(folder), key=lambda one: one.name)
        live = real in self.hidden.games
        kept = [one for one in entries if self._is_secret(one)]
        rest = [one for one in entries if one not in kept]
        if live or len(kept) > len(rest):
            self._empty(folder)
            for entry in rest:
                self._bind_entry(entry)
        else:
            for entry in kept:
                self._cover(Path(entry.path))
        names = {entry.name for entry in entries}
        if not live and not names.isdisjoint(INSTALLATIONS):
            return
        for entry in rest:
            inner = real / entry.name
            if (
                entry.is_dir(follow_symlinks=False)
                and entry.name not in UNSEARCHED
                and inner not in self.hidden.folders
            ):
                with suppress(PermissionError):  # the program cannot read it either
                    self._cover_games(Path(entry.path), inner)

    def _is_secret(self, entry: "os.DirEntry[str]") -> bool:
        if entry.name == ".env" or entry.name.endswith(GAME_ENDINGS) or self.hidden.has_name(entry):
            return True
        return entry.name.endswith(JOURNAL_ENDING) and _is_journal(entry)

    def _bind_entry(self, entry: "os.DirEntry[str]") -> None:
        if entry.is_symlink():  # binding it would show its target
            target = str(Path(entry.path).readlink())
            self.options += ("--symlink", target, entry.path)
        elif entry.is_dir() or entry.is_file():
            self._bind(Path(entry.path))

    def _bind(self, path: Path) -> None:
        self.options += ("--ro-bind-try", str(path), str(path))

    def _empty(self, folder: Path) -> None:
        self.options += ("--tmpfs", str(folder))
        if str(folder) != WRITABLE:
            self.empty[str(folder)] = None

    def _cover(self, path: Path) -> None:
        if path.is_symlink():  # it leads to what is covered itself, or not there
            return
        if path.is_dir():
            self._empty(path)
        elif path.exists():
            self.options += ("--ro-bind", os.devnull, str(path))


def _is_journal(entry: "os.DirEntry[str]") -> bool:
    """Whether a file is a journal, or may become one, such as an empty file."""
    try:
        return JOURNAL_START.startswith(read_bytes(Path(entry.path), len(JOURNAL_START)))
    except OSError:
        return True


def find_secret_files(values: Iterable[object], scripts: Sequence[str] = ()) -> Iterator[Path]:
    """Yield the files that options and scripted seats name, as they hold what seats may not know.

    Args:
        values: The values of options; those that name no file are passed over.
        scripts: The files of moves.
    """
    for value in (*values, *scripts):
        if isinstance(value, str) and value:
            with suppress(OSError, ValueError, RuntimeError):  # no path
                path = Path(value).expanduser()
                if path.is_file():
                    yield path.absolute()
