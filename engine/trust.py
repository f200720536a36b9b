"""Trust: which files of working folders may set addresses, keys and folders, by their content.

Anybody may have written a `parlour.toml` or `.env` that lies in the working folder. It is trusted
only if the user has said so for this path and this content.
"""

import json
import os
import stat
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from engine.settings_files import SettingsError, user_file

STORE = "trusted.json"
"""Beside the user's own settings, where no setting can move it."""


def store_path() -> Path:
    """The file that lists what is trusted."""
    return user_file().with_name(STORE)


def is_trusted(path: Path, content: bytes) -> bool:
    """Whether the user trusts a file with this content; their own settings file always is."""
    place = path.resolve()
    return place == user_file().resolve() or load_store().get(str(place)) == _fingerprint(content)


def trust_content(path: Path, content: bytes) -> None:
    """Trust a file as long as it has this content.

    Raises:
        SettingsError: If that cannot be stored.
    """
    _save_store({**load_store(), str(path.resolve()): _fingerprint(content)})


def revoke_trust(path: Path) -> bool:
    """Trust a file no longer; return whether it was listed.

    Raises:
        SettingsError: If that cannot be stored.
    """
    listed = dict(load_store())
    found = listed.pop(str(path.resolve()), None) is not None
    if found:
        _save_store(listed)
    return found


def load_store() -> Mapping[str, str]:
    """Load what is trusted: the fingerprint of the content, by path.

    A file that is damaged, or that others may write to, is taken for empty.
    """
    path = store_path()
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                return {}
            data = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {name: mark for name, mark in data.items() if isinstance(mark, str)}


def _save_store(listed: Mapping[str, str]) -> None:
    path = store_path()
    draft = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft.unlink(missing_ok=True)
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            json.dump(listed, stream, indent=1)
        draft.replace(path)
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from None


def _fingerprint(content: bytes) -> str:
    return f"sha256:{sha256(content).hexdigest()}"
