"""Change a settings file: one setting or one table, while its other lines stay as they are."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from engine.config.errors import SettingsError
from engine.config.project_file import read_content
from files.replacement import replace_private_file

type Value = str | float | bool

HEADER = re.compile(r"^\s*\[", re.MULTILINE)
"""Matches the beginning of a table."""


def write_setting(path: Path, name: str, value: Value | None) -> None:
    """Write a setting to a settings file, or remove it.

    Args:
        path: The settings file, which need not exist.
        name: The name of the setting.
        value: Its value; `None` removes it.

    Raises:
        SettingsError: If the file cannot be read, changed or written.
    """
    before = read_settings_text(path)
    first = HEADER.search(before)
    end = first.start() if first else len(before)
    top, tables = before[:end], before[end:]
    line = "" if value is None else f"{name} = {_format_value(value)}\n"
    own = re.compile(rf"^[ \t]*{re.escape(name)}[ \t]*=[^\n]*\n?", re.MULTILINE)
    top, replaced = own.subn(lambda _: line, top, count=1)
    if not replaced and line:
        gap = "" if not top or top.endswith("\n") else "\n"
        top = f"{top}{gap}{line}"
        tables = f"\n{tables}" if tables and not top.endswith("\n\n") else tables
    expected = {**parse_settings_text(before, path), name: value}
    _replace(path, top + tables, {n: v for n, v in expected.items() if v is not None}, name)


def write_table(path: Path, name: str, values: Mapping[str, Value]) -> None:
    """Write a table `[name]` of a settings file in place of the one there; none if it is empty.

    Raises:
        SettingsError: If the file cannot be read, changed or written.
    """
    before = read_settings_text(path)
    own = re.compile(rf"^[ \t]*\[{re.escape(name)}\][^\n]*\n?", re.MULTILINE)
    text = before
    if found := own.search(before):
        following = HEADER.search(before, found.end())
        text = before[: found.start()] + (before[following.start() :] if following else "")
    if values:
        lines = [f"[{name}]", *(f"{key} = {_format_value(one)}" for key, one in values.items())]
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        text = f"{text}{gap}{'\n'.join(lines)}\n"
    expected = {**parse_settings_text(before, path), name: dict(values)}
    _replace(path, text, {n: v for n, v in expected.items() if v != {}}, name)


def _replace(path: Path, text: str, expected: Mapping[str, object], name: str) -> None:
    """Write the file if its new text means what is expected."""
    try:
        means = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        means = None
    if means is None or {n: v for n, v in means.items() if v != {}} != expected:
        raise SettingsError(f"{path} cannot be changed here; set {name} in it yourself.")
    write_settings_text(path, text)


def write_settings_text(path: Path, text: str) -> None:
    """Write the whole text of a settings file.

    Raises:
        SettingsError: If it cannot be written.
    """
    try:
        replace_private_file(path, text)
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from None


def read_settings_text(path: Path) -> str:
    """Read the text of a settings file; empty if there is none.

    Raises:
        SettingsError: If it cannot be read, or is no text.
    """
    try:
        return (read_content(path) or b"").decode("utf-8")
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not UTF-8 text.") from None


def parse_settings_text(text: str, path: Path) -> dict[str, object]:
    """Parse the text of a settings file.

    Raises:
        SettingsError: If it is not TOML.
    """
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        raise SettingsError(
            f"{path} is not TOML, or has its models in one line; write the table yourself."
        ) from None


def quote_text(text: str) -> str:
    """Quote a text as TOML does; JSON's escapes of ASCII are TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _format_value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return quote_text(value) if isinstance(value, str) else f"{value:g}"
