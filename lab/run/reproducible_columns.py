"""Which columns are the same when an experiment is run again."""

TIMES_AND_USAGE = (
    "seconds",
    "finished",
    "host",
    "sitting",
    "calls",
    "tokens_in",
    "tokens_out",
    "tokens_cached",
    "tokens_reasoning",
    "response_id",
    "fingerprint",
    "served",
    "cost",
    "estimated",
)
"""Columns that differ when the same experiment is run again; `calls_SEAT` does, too."""


def is_reproducible(column: str) -> bool:
    """Whether a column is the same when the same experiment is run again."""
    return column not in TIMES_AND_USAGE and not column.startswith("calls_")
