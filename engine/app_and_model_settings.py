"""Define the settings of Parlour and its models, and load them from options and files.

Settings are pydantic models; those of models are tables `[models.NAME]`. A wrong value is explained
with its source, without quoting what may be a key.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from engine.llm.servers_and_keys import PRESETS, parse_base_url
from engine.option_errors import explain_unknown
from engine.text import clean
from engine.trusted_settings import SettingsError, list_settings_files, project_file, read_toml
from words.child_environment import parse_names
from words.space_file_format_and_folders import get_data_folder

COMMAND_LINE = "the command line"
ENVIRONMENT = "the environment"
ROUTE = frozenset({"preset", "base_url", "api_key_env", "extra_headers", "extra_body"})
"""The settings of a model that decide where requests go, and with which secrets."""
SECRET = re.compile(r"auth|key|token|secret|cookie|password", re.IGNORECASE)
"""Matches names of headers whose values must not be in a file."""
VARIABLE_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
"""Only capitals, so that a key is refused where the name of a variable belongs."""
RESERVED_FIELDS = ("model", "messages", "stream", "n")
"""Fields of a request that a file may not set."""

type Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
type Price = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


def _parse_folder(value: object) -> Path:
    if not isinstance(value, str | Path) or not value:
        raise ValueError("Input should be the path of a folder")
    try:
        return Path(value).expanduser()
    except RuntimeError:
        raise ValueError("Input should be a folder; there is no such home folder") from None


def _parse_pass_env(value: object) -> object:
    """Parse names: one text, as in a variable, or a list, as in a file."""
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        value = ",".join(value)
    if not isinstance(value, str):
        raise ValueError("Input should be a list of names of variables")
    return parse_names(value)


def _parse_isolate(value: object) -> object:
    """Parse `true`, `false` and `"net"`, as TOML values or as the text of a variable."""
    given = str(value).lower()
    known = {"true": "yes", "1": "yes", "yes": "yes", "false": "no", "0": "no", "no": "no"}
    return known.get(given, given)


class ModelSettings(BaseModel):
    """The settings of a model; a setting that is left out has its default."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    preset: str | None = None
    """A hosting service, or a kind of server, with a known address."""
    base_url: str | None = None
    """The address of the server; it usually ends in `/v1`."""
    model: str | None = Field(default=None, min_length=1)
    """The name of the model on its server; by default the NAME of its table."""
    api_key_env: str | None = None
    """The name of the variable that holds the key."""
    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] | Literal["server"] = 0.7
    """The sampling temperature; `server` uses the server's default."""
    max_tokens: Annotated[int, Field(gt=0)] | None = None
    """Maximum tokens of an answer, reasoning included."""
    timeout: Seconds | None = None
    """Seconds for one answer."""
    reasoning_effort: Annotated[str, Field(pattern=r"^[a-z]+$")] | None = None
    """The reasoning effort: `low`, `medium`, `high`, or another value that the server knows."""
    vision: bool | None = None
    """Whether the model accepts pictures; detected if left out."""
    structured: Literal["auto", "schema", "json", "text"] = "auto"
    """The response format; `auto` uses the strictest one that the server supports."""
    price_in: Price | None = None
    """Price of a million tokens of the prompt."""
    price_out: Price | None = None
    """Price of a million tokens of the answer."""
    extra_headers: dict[str, str] = {}
    """Additional headers; a value `$NAME` is read from the environment."""
    extra_body: dict[str, Any] = {}
    """Additional fields of the request body that are specific to the server."""

    @field_validator("preset")
    @classmethod
    def _check_preset(cls, name: str | None) -> str | None:
        if name is not None and name not in PRESETS:
            raise ValueError(f"Input should be one of {', '.join(PRESETS)}")
        return name

    @field_validator("base_url")
    @classmethod
    def _check_url(cls, url: str | None) -> str | None:
        if url is not None:
            parse_base_url(url, "Input")
        return url

    @field_validator("api_key_env")
    @classmethod
    def _check_variable(cls, name: str | None) -> str | None:
        if name is not None and not VARIABLE_NAME.fullmatch(name):
            raise ValueError(
                "Input should be the name of a variable in capitals, such as MY_KEY, "
                "and not the key itself"
            )
        return name

    @field_validator("extra_headers")
    @classmethod
    def _check_headers(cls, headers: dict[str, str]) -> dict[str, str]:
        for name, value in headers.items():
            if value.startswith("$") and not VARIABLE_NAME.fullmatch(value[1:]):
                raise ValueError("Input should name variables in capitals, such as $MY_KEY")
            if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) or re.search(
                r"[^ -~]", value
            ):
                raise ValueError("Input should be headers of plain text")
            if SECRET.search(name) and not value.startswith("$"):
                raise ValueError(
                    "Input should hold no key: put it into the environment and write $NAME"
                )
        return headers

    @field_validator("extra_body")
    @classmethod
    def _check_body(cls, body: dict[str, Any]) -> dict[str, Any]:
        try:
            json.dumps(body, allow_nan=False).encode()
        except (TypeError, ValueError, RecursionError):
            raise ValueError("Input should hold what JSON can: no dates, nan or inf") from None
        for name in RESERVED_FIELDS:
            if name in body:
                raise ValueError(f"Input should leave {name} to Parlour")
        for name in body:
            if SECRET.search(name) and "tokens" not in name:
                raise ValueError("Input should hold no key: use api_key_env or extra_headers")
        return body


class Settings(BaseSettings):
    """All settings, in order of precedence: command line, environment, project file, user file."""

    model_config = SettingsConfigDict(
        env_prefix="PARLOUR_",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
    )

    data: Annotated[Path, BeforeValidator(_parse_folder)] = Field(default_factory=get_data_folder)
    """The folder for games, imported vectors, and stored state."""
    theme: Literal["dark", "light"] | None = None
    """The theme at start; by default the last one that was chosen."""
    idle: Seconds = 120
    """Seconds without input after which a private screen is covered."""
    images: (
        Literal["auto", "kitty", "sixel", "iterm2", "octant", "sextant", "quad", "half", "none"]
        | None
    ) = None
    """How cards are shown; by default as chosen last, or else as well as the terminal can."""
    motion: Literal["on", "off"] = "on"
    """Whether reveals are animated; `off` shows everything at once."""
    beliefs: bool = False
    """Whether people are asked for their beliefs after each vote in Undercover."""
    operator: bool = False
    """Whether the operator's tools are offered in every game with a machine."""
    timeout: Seconds = 60
    """Seconds a model has for one answer."""
    pass_env: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_parse_pass_env)] = Field(
        default=(), validate_default=False
    )
    """Environment variables passed to programs in seats, besides PATH, HOME, LANG and the like."""
    isolate: Annotated[Literal["no", "yes", "net"], BeforeValidator(_parse_isolate)] = "no"
    """Whether programs in seats are isolated; `net` also gives them network access."""
    models: Annotated[dict[str, ModelSettings], NoDecode] = Field(default_factory=dict)
    """Models that `llm:NAME` refers to, each a table `[models.NAME]`."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Use only the values that `load_settings` has merged."""
        del settings_cls, env_settings, dotenv_settings, file_secret_settings
        return (init_settings,)


def load_settings(given: dict[str, Any]) -> Settings:
    """Load the settings in force.

    Args:
        given: The settings on the command line, by name.

    Raises:
        SettingsError: If a setting is wrong, with its source. A project file is checked even if it
            is ignored because it is not trusted.
    """
    sources, ignored = _read_sources(given)
    if ignored:
        _check({**sources, str(project_file()): {**sources[str(project_file())], **ignored}})
    return _check(sources)


def _check(sources: Mapping[str, Mapping[str, Any]]) -> Settings:
    """Merge and check the settings of all sources.

    Raises:
        SettingsError: If a setting is wrong.
    """
    try:
        return Settings(**_merge(sources.values()))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = _find_place(str(first["loc"][0]), sources)
        raise SettingsError(f"{place}: {_explain(first)}") from None


def _merge(sources: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Merge sources, strongest first; tables of the same model are merged by `_add_table`."""
    merged: dict[str, Any] = {}
    for values in sources:
        for name, value in values.items():
            if name != "models" or name not in merged:
                merged.setdefault(name, dict(value) if isinstance(value, dict) else value)
            elif isinstance(value, dict) and isinstance(merged[name], dict):
                for model, table in value.items():
                    merged[name][model] = _add_table(merged[name].get(model), table)
    return merged


def _add_table(stronger: object, weaker: object) -> object:
    """Add the settings that a stronger table of a model leaves out.

    Address, key and headers come from only one of the tables, so that the key that one file names
    is never sent to the address in another file.
    """
    if stronger is None:
        return weaker
    if not isinstance(stronger, dict) or not isinstance(weaker, dict):
        return stronger
    added = weaker
    if stronger.keys() & ROUTE:
        added = {name: value for name, value in weaker.items() if name not in ROUTE}
    return {**added, **stronger}


def _explain(first: ErrorDetails) -> str:
    """Explain an error in a setting; values of models are not quoted, as they may be keys."""
    name, *inside = map(str, first["loc"])
    message = first["msg"].removeprefix("Value error, ").partition(", unable to parse")[0]
    if first["type"] in ("model_type", "model_attributes_type", "dict_type"):
        message = "Input should be a table"
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
    """Describe the source of a setting's value; `the default` if it is not set."""
    return _find_place(name, read_sources(given))


def _find_place(name: str, sources: Mapping[str, Mapping[str, Any]]) -> str:
    where = next((place for place, values in sources.items() if name in values), "the default")
    return f"{ENVIRONMENT} (PARLOUR_{name.upper()})" if where == ENVIRONMENT else where


def read_sources(given: dict[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Read the effective settings of each source, in order of precedence.

    Raises:
        SettingsError: If a file cannot be read.
    """
    return _read_sources(given)[0]


def _read_sources(
    given: dict[str, Any],
) -> tuple[dict[str, Mapping[str, Any]], dict[str, Any]]:
    """Read the sources, and the settings of a project file that is not trusted."""
    files = [read_toml(path) for path in list_settings_files()]
    sources = {
        COMMAND_LINE: given,
        ENVIRONMENT: EnvSettingsSource(Settings)(),
        **{str(file.path): file.values for file in files},
    }
    return sources, dict(files[0].ignored)
