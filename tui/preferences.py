"""Load the settings that the app uses, such as theme and idle time, and remember small choices.

Settings are put into the environment, too. They are read only if any exist, because this takes
0.2 s.
"""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from engine.trusted_settings import list_settings_files, project_file
from words.child_environment import ISOLATE, PASS_ENV
from words.file_access import make_private_folder, read_text
from words.space_file_format_and_folders import get_data_folder

SETTINGS_VARIABLES = (
    *("PARLOUR_THEME", "PARLOUR_IDLE", "PARLOUR_IMAGES", "PARLOUR_MOTION", "PARLOUR_OPERATOR"),
    "PARLOUR_BELIEFS",
    *(PASS_ENV, ISOLATE),
)
"""Variables that are read as settings; code that needs `PARLOUR_DATA` or `PARLOUR_TIMEOUT` reads it
from the environment."""

LONGEST_CHOICE = 40


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings that the app uses; `None` leaves the app's default."""

    theme: str | None = None
    """`dark` or `light`."""
    idle: float | None = None
    """Seconds without input after which a private screen is covered."""
    images: str | None = None
    """How pictures are shown: a protocol's name, or `auto`."""
    motion: bool = True
    """Whether reveals are animated."""

    def with_images(self, images: str | None) -> "Preferences":
        """Return a copy with a command's `--images`, if it was given."""
        return self if images is None else replace(self, images=images)


def load_preferences(**given: object) -> Preferences:
    """Load the settings and put folders and timeouts into this process's environment.

    Args:
        given: Options of the command line, by the setting's name; `None` if not given.

    Raises:
        SettingsError: If a setting is invalid, or a settings file cannot be read.
    """
    options = {name: value for name, value in given.items() if value is not None}
    set_here = options or any(map(os.environ.get, SETTINGS_VARIABLES))
    if not (set_here or any(file.exists() for file in list_settings_files())):
        return Preferences()
    from engine.app_and_model_settings import load_settings

    settings = load_settings(options)
    os.environ["PARLOUR_DATA"] = str(settings.data)
    os.environ["PARLOUR_TIMEOUT"] = f"{settings.timeout:g}"
    if settings.operator:
        os.environ["PARLOUR_OPERATOR"] = "yes"
    if settings.beliefs:
        os.environ["PARLOUR_BELIEFS"] = "yes"
    if settings.isolate != "no":
        os.environ[ISOLATE] = settings.isolate
    if settings.pass_env:
        os.environ[PASS_ENV] = ",".join(settings.pass_env)
    return Preferences(
        settings.theme, settings.idle, settings.images, motion=settings.motion == "on"
    )


def explain_ignored_settings() -> tuple[str, ...]:
    """Explain which settings of untrusted files in the working folder are ignored."""
    if not (project_file().exists() or Path(".env").exists()):
        return ()
    from engine.llm.servers_and_keys import PRESETS
    from engine.trusted_settings import explain_ignored

    keys = (preset.key_name for preset in PRESETS.values() if preset.key_name)
    return tuple(explain_ignored(("OPENAI_BASE_URL", *keys)))


def recall_choice(name: str) -> str:
    """Read a choice of an earlier run from the data folder; empty if there is none."""
    try:
        return read_text(get_data_folder() / name)[:LONGEST_CHOICE].strip()
    except (OSError, UnicodeDecodeError):
        return ""


def remember_choice(name: str, choice: str) -> None:
    """Store a choice in the data folder for the next run.

    Raises:
        OSError: If it cannot be written.
    """
    make_private_folder(get_data_folder())
    (get_data_folder() / name).write_text(choice, encoding="utf-8")
