"""A cursor of a run, whose errors are sentences."""

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import Any

from lab.errors import RunError


def explain_errors[**P, T](ask: Callable[P, T]) -> Callable[P, T]:
    """Turn errors of a cursor or connection into sentences, but not those of our own queries."""

    @wraps(ask)
    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return ask(*args, **kwargs)
        except (sqlite3.ProgrammingError, sqlite3.NotSupportedError, sqlite3.InterfaceError):
            raise
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            cursor: Any = args[0]
            raise RunError(cursor.connection.explain(error)) from None

    return asked


class RunCursor(sqlite3.Cursor):
    """A cursor of a run."""

    execute = explain_errors(sqlite3.Cursor.execute)
    executemany = explain_errors(sqlite3.Cursor.executemany)
    executescript = explain_errors(sqlite3.Cursor.executescript)
    fetchone = explain_errors(sqlite3.Cursor.fetchone)
    fetchmany = explain_errors(sqlite3.Cursor.fetchmany)
    fetchall = explain_errors(sqlite3.Cursor.fetchall)
    __next__ = explain_errors(sqlite3.Cursor.__next__)  # type: ignore[arg-type]  # as an Iterator
