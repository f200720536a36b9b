"""A check of the cells of a run: they hold what the laboratory reads from them."""

from engine.text import clean
from lab.errors import RunError
from lab.run.database import RunDatabase

JSON_CELLS = (
    ("sittings", "environment", "object"),
    ("lineups", "text", "object"),
    ("trials", "content", "object"),
    ("turns", "turns", "array"),
    ("progress", "detail", "object"),
)
"""Table, column and type of the cells that hold JSON."""
COUNTS = (
    *("stand_in_moves", "assisted_moves", "calls", "tokens_in", "tokens_out", "cost"),
    "estimated",
)
"""The figures of every trial, which are numbers if it has them."""
COUNT_FAULT = "json_type(figures, '$.{}') NOT IN ('integer', 'real', 'null')"
COUNT_QUERY = f"""SELECT number FROM outcomes WHERE figures != '' AND ({
    " OR ".join(COUNT_FAULT.format(name) for name in COUNTS)
})"""  # noqa: S608 - of constants
CELL_FAULTS = {
    "the figures of trial": """SELECT number FROM outcomes
        WHERE NOT (failure != '' AND figures = '')
        AND NOT (json_valid(figures) AND json_type(figures) = 'object')""",
    "a count of trial": COUNT_QUERY,
    "a turn of trial": """SELECT number FROM turns
        WHERE EXISTS (SELECT 1 FROM json_each(turns) WHERE type != 'object')""",
    "the content of trial": """SELECT number FROM trials
        WHERE json_type(content, '$.seats') IS NOT 'object'
        OR json_type(content, '$.players') IS NOT 'object'
        OR json_type(content, '$.deal') IS NOT 'integer'
        OR json_type(content, '$.seed') IS NOT 'text'
        OR coalesce(json_type(content, '$.options'), 'object') != 'object'
        OR coalesce(json_type(content, '$.original'), 'object') != 'object'
        OR EXISTS (SELECT 1 FROM json_each(content, '$.seats') WHERE type != 'text')
        OR EXISTS (SELECT 1 FROM json_each(content, '$.players') WHERE type != 'text')""",
    "the fact": """SELECT name FROM facts WHERE name = 'settings'
        AND NOT (json_valid(value) AND json_type(value) = 'object')""",
}
"""By what is damaged: a query that finds it."""


def check_cells(database: RunDatabase) -> None:
    """Check that the pages are whole, and that all cells are what the schema declares.

    It takes about 1 s for 100,000 games.

    Raises:
        RunError: If not; the message gives the first fault.
    """
    found = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        fault = clean(str(found and found[0]))
        raise RunError(f"{database.path} is damaged: {fault}.")
    if row := database.execute("PRAGMA foreign_key_check").fetchone():
        raise RunError(
            f"{database.path} is damaged: row {row[1]} of {row[0]} belongs to no {row[2]}."
        )
    for table, column, kind in JSON_CELLS:
        query = (
            f"SELECT rowid FROM {table} WHERE "  # noqa: S608 - our own names
            f"NOT (json_valid({column}) AND json_type({column}) = ?) LIMIT 1"
        )
        if row := database.execute(query, (kind,)).fetchone():
            raise RunError(
                f"{database.path} is damaged: {column} in row {row[0]} of {table} is no {kind}."
            )
    for what, query in CELL_FAULTS.items():
        if row := database.execute(f"{query} LIMIT 1").fetchone():
            raise RunError(f"{database.path} is damaged: {what} {row[0]} cannot be read.")
