"""Build the environment variables of child processes from an allow-list without API keys.

Users may pass further variables to players' programs (`PARLOUR_PASS_ENV`), and have these programs
isolated (`PARLOUR_ISOLATE`).
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

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


PASS_ENV = "PARLOUR_PASS_ENV"  # noqa: S105 - a name
"""The variable with the names of variables that are passed to programs, separated by commas."""
ISOLATE = "PARLOUR_ISOLATE"
"""The variable that says whether programs are isolated, an `Isolation`."""
type Isolation = Literal["no", "yes", "net"]
"""`net`: isolated, but with the network."""
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


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


def list_passed_names() -> tuple[str, ...]:
    """List the variables that programs get besides the usual ones."""
    try:
        return parse_names(os.environ.get(PASS_ENV, ""))
    except ValueError:
        return ()


def pass_variables(names: Iterable[str]) -> None:
    """Pass these variables to programs that are started from now on, too."""
    os.environ[PASS_ENV] = ",".join(dict.fromkeys((*list_passed_names(), *names)))


def build_program_environment() -> dict[str, str]:
    """The environment of a program in a seat."""
    return build_environment(list_passed_names())


def read_isolation() -> Isolation:
    """Read whether programs are isolated; unknown values isolate them."""
    level = os.environ.get(ISOLATE, "").strip().lower()
    return "net" if level == "net" else "no" if level in {"", "no", "0", "false"} else "yes"
