"""Add a table `[models.NAME]` to a settings file, whose other lines stay as they are."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from engine.config.errors import SettingsError
from engine.config.models import ModelSettings
from engine.config.trust import read_content
from engine.validation import explain_mistake
from files.replacement import replace_private_file

NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")
"""Matches names that TOML takes without quotes."""


def add_model(path: Path, name: str, values: Mapping[str, str]) -> None:
    """Add the table of a model to a settings file, or to a new one.

    Args:
        path: The settings file.
        name: The NAME of `llm:NAME`.
        values: The settings of the model.

    Raises:
        SettingsError: If a value is refused, the name is taken, or the file cannot be written.
    """
    if not NAME.fullmatch(name):
        raise SettingsError("The name of a model has letters, digits, - and _, and at most 60.")
    try:
        ModelSettings.model_validate(dict(values))
    except ValidationError as error:
        raise SettingsError(
            explain_mistake(
                ModelSettings, error, values, noun="setting", may_quote=lambda *_: False
            )
        ) from None
    before = _read_text(path)
    known = _parse(before, path)
    models = known.get("models", {})
    if not isinstance(models, dict) or name in models:
        raise SettingsError(f"{path} has a model {name!r} already; choose another name.")
    lines = [f"[models.{name}]", *(f"{key} = {_quote(text)}" for key, text in values.items())]
    gap = "" if not before else "\n" if before.endswith("\n") else "\n\n"
    text = f"{before}{gap}{'\n'.join(lines)}\n"
    if _parse(text, path) != {**known, "models": {**models, name: dict(values)}}:
        raise SettingsError(f"{path} cannot be added to; write the table [models.{name}] yourself.")
    try:
        replace_private_file(path, text)
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from None


def _read_text(path: Path) -> str:
    try:
        return (read_content(path) or b"").decode("utf-8")
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not UTF-8 text.") from None


def _parse(text: str, path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        raise SettingsError(
            f"{path} is not TOML, or has its models in one line; write the table yourself."
        ) from None


def _quote(text: str) -> str:
    """Quote a text as TOML does; JSON's escapes of ASCII are TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
