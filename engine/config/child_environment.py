"""Build the environment variables of child processes from an allow-list without API keys."""

import os
import re
from collections.abc import Iterable, Mapping

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
"""Variables for every process: paths, terminal, language, Python's output.

The LC_ categories are listed one by one, because ssh passes on any name with that prefix."""
PYTHON = (
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PYTHONHOME",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    "OMP_NUM_THREADS",
)
"""Further variables for Parlour's own worker processes, which run the same Python."""
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def build_environment(
    others: Iterable[str] = (), variables: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Build the environment of a process.

    Args:
        others: Variables to pass on besides those in `INHERITED`.
        variables: The environment to choose from; by default that of this process.
    """
    known = os.environ if variables is None else variables
    return {name: known[name] for name in (*INHERITED, *others) if name in known}


def parse_names(text: str) -> tuple[str, ...]:
    """Parse names of variables, separated by commas or blanks.

    Raises:
        ValueError: If one is not the name of a variable. It is not quoted, as it may be a key.
    """
    names = tuple(dict.fromkeys(re.split(r"[,\s]+", text.strip(", \t\n"))))
    names = tuple(filter(None, names))
    if not all(map(VARIABLE.fullmatch, names)):
        raise ValueError("Input should be names of variables, such as CUDA_VISIBLE_DEVICES")
    return names
