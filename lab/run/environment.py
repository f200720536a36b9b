"""Describe what a run is made with: package versions, platform, git commit, players' settings."""

import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from os import cpu_count
from pathlib import Path
from subprocess import run
from typing import Any

from pydantic import BaseModel

from engine.config.settings import Settings
from engine.game import GameType
from engine.games.installed_games import find_package_version
from lab.run.player_settings import resolve_settings

PACKAGES = ("parlour", "numpy", "scipy", "pandas", "statsmodels", "distributed", "httpx2", "openai")


class Environment(BaseModel):
    """What a run says of each time that it was started."""

    python: str
    platform: str
    processors: int | None = None
    versions: dict[str, str] = {}
    git: str | None = None
    players: dict[str, dict[str, Any]] = {}
    """By name: the settings of each player, as they were resolved."""
    servers: dict[str, list[Any] | None] = {}
    """By server: what it said of the run's models at the start; `None` if it gave no list."""


def describe_environment(
    specs: Mapping[str, str], definition: GameType, settings: Settings
) -> dict[str, Any]:
    """Describe versions, platform, git state, and the settings of each player, without keys."""
    return {
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processors": cpu_count(),
        "versions": {name: found for name in PACKAGES if (found := _find_version(name))}
        | dict(filter(None, [find_package_version(definition)])),
        "git": _read_git_state(),
        "players": resolve_settings(specs, definition, settings),
    }


def _find_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _read_git_state() -> str | None:
    """Read the commit of Parlour's source, with `-dirty` if changed; `None` outside of git."""
    folder = Path(__file__).parent.parent.parent
    if not (folder / ".git").exists():
        return None
    command = ("git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=40")
    try:
        done = run(command, capture_output=True, text=True, timeout=5, check=False)  # noqa: S603
    except OSError:
        return None
    return done.stdout.strip() or None
