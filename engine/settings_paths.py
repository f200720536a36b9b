"""Paths of the settings files. `engine.settings` reads them, but is slow to import."""

from pathlib import Path

from platformdirs import user_config_path

NAME = "parlour.toml"


class SettingsError(ValueError):
    """A setting that does not exist or has a bad value; the message names it and its source."""


def project_file() -> Path:
    """The settings of the working folder."""
    return Path(NAME)


def user_file() -> Path:
    """The settings of the user."""
    return user_config_path("parlour") / NAME


def settings_files() -> tuple[Path, ...]:
    """Every place for settings, existing or not, in order of precedence."""
    return project_file(), user_file()
