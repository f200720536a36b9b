"""The environment of processes that Parlour starts: an allow-list that contains no API keys."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

INHERITED = (
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "TERM",
    "COLORTERM",
    "NO_COLOR",
    "TMPDIR",
    "TMP",
    "TEMP",
    "TZ",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_ADDRESS",
    "LC_COLLATE",
    "LC_CTYPE",
    "LC_IDENTIFICATION",
    "LC_MEASUREMENT",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NAME",
    "LC_NUMERIC",
    "LC_PAPER",
    "LC_TELEPHONE",
    "LC_TIME",
)
"""What every process gets: where things are, the terminal, the language, how Python writes.

The categories of LC_ are listed because ssh passes on any name that begins so."""
PYTHON = (
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PYTHONHOME",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    "OMP_NUM_THREADS",
)
"""What Parlour's own worker processes get besides, as they run the same Python."""


def build_environment(
    others: Iterable[str] = (), variables: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Build the environment of a process.

    Args:
        others: Variables to pass on besides those in `INHERITED`.
        variables: The environment to choose from; that of this process if left out.
    """
    known = os.environ if variables is None else variables
    return {name: known[name] for name in (*INHERITED, *others) if name in known}


@contextmanager
def reduced_environment(others: Iterable[str]) -> Iterator[None]:
    """Reduce the environment of this process for a while, for children that inherit all of it."""
    whole = dict(os.environ)
    reduced = build_environment(others)
    for name in whole.keys() - reduced.keys():
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(whole)
