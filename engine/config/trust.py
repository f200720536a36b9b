"""The files of settings whose content the user trusts, by path and fingerprint."""

import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from engine.config.errors import SettingsError
from engine.config.paths import get_user_file
from files.regular import MOST_TEXT, open_binary
from files.replacement import replace_private_file

STORE = "trusted.json"
"""The file of trusted contents, beside the user's settings, where no setting can move it."""


def store_path() -> Path:
    """Find the file of trusted contents."""
    return get_user_file().with_name(STORE)


def is_trusted(path: Path, content: bytes) -> bool:
    """Whether the user trusts a file with this content; always true for their own settings file."""
    place = path.resolve()
    if place == get_user_file().resolve():
        return True
    with suppress(SettingsError):
        return load_store().get(str(place)) == _compute_fingerprint(content)
    return False


def trust_content(path: Path, content: bytes) -> None:
    """Trust a file until its content changes.

    Raises:
        SettingsError: If the list cannot be read or stored.
    """
    _save_store({**load_store(), str(path.resolve()): _compute_fingerprint(content)})


def revoke_trust(path: Path) -> bool:
    """Stop trusting a file; return whether it was trusted.

    Raises:
        SettingsError: If the list cannot be read or stored.
    """
    listed = dict(load_store())
    found = listed.pop(str(path.resolve()), None) is not None
    if found:
        _save_store(listed)
    return found


def load_store() -> Mapping[str, str]:
    """Load the fingerprints of trusted contents by path.

    A file that is damaged, or that others may write to, counts as empty.

    Raises:
        SettingsError: If it cannot be read, so that it is not overwritten.
    """
    path = store_path()
    try:
        with open_binary(path) as file:
            if os.fstat(file.fileno()).st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                return {}
            data = json.loads(file.read(MOST_TEXT))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {name: mark for name, mark in data.items() if isinstance(mark, str)}


def _save_store(listed: Mapping[str, str]) -> None:
    path = store_path()
    try:
        replace_private_file(path, json.dumps(listed, indent=1))
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from None


def _compute_fingerprint(content: bytes) -> str:
    return f"sha256:{sha256(content).hexdigest()}"
