"""What is remembered from one evening to the next: the last set-up and the theme, no secrets."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.catalog import CATALOG
from engine.lineup import LineupError, parse_spec
from engine.options import OptionError
from engine.text import clean
from screens.presets import Setup
from words.folders import data_folder

FILE = "remembered.json"
LARGEST = 100_000
"""The most bytes of it that are read."""


class Forgotten(ValueError):
    """A file of memories that cannot be used."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What was chosen last."""

    setup: Setup | None = None
    """The last set-up, without its seed and without options that may name a secret."""
    theme: str = ""
    """The name of the theme; blank for the default."""


def place() -> Path:
    """Where memories are kept."""
    return data_folder() / FILE


def recall() -> Memory:
    """What is remembered; nothing, if nothing has been kept yet.

    Raises:
        Forgotten: If the file is damaged, in words for a person.
    """
    path = place()
    try:
        with path.open("rb") as file:
            data = json.loads(file.read(LARGEST))
        return Memory(_setup(data.get("setup")), clean(str(data.get("theme", ""))))
    except FileNotFoundError:
        return Memory()
    except OSError as error:
        raise Forgotten(f"{path} cannot be read: {error.strerror}. Starting afresh.") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Forgotten(f"{path} is damaged and not used. Starting afresh.") from None


def remember(setup: Setup | None = None, theme: str | None = None) -> None:
    """Keep a new set-up, or a new theme, beside what is remembered already.

    Raises:
        OSError: If it cannot be written.
    """
    try:
        known = recall()
    except Forgotten:
        known = Memory()
    if setup is not None:
        known = replace(known, setup=_harmless(setup))
    if theme is not None:
        known = replace(known, theme=theme)
    _write(known)


def _harmless(setup: Setup) -> Setup:
    entry = CATALOG[setup.game]
    kept = {n: text for n, text in setup.options.items() if not entry.options[n].note.secret}
    return Setup(setup.game, setup.seats, kept)


def _setup(data: Mapping[str, Any] | None) -> Setup | None:
    """The set-up in `data`, with whatever has lost its meaning since left out."""
    if data is None or data["game"] not in CATALOG:
        return None
    entry = CATALOG[data["game"]]
    seats = {seat: clean(data["seats"][seat]) for seat in entry.seats}
    options = {n: t for n, t in data["options"].items() if n in entry.options}
    try:
        for spec in seats.values():
            parse_spec(spec)
        for name, text in options.items():
            entry.options[name].read(text)
    except (LineupError, OptionError):
        return None
    return Setup(entry.name, seats, options)


def _write(memory: Memory) -> None:
    path = place()
    path.parent.mkdir(parents=True, exist_ok=True)
    setup = memory.setup
    data = {
        "theme": memory.theme,
        "setup": setup
        and {"game": setup.game, "seats": dict(setup.seats), "options": dict(setup.options)},
    }
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as stream:
        json.dump(data, stream, ensure_ascii=False)
    draft.replace(path)
