"""Settings: from the command line, the environment and files."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from engine.llm.model_settings import ModelSettings
from engine.options import explain_unknown
from engine.program_environment import parse_names
from engine.settings_files import SettingsError, settings_files
from engine.text import clean
from words.space_folders import data_folder

COMMAND_LINE = "the command line"
ENVIRONMENT = "the environment"


def _parse_folder(value: object) -> Path:
    if not isinstance(value, str | Path) or not value:
        raise ValueError("Input should be the path of a folder")
    try:
        return Path(value).expanduser()
    except RuntimeError:
        raise ValueError("Input should be a folder; there is no such home folder") from None


type Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]


def _parse_pass_env(value: object) -> object:
    """Parse names in one text as in a variable, or in a list as in a file."""
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        value = ",".join(value)
    if not isinstance(value, str):
        raise ValueError("Input should be a list of names of variables")
    return parse_names(value)


def _parse_isolate(value: object) -> object:
    """Parse `true`, `false` and `"net"`, as values or as the text of a variable."""
    given = str(value).lower()
    known = {"true": "yes", "1": "yes", "yes": "yes", "false": "no", "0": "no", "no": "no"}
    return known.get(given, given)


class Settings(BaseSettings):
    """All settings. The command line comes first, then environment, project file and user file."""

    model_config = SettingsConfigDict(
        env_prefix="PARLOUR_",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
    )

    data: Annotated[Path, BeforeValidator(_parse_folder)] = Field(default_factory=data_folder)
    """The folder for games, imported vectors and what is remembered."""
    theme: Literal["dark", "light"] | None = None
    """The ground to begin on; left out, the one that was chosen last."""
    idle: Seconds = 120
    """Seconds without a key or the mouse after which a private screen is covered."""
    images: Literal["auto", "kitty", "sixel", "iterm2", "quad", "half", "none"] | None = None
    """How cards are shown; left out, as was chosen last, or as the terminal can."""
    timeout: Seconds = 60
    """Seconds that a model has for one answer."""
    pass_env: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_parse_pass_env)] = Field(
        default=(), validate_default=False
    )
    """Variables that programs in seats get, besides PATH, HOME, LANG and the like."""
    isolate: Annotated[Literal["no", "yes", "net"], BeforeValidator(_parse_isolate)] = "no"
    """Whether programs in seats are isolated; net gives them the network."""
    models: Annotated[dict[str, ModelSettings], NoDecode] = Field(default_factory=dict)
    """Models that `llm:NAME` seats, each a table `[models.NAME]`."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Use the command line, then the environment, then the files, and no other source."""
        del env_settings, dotenv_settings, file_secret_settings
        every = read_sources(init_settings()).values()
        return tuple(InitSettingsSource(settings_cls, values) for values in every)


def load_settings(given: dict[str, Any]) -> Settings:
    """Load the settings in force.

    Args:
        given: The settings on the command line, by name.

    Raises:
        SettingsError: If a setting is wrong, with its source.
    """
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0])
        raise SettingsError(f"{find_origin(name, given)}: {_explain(first)}") from None


def _explain(first: ErrorDetails) -> str:
    """Say what is wrong with a setting; values of a model are not quoted, as they may be keys."""
    name, *inside = map(str, first["loc"])
    message = first["msg"].removeprefix("Value error, ").partition(", unable to parse")[0]
    if inside:
        model = f"models.{clean(inside[0], 40)}"
        field = clean(".".join(inside[1:2]), 40)
        if first["type"] == "extra_forbidden":
            hint = " A key belongs into the environment: see api_key_env." if "key" in field else ""
            return (
                f"in {model}: {explain_unknown('setting', field, ModelSettings.model_fields)}{hint}"
            )
        return f"{message.replace('Input', f'{model}.{field}'.rstrip('.'), 1).rstrip('.')}."
    if first["type"] == "extra_forbidden":
        return explain_unknown("setting", name, Settings.model_fields)
    return f"{message.replace('Input', name, 1)}, not {str(first['input'])[:60]!r}."


def find_origin(name: str, given: dict[str, Any]) -> str:
    """Say where the value of a setting comes from; `the default` if it is not set."""
    every = read_sources(given)
    where = next((place for place, values in every.items() if name in values), "the default")
    return f"{ENVIRONMENT} (PARLOUR_{name.upper()})" if where == ENVIRONMENT else where


def read_sources(given: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Read the settings by source, in order of precedence.

    Raises:
        SettingsError: If a file cannot be read.
    """
    return {
        COMMAND_LINE: given,
        ENVIRONMENT: EnvSettingsSource(Settings)(),
        **{str(file): _read_file(file) for file in settings_files()},
    }


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{file} is not UTF-8 text.") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file} is not TOML: {error}.") from None
