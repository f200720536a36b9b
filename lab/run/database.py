"""A connection to the SQLite database of a run, whose errors are sentences.

A run may come from anybody, or be damaged. So its schema has to be ours to the letter, which
leaves no room for a view or a trigger, and its cells have to be of the types that it declares.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Self

from engine.format_version import find_format_fault
from engine.text import clean
from files.regular import read_bytes
from lab.errors import RunError
from lab.run.cursor import RunCursor

FORMAT = 1
"""The format version that is written, and the only one that is read."""


APPLICATION_ID = 0x5061724C  # "ParL"


MAX_CELL_BYTES = 64_000_000
"""Maximum length of a cell, as it is stored."""


FULL = frozenset({"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC"})
"""Errors of a disk that takes no more."""


SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE sittings (
    began TEXT NOT NULL, ended TEXT, environment TEXT NOT NULL,
    part TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE lineups (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, text TEXT NOT NULL) STRICT;
CREATE TABLE trials (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE CHECK (length(key) = 16 AND key NOT GLOB '*[^0-9a-f]*'),
    kind TEXT NOT NULL, deal INTEGER NOT NULL,
    content TEXT NOT NULL,
    about TEXT, costly INTEGER NOT NULL CHECK (costly IN (0, 1)),
    lineup INTEGER REFERENCES lineups, seed TEXT, model_seed INTEGER) STRICT;
CREATE TABLE outcomes (
    number INTEGER PRIMARY KEY REFERENCES trials, sitting INTEGER NOT NULL, finished TEXT NOT NULL,
    seconds REAL NOT NULL, host TEXT NOT NULL, failure TEXT NOT NULL,
    figures TEXT NOT NULL) STRICT;
CREATE TABLE turns (
    number INTEGER PRIMARY KEY REFERENCES outcomes, turns TEXT NOT NULL) STRICT;
CREATE TABLE journals (
    number INTEGER PRIMARY KEY REFERENCES outcomes, text BLOB NOT NULL) STRICT;
CREATE TABLE calls (number INTEGER PRIMARY KEY REFERENCES outcomes, text BLOB NOT NULL) STRICT;
CREATE TABLE progress (
    only INTEGER PRIMARY KEY CHECK (only = 1), state TEXT NOT NULL, updated TEXT NOT NULL,
    detail TEXT NOT NULL) STRICT;
CREATE TABLE requests (number INTEGER PRIMARY KEY, request TEXT NOT NULL) STRICT;
CREATE INDEX trials_about ON trials (about) WHERE about IS NOT NULL;
"""


class RunDatabase(sqlite3.Connection):
    """A connection to the database of a run."""

    path: Path

    @classmethod
    def open(cls, path: Path, *, writing: bool) -> Self:
        """Open the database of a run; a new file gets our schema.

        Args:
            path: The file, which exists.
            writing: Whether trials are run; readers write requests alone.

        Raises:
            RunError: If it is not a run, or has another format.
        """
        try:
            database = sqlite3.connect(
                path, autocommit=True, timeout=30, check_same_thread=False, factory=cls
            )
        except sqlite3.DatabaseError as error:
            raise RunError(f"{path} cannot be opened: {error}.") from None
        database.path = path
        try:
            database._protect()
            if writing:
                database._prepare()
            database._check_format()
        except BaseException:
            database.close()
            raise
        return database

    def cursor(self, factory: Any = RunCursor) -> Any:  # noqa: ANN401 - its overloads say no more
        """Make a cursor whose errors are sentences."""
        return super().cursor(factory)

    def execute(self, query: str, parameters: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401 - as the stub
        """Run a query.

        Raises:
            RunError: If the file is damaged, or cannot be written.
        """
        cursor: sqlite3.Cursor = self.cursor()
        return cursor.execute(query, parameters)

    def executemany(self, query: str, rows: Iterable[Any], /) -> sqlite3.Cursor:
        """Run a statement for each row.

        Raises:
            RunError: If the file is damaged, or cannot be written.
        """
        cursor: sqlite3.Cursor = self.cursor()
        return cursor.executemany(query, rows)

    def explain(self, error: sqlite3.DatabaseError | UnicodeDecodeError) -> str:
        """Say in a sentence what is wrong with the file."""
        name = getattr(error, "sqlite_errorname", "")
        said = clean(str(error))
        if name in FULL:
            return (
                f"{self.path} cannot be written: {said}. What was stored is safe; make room, and "
                "the same command goes on."
            )
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return f"{self.path} is being written by another process; try again."
        if name.startswith("SQLITE_IOERR"):
            return f"{self.path} cannot be used: {said}; the disk is broken, or full."
        if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
            return f"{self.path} cannot be used: {said}."
        if name == "SQLITE_NOTADB":
            return f"{self.path} is no run of Parlour's laboratory: {said}."
        return f"{self.path} is damaged, or no run of Parlour's laboratory: {said}."

    def _protect(self) -> None:
        """Let a hostile file do nothing but hold rows of limited size."""
        self.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        self.setconfig(sqlite3.SQLITE_DBCONFIG_TRUSTED_SCHEMA, False)
        self.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        self.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
        self.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_CELL_BYTES)
        self.execute("PRAGMA cell_size_check = ON")

    def _prepare(self) -> None:
        """Create the tables of a new file."""
        self.execute("PRAGMA synchronous = FULL")  # an outcome that was stored is on disk
        if not self.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            self.execute("PRAGMA journal_mode = WAL")
            self.cursor().executescript(
                f"BEGIN; {SCHEMA} PRAGMA user_version = {FORMAT}; "
                f"PRAGMA application_id = {APPLICATION_ID}; COMMIT;"
            )

    def _check_format(self) -> None:
        if self.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
            raise RunError(f"{self.path} is no run of Parlour's laboratory.")
        (found,) = self.execute("PRAGMA user_version").fetchone()
        if fault := find_format_fault(self.path, "run", found, FORMAT):
            raise RunError(fault)
        if set(self.execute(SCHEMA_ROWS)) != _read_own_schema():
            raise RunError(f"{self.path} is damaged: its tables are not those of a run.")


SCHEMA_ROWS = "SELECT type, name, tbl_name, sql FROM sqlite_schema"


@cache
def _read_own_schema() -> set[tuple[str, str, str, str | None]]:
    """Read the schema as SQLite keeps it."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(SCHEMA)
        return set(database.execute(SCHEMA_ROWS))


def is_database(path: Path) -> bool:
    """Whether a file is an SQLite database, like runs."""
    try:
        return read_bytes(path, 16) == b"SQLite format 3\0"
    except OSError:
        return False
