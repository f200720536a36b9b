"""Read `parlour.toml` and `.env`, and decide which of their settings apply.

A file in the working folder may set only harmless settings, unless the user trusts its content.
This is not in `engine.config.settings`, which interprets the files, because that module is slow to
import.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from engine.config.errors import SettingsError
from engine.config.paths import DOTENV, get_project_file, get_user_file
from engine.config.server_presets import PRESETS
from engine.config.trust import is_trusted
from engine.joined_text import join_names
from engine.text import clean
from files.regular import read_limited

HARMLESS = frozenset({"theme", "images", "motion", "idle", "timeout", "total_timeout", "patience"})
"""Settings that any file may set. All others decide where data, programs, prompts or keys go."""


HARMLESS_VARIABLES = frozenset({"PARLOUR_TIMEOUT"})
"""Variables that any `.env` may set."""


MOST_NAMED = 8
"""Maximum number of ignored settings that a message names."""


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """The settings of a file: those in force, and those ignored because it is not trusted."""

    path: Path
    values: Mapping[str, Any] = field(default_factory=dict)
    ignored: Mapping[str, Any] = field(default_factory=dict)

    def explain_ignored(self, names: Iterable[str]) -> str:
        """Explain which settings are ignored, and how to trust the file."""
        named = [clean(name, 60) for name in names]
        more = len(named) - MOST_NAMED
        listed = join_names([*named[:MOST_NAMED], f"{more} more"] if more > 0 else named)
        verb = "is" if len(named) == 1 else "are"
        return (
            f"{self.path} in this folder: {listed} {verb} ignored, because anybody may have "
            f"written that file; if you trust what is in it, run: parlour trust {self.path}"
        )


def read_toml(path: Path) -> ProjectFile:
    """Read a settings file; a missing file counts as empty.

    Raises:
        SettingsError: If it cannot be read, or is not TOML.
    """
    content = read_content(path)
    if content is None:
        return ProjectFile(path)
    return _divide(path, content, parse_toml(path, content), HARMLESS)


def parse_toml(path: Path, content: bytes) -> dict[str, Any]:
    """Parse a settings file.

    Raises:
        SettingsError: If it is not TOML; the message gives the line.
    """
    import tomllib  # noqa: PLC0415 - only if there is a file of settings

    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not UTF-8 text.") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not TOML: {error}.") from None
    except RecursionError:
        raise SettingsError(f"{path} is not TOML: nested too deeply.") from None


def read_dotenv() -> ProjectFile:
    """Read the variables in the `.env` file of the working folder.

    Raises:
        SettingsError: If it cannot be read; the message gives the line.
    """
    content = read_content(DOTENV) if DOTENV.is_file() else None
    if content is None:
        return ProjectFile(DOTENV)
    return _divide(DOTENV, content, parse_dotenv(DOTENV, content), HARMLESS_VARIABLES)


def parse_dotenv(path: Path, content: bytes) -> dict[str, str]:
    """Parse a file of variables.

    Raises:
        SettingsError: If it is none; the message gives the line.
    """
    from dotenv.parser import parse_stream  # noqa: PLC0415 - only if there is a `.env`

    variables: dict[str, str] = {}
    try:
        for binding in parse_stream(StringIO(content.decode("utf-8"), newline=None)):
            if binding.error:
                raise SettingsError(f"{path}, line {binding.original.line}: not NAME=VALUE.")
            if binding.key is not None and binding.value is not None:
                variables[binding.key] = binding.value
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not UTF-8 text.") from None
    return variables


def explain_ignored_settings() -> tuple[str, ...]:
    """Explain which settings of untrusted files in the working folder are ignored."""
    if not (get_project_file().exists() or DOTENV.exists()):
        return ()
    keys = (preset.key_name for preset in PRESETS.values() if preset.key_name)
    return tuple(_explain_ignored({"OPENAI_BASE_URL", *keys}))


def _explain_ignored(variables: set[str]) -> Iterator[str]:
    """Yield a sentence for each file whose settings are partly ignored.

    Args:
        variables: The variables that Parlour reads; others in `.env` do not matter.
    """
    with suppress(SettingsError):
        for file in (read_toml(get_project_file()), read_toml(get_user_file())):
            if file.path == get_project_file() and file.ignored:
                yield file.explain_ignored(_list_setting_names(file.ignored))
            variables |= set(_list_model_variables(file.values))
    with suppress(SettingsError):
        dotenv = read_dotenv()
        if names := [name for name in dotenv.ignored if name in variables]:
            yield dotenv.explain_ignored(names)


def read_content(path: Path) -> bytes | None:
    """Read a file; `None` if it does not exist.

    Raises:
        SettingsError: If it cannot be read, or is not a regular file, which may be endless.
    """
    try:
        return read_limited(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from None


def _divide(
    path: Path, content: bytes, values: Mapping[str, Any], harmless: frozenset[str]
) -> ProjectFile:
    """Split the settings of a file into those in force and those ignored."""
    if values.keys() <= harmless or is_trusted(path, content):
        return ProjectFile(path, values)
    counting = {name: value for name, value in values.items() if name in harmless}
    return ProjectFile(path, counting, {n: v for n, v in values.items() if n not in harmless})


def _list_setting_names(ignored: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of settings, and of the tables of models."""
    for name, value in ignored.items():
        if name == "models" and isinstance(value, dict):
            yield from (f"models.{model}" for model in value)
        else:
            yield name


def _list_model_variables(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the variables named in tables of models; malformed tables are skipped."""
    tables = values.get("models")
    for table in tables.values() if isinstance(tables, dict) else ():
        if isinstance(table, dict):
            yield str(table.get("api_key_env"))
            headers = table.get("extra_headers")
            if isinstance(headers, dict):
                yield from (str(value)[1:] for value in headers.values())
