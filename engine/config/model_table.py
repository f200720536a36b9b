"""Add a table `[models.NAME]` to a settings file, whose other lines stay as they are."""

import re
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from engine.config.errors import SettingsError
from engine.config.model_settings import ModelSettings
from engine.config.settings_file import (
    parse_settings_text,
    quote_text,
    read_settings_text,
    write_settings_text,
)
from engine.validation import explain_mistake

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
    before = read_settings_text(path)
    known = parse_settings_text(before, path)
    models = known.get("models", {})
    if not isinstance(models, dict) or name in models:
        raise SettingsError(f"{path} has a model {name!r} already; choose another name.")
    lines = [f"[models.{name}]", *(f"{key} = {quote_text(text)}" for key, text in values.items())]
    gap = "" if not before else "\n" if before.endswith("\n") else "\n\n"
    text = f"{before}{gap}{'\n'.join(lines)}\n"
    if parse_settings_text(text, path) != {**known, "models": {**models, name: dict(values)}}:
        raise SettingsError(f"{path} cannot be added to; write the table [models.{name}] yourself.")
    write_settings_text(path, text)
