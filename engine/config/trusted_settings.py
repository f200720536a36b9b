"""List what a settings file of a working folder sets once it is trusted, without its keys."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.config.api_key_shape import KEY_SHAPE
from engine.config.child_environment import VARIABLE
from engine.config.paths import DOTENV
from engine.config.project_file import HARMLESS, HARMLESS_VARIABLES, parse_dotenv, parse_toml
from engine.text import clean

LONGEST = 200
"""Maximum length of a value in characters."""
NOT_SHOWN = "(not shown, as it may be a key)"
SECRET = re.compile(r"auth|key|token(?!s)|secret|cookie|password|headers", re.IGNORECASE)
"""Matches names whose values may be keys, unless they are names of variables."""
NAMES_VARIABLE = "api_key_env"
PUBLIC_VARIABLE = re.compile(r"PARLOUR_\w+|\w+_(BASE_URL|URL)")
"""Matches variables of `.env` whose values are shown: settings and addresses."""
PASSWORD = re.compile(r"(?<=://)[^/?#\s]*@|(?<=\?)\S+")
"""Matches name and password in an address, and what follows its question mark."""


def list_trusted_settings(path: Path, content: bytes) -> Iterator[str]:
    """Yield a line for each setting that counts only if the file is trusted, cleaned.

    Args:
        path: The file, a `parlour.toml` or `.env`.
        content: Its content.

    Raises:
        SettingsError: If it cannot be parsed.
    """
    if path.name == DOTENV.name:
        for name, value in parse_dotenv(path, content).items():
            if name not in HARMLESS_VARIABLES:
                is_shown = PUBLIC_VARIABLE.fullmatch(name) and not KEY_SHAPE.search(value)
                shown = _show(value) if is_shown else NOT_SHOWN
                yield f"{clean(name, LONGEST)} = {shown}"
        return
    values = parse_toml(path, content)
    yield from _list_values({name: one for name, one in values.items() if name not in HARMLESS})


def _list_values(values: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in values.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from _list_values(value, f"{name}.")
        else:
            shown = NOT_SHOWN if _may_be_key(name, str(key), value) else _show(value)
            yield f"{clean(name, LONGEST)} = {shown}"


def _may_be_key(name: str, key: str, value: object) -> bool:
    text = str(value)
    if KEY_SHAPE.search(text):
        return True
    if not SECRET.search(name.removeprefix("models.")):
        return False
    is_variable = text.startswith("$") or (key == NAMES_VARIABLE and bool(VARIABLE.fullmatch(text)))
    return not is_variable


def _show(value: object) -> str:
    shown = PASSWORD.sub(lambda found: "...@" if found[0].endswith("@") else "...", str(value))
    return clean(shown, LONGEST)
