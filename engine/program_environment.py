"""What programs in seats get: the usual variables and those passed on, and whether isolated.

Both hold for a whole run. They are in the environment of this process, where settings
and command line put them, and are never read from `.env`.
"""

import os
import re
from collections.abc import Iterable
from typing import Literal

from words.child_environment import build_environment

PASS_ENV = "PARLOUR_PASS_ENV"  # noqa: S105 - a name
"""Names of variables that programs get, with commas between them."""
ISOLATE = "PARLOUR_ISOLATE"
"""Whether programs are isolated, an `Isolation`."""
type Isolation = Literal["no", "yes", "net"]
"""`net`: isolated, but with the network."""
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def parse_names(text: str) -> tuple[str, ...]:
    """Parse names of variables, separated by commas or blanks.

    Raises:
        ValueError: If one is no name of a variable. It is not quoted, as it may be a key.
    """
    names = tuple(dict.fromkeys(re.split(r"[,\s]+", text.strip(", \t\n"))))
    names = tuple(filter(None, names))
    if not all(map(VARIABLE.fullmatch, names)):
        raise ValueError("Input should be names of variables, such as CUDA_VISIBLE_DEVICES")
    return names


def passed_names() -> tuple[str, ...]:
    """The variables that programs get besides the usual ones."""
    try:
        return parse_names(os.environ.get(PASS_ENV, ""))
    except ValueError:
        return ()


def pass_variables(names: Iterable[str]) -> None:
    """Let programs that start from now on get these variables, too."""
    os.environ[PASS_ENV] = ",".join(dict.fromkeys((*passed_names(), *names)))


def program_environment() -> dict[str, str]:
    """The environment of a program in a seat."""
    return build_environment(passed_names())


def read_isolation() -> Isolation:
    """Whether programs are isolated; a value that is not known isolates them."""
    level = os.environ.get(ISOLATE, "").strip().lower()
    return "net" if level == "net" else "no" if level in {"", "no", "0", "false"} else "yes"
