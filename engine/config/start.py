"""What the app needs for its first frame, and the settings for everything after it.

If nothing is set, there is nothing to check: the app opens with the defaults, and their class is
imported when it is first needed. It takes 0.12 s of processor time (pydantic 0.07,
pydantic-settings 0.03, our classes 0.02). With it, the first frame takes 1.9 times as long as that
of an empty Textual app, without it 1.45 times (`python -m benchmarks.first_frame`; bound 1.6).
"""

import os
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.config.paths import DOTENV, get_default_data_folder, list_settings_files

if TYPE_CHECKING:
    from engine.config.settings import Settings

IDLE_SECONDS = 120.0
"""Seconds without input after which a private screen is covered, if no setting says so."""


class Look(NamedTuple):
    """How the app looks."""

    theme: str | None = None
    """`dark`, `light` and so on; `None` for the last one that was chosen."""
    idle: float = IDLE_SECONDS
    """Seconds without input after which a private screen is covered."""
    images: str | None = None
    """How pictures are shown: a protocol's name, or `auto`; `None` for the last choice."""
    motion: bool = True
    """Whether reveals are animated."""
    keymap: tuple[tuple[str, str], ...] = ()
    """The keys that were chosen, by what they do."""


class Start:
    """The settings in force, or their defaults if nothing is set."""

    def __init__(self, settings: "Settings | None" = None) -> None:
        """Start with settings; without them, nothing is set."""
        if settings is not None:
            self.settings = settings
        self.data = get_default_data_folder() if settings is None else settings.data
        """The data folder."""
        self.look = Look()
        """How the app looks."""
        if settings is not None:
            self.look = read_look(settings)

    @cached_property
    def settings(self) -> "Settings":
        """The settings in force; the defaults if nothing was set at the start."""
        from engine.config.settings import Settings  # noqa: PLC0415 - pydantic: 0.12 s, which the first frame spares

        return Settings.model_construct()

    def change(self, changed: "Mapping[str, Any]") -> None:
        """Change settings, by name, from now on; theme and images are choices, not settings."""
        kept = {name: one for name, one in changed.items() if name not in ("theme", "images")}
        self.settings = self.settings.model_copy(update=kept)
        self.look = read_look(self.settings)


def read_look(settings: "Settings") -> Look:
    """Read from the settings how the app looks."""
    keymap = tuple(settings.keymap.items())
    motion = settings.motion == "on"
    return Look(settings.theme, settings.idle, settings.images, motion, keymap)


def load_start() -> Start:
    """Load the settings if there are any.

    Raises:
        SettingsError: If a setting is wrong.
    """
    set_here = any(
        value for name, value in os.environ.items() if name.upper().startswith("PARLOUR_")
    )
    if not set_here and not any(file.exists() for file in (DOTENV, *list_settings_files())):
        return Start()
    from engine.config.settings import load_settings  # noqa: PLC0415 - pydantic: 0.12 s, which the first frame spares

    return Start(load_settings())
