"""Where settings may lie; kept apart, as looking is cheap and reading them is not."""

from pathlib import Path

from platformdirs import user_config_path

NAME = "parlour.toml"


class SettingsError(ValueError):
    """A setting that does not exist or does not take its value: which, and where it stands."""


def project_file() -> Path:
    """The settings of the folder that one works in."""
    return Path(NAME)


def user_file() -> Path:
    """The settings of the person."""
    return user_config_path("parlour") / NAME


def config_files() -> tuple[Path, ...]:
    """Every place for a file of settings, the one that counts most first."""
    return project_file(), user_file()
