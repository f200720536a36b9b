"""Where data, settings and caches are kept.

The data folder is a setting; functions for what lies in it take it as an argument.
"""

from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path

SETTINGS = "parlour.toml"
DOTENV = Path(".env")
"""The file of variables in the working folder; the environment overrides it."""


def get_default_data_folder() -> Path:
    """The folder for saved games, imported vectors and choices, if no setting names another."""
    return user_data_path("parlour")


def get_cache_folder(name: str) -> Path:
    """Find one of our folders in the user's cache folder."""
    return user_cache_path("parlour") / name


def get_project_file() -> Path:
    """The settings file of the working folder."""
    return Path(SETTINGS)


def get_user_file() -> Path:
    """The settings file of the user."""
    return user_config_path("parlour") / SETTINGS


def list_settings_files() -> tuple[Path, ...]:
    """List the paths of all settings files, existing or not, in order of precedence."""
    return get_project_file(), get_user_file()


def get_games_folder(data: Path) -> Path:
    """The folder of saved games."""
    return data / "games"


def get_vectors_folder(data: Path) -> Path:
    """The folder of imported spaces of word vectors."""
    return data / "vectors"


def get_prompts_folder(data: Path) -> Path:
    """The folder of the user's own wordings of prompts, with a folder for each game."""
    return data / "prompts"
