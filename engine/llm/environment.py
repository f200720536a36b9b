"""Where keys and addresses come from: the environment, and beneath it a file `.env`."""

import os
from collections.abc import Mapping
from pathlib import Path

from engine.players import SetupError

FILE = Path(".env")
"""In the folder that one works in."""


def environment() -> Mapping[str, str]:
    """The variables of this process, and of `.env` those that it does not have.

    They are read and not put into the environment: no program that is started here inherits
    a key from the file.

    Raises:
        SetupError: If the file cannot be read, by its line.
    """
    return {**_file(FILE), **os.environ}


def _file(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    from dotenv.parser import parse_stream

    found: dict[str, str] = {}
    try:
        with path.open(encoding="utf-8") as lines:
            for binding in parse_stream(lines):
                if binding.error:
                    raise SetupError(f"{path}, line {binding.original.line}: not NAME=VALUE.")
                if binding.key is not None and binding.value is not None:
                    found[binding.key] = binding.value
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise SetupError(f"{path} is not UTF-8 text.") from None
    return found
