"""What settings mean for this process: read only where there are any, as reading costs 0.2 s."""

import os
from dataclasses import dataclass

from engine.config_files import config_files

READ_HERE = ("PARLOUR_THEME", "PARLOUR_IDLE", "PARLOUR_IMAGES")
"""Variables that nobody else reads; `PARLOUR_DATA` and `PARLOUR_TIMEOUT` work by themselves."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the app has to know of the settings; `None` leaves the app's own way."""

    theme: str | None = None
    """`dark` or `light`."""
    idle: float | None = None
    """Seconds after which a private screen that nobody attends is covered."""
    images: str | None = None
    """How pictures are shown: the name of a protocol, or `auto`."""


def prefer(**given: object) -> Preferences:
    """Put the settings in force.

    Folders and time-outs are handed on in this process's environment, where those who
    need them look.

    Args:
        given: What the command line says, by the setting's name; `None` is nothing.

    Raises:
        SettingsError: If a setting is wrong, or a file of settings cannot be read.
    """
    said = {name: value for name, value in given.items() if value is not None}
    if not (said or any(map(os.environ.get, READ_HERE)) or any(f.exists() for f in config_files())):
        return Preferences()
    from engine.settings import load

    settings = load(said)
    os.environ["PARLOUR_DATA"] = str(settings.data)
    os.environ["PARLOUR_TIMEOUT"] = f"{settings.timeout:g}"
    return Preferences(settings.theme, settings.idle, settings.images)
