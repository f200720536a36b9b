"""Damage the cells of a run: values of other types, keys and content that fit them."""

import json
import sqlite3
import zlib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from lab.run.trial import build_key

CELLS: Sequence[tuple[str, str, str]] = (
    *(("trials", name, "json") for name in ("content", "content", "content")),
    *(("trials", name, "text") for name in ("kind", "seed", "about", "key")),
    *(("trials", name, "number") for name in ("deal", "model_seed", "lineup", "costly")),
    ("outcomes", "figures", "json"),
    *(("outcomes", name, "text") for name in ("failure", "host", "finished")),
    ("outcomes", "seconds", "number"),
    ("turns", "turns", "json"),
    ("journals", "text", "lines"),
    ("facts", "value", "text"),
    ("sittings", "environment", "json"),
    *(("sittings", name, "text") for name in ("began", "part")),
    ("progress", "detail", "json"),
    ("progress", "state", "text"),
    ("lineups", "text", "json"),
    ("lineups", "key", "text"),
)
"""Table, column and form of the cells that are changed; content of trials more often."""
ODD: tuple[Any, ...] = (
    *(None, "", 0, -1, 1e308, True, [], {}, [[]], {"a": {"b": [1]}}, "x" * 5000, 2**70, "NaN"),
    *("\u202eevil\x1b]0;owned\x07", "=1+1", ["a", 1, None], "../../outside/file", "exec:touch ran"),
    *("py:os:abort", "llm:m@http://192.0.2.1/", "[red]bold[/]"),
)
KEYS = {"facts": "name", "progress": "only"}
"""By table: the column that names a row, if it is not the row's number."""


def change_cell(content: bytes, rng: Random) -> bytes:
    """Change one cell; what SQLite itself refuses leaves the run as it is."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.run")
        path.write_bytes(content)
        database = sqlite3.connect(path)
        try:
            with database:
                _change(database, *rng.choice(CELLS), rng)
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return content
        finally:
            database.close()
        return path.read_bytes()


def _change(database: sqlite3.Connection, table: str, column: str, form: str, rng: Random) -> None:
    name = KEYS.get(table, "rowid")
    rows = database.execute(f"SELECT {name}, {column} FROM {table}").fetchall()  # noqa: S608
    if not rows:
        return
    row, old = rng.choice(rows)
    database.execute("PRAGMA ignore_check_constraints = ON")
    query = f"UPDATE {table} SET {column} = ? WHERE {name} = ?"  # noqa: S608
    database.execute(query, (_damage(old, form, rng), row))
    if table == "trials" and column in {"content", "kind"}:  # an attacker makes the key fit
        kind, text = database.execute(
            "SELECT kind, content FROM trials WHERE number = ?", (row,)
        ).fetchone()
        query = "UPDATE trials SET key = ? WHERE number = ?"
        database.execute(query, (build_key(kind, text), row))
        if rng.random() < 0.6:  # and lets it be run again
            for other in ("turns", "journals", "calls", "outcomes"):
                database.execute(f"DELETE FROM {other} WHERE number = ?", (row,))  # noqa: S608


def _damage(old: Any, form: str, rng: Random) -> Any:
    match form:
        case "json":
            return json.dumps(_change_value(json.loads(old) if old else {}, rng))
        case "number":
            return rng.choice((0, -1, 7, 99, 2**62))
        case "lines":
            lines = zlib.decompress(old).decode("utf-8", "replace").splitlines()
            place = rng.randrange(len(lines))
            lines[place] = json.dumps(_change_value(json.loads(lines[place]), rng))
            return zlib.compress("".join(f"{line}\n" for line in lines).encode())
    texts = [one for one in ODD if isinstance(one, str)]
    return rng.choice((*texts, "{}", "[1]", '{"a": [1]}'))


def _change_value(value: Any, rng: Random, depth: int = 0) -> Any:
    """Change a value somewhere in JSON: replace it, remove it, or add one."""
    if isinstance(value, dict) and value and (not depth or rng.random() < 0.7):
        name = rng.choice(list(value))
        drawn = rng.random()
        if drawn < 0.15:
            return {key: one for key, one in value.items() if key != name}
        if drawn < 0.25:
            return {**value, rng.choice(("__class__", "a" * 300, "\x1b[31m")): rng.choice(ODD)}
        return {**value, name: _change_value(value[name], rng, depth + 1)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        changed = _change_value(value[place], rng, depth + 1)
        return [*value[:place], changed, *value[place + 1 :]]
    return rng.choice(ODD)
