"""The settings of Parlour, loaded once at start and passed on as an argument.

A wrong value is explained with its source, without quoting what may be a key.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr, ValidationError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from engine.config.child_environment import build_environment, parse_names
from engine.config.errors import SettingsError
from engine.config.keymap import check_keymap
from engine.config.model_settings import ROUTE, ModelSettings, Seconds
from engine.config.paths import (
    DOTENV,
    get_default_data_folder,
    get_project_file,
    list_settings_files,
)
from engine.config.project_file import read_dotenv, read_toml
from engine.errors import SetupError
from engine.validation import explain_mistake

COMMAND_LINE = "the command line"
ENVIRONMENT = "the environment"
VARIABLES_OF_DOTENV = ("timeout", "total_timeout", "patience")
"""The settings that may be in `.env`, where they are called `PARLOUR_TIMEOUT` and so on."""


type Isolation = Literal["auto", "no", "yes", "net"]
"""`auto`: in experiments, where it is possible; `net`: isolated, but with the network."""


def _parse_folder(value: object) -> Path:
    if not isinstance(value, str | Path) or not value:
        raise ValueError("Input should be the path of a folder")
    try:
        return Path(value).expanduser()
    except RuntimeError:
        raise ValueError("there is no such home folder") from None


def _parse_pass_env(value: object) -> object:
    """Parse names: one text, as in a variable, or a list, as in a file."""
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        value = ",".join(value)
    if not isinstance(value, str):
        raise ValueError("Input should be a list of names of variables")
    return parse_names(value)


def _parse_isolate(value: object) -> object:
    """Parse `true`, `false` and `"net"`, as TOML values or as the text of a variable."""
    given = str(value).lower()
    known = {"true": "yes", "1": "yes", "yes": "yes", "false": "no", "0": "no", "no": "no"}
    return known.get(given, given)


class Settings(BaseSettings):
    """All settings, in order of precedence: command line, environment, project file, user file."""

    model_config = SettingsConfigDict(
        env_prefix="PARLOUR_",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
    )

    data: Annotated[Path, BeforeValidator(_parse_folder)] = Field(
        default_factory=get_default_data_folder
    )
    """The folder for games, imported vectors, and stored state."""
    theme: Literal["dark", "light", "blue", "white", "contrast", "terminal"] | None = None
    """The theme at start; by default the last one that was chosen."""
    idle: Seconds = 120
    """Seconds without input after which a private screen is covered."""
    images: (
        Literal["auto", "kitty", "sixel", "iterm2", "octant", "sextant", "quad", "half", "none"]
        | None
    ) = None
    """How cards are shown; by default as chosen last, or else as well as the terminal can."""
    motion: Literal["on", "off"] = "on"
    """Whether reveals are animated, or everything is shown at once."""
    beliefs: bool = False
    """Whether people are asked for their beliefs after each vote in Undercover, and people and
    programs at the end for what they found in statements."""
    operator: bool = False
    """Whether the operator's tools are offered in every game with a machine."""
    timeout: Seconds = 60
    """Seconds a model has for one answer; between two pieces of it, if its server streams."""
    total_timeout: Seconds = 600
    """Seconds a model has for the whole of an answer that is streamed."""
    patience: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] = 120
    """Seconds to wait for a server that loads its model, limits requests or is not there yet."""
    pass_env: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_parse_pass_env)] = Field(
        default=(), validate_default=False
    )
    """Environment variables passed to programs in seats, besides PATH, HOME, LANG and the like."""
    isolate: Annotated[Isolation, BeforeValidator(_parse_isolate)] = "auto"
    """Whether programs in seats are isolated; `net` also gives them network access."""
    vectors_url: str | None = None
    """Another server to fetch word vectors from, with `list.json` and the files beneath it."""
    models: Annotated[dict[str, ModelSettings], NoDecode] = Field(default_factory=dict)
    """Models that `llm:NAME` refers to, each a table `[models.NAME]`."""
    keymap: Annotated[dict[str, str], NoDecode, AfterValidator(check_keymap)] = Field(
        default_factory=dict
    )
    """The keys of the app, as a table `[keymap]`: what a key does, and which one it is."""
    _programs: frozenset[str] | None = PrivateAttr(default=None)
    """See `limit_programs`; no file and no variable can set it."""
    _isolated: bool = PrivateAttr(default=False)
    """See `isolate_programs`."""
    _hidden: tuple[Path, ...] = PrivateAttr(default=())
    """See `hide_from_programs`."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - trust decides what it may set
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - there is no such folder
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read the command line, the environment, and the files as far as they are trusted."""
        files = (FileSource(settings_cls, dict(values)) for _, values in cls.read_files())
        return (init_settings, env_settings, *files)

    @classmethod
    def read_files(cls) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the settings in force of each file, with its path, in order of precedence."""
        return _read_files()

    def for_programs(
        self, pass_env: tuple[str, ...] = (), isolate: Isolation | None = None
    ) -> Self:
        """Return a copy with a command's options for programs.

        Args:
            pass_env: Further variables for programs.
            isolate: Whether programs are isolated; `None` leaves it.
        """
        names = tuple(dict.fromkeys((*self.pass_env, *pass_env)))
        return self.model_copy(update={"pass_env": names, "isolate": isolate or self.isolate})

    def limit_programs(self, specs: Iterable[str]) -> Self:
        """Return a copy with which only some programs start, in this process and in workers.

        Args:
            specs: The SPECs of programs that the user has chosen.
        """
        limited = self.model_copy()
        limited._programs = frozenset(specs)
        return limited

    def require_trusted(self, spec: str) -> None:
        """Refuse to start a program that the user has not chosen, see `limit_programs`.

        Raises:
            SetupError: If it was not chosen.
        """
        if self._programs is not None and spec not in self._programs:
            raise SetupError(
                f"{spec} was not started, as it is named in a file that may come from elsewhere. "
                "If that is what you want, add --run-programs."
            )

    def isolate_programs(self) -> Self:
        """Return a copy with which programs are isolated, unless a setting says whether."""
        isolated = self.model_copy()
        isolated._isolated = True
        return isolated

    @property
    def isolation(self) -> Literal["no", "yes", "net"]:
        """How programs that start now are isolated."""
        if self.isolate == "auto":
            return "yes" if self._isolated else "no"
        return self.isolate

    def hide_from_programs(self, paths: Iterable[Path]) -> Self:
        """Return a copy with which isolated programs do not see some files and folders.

        Args:
            paths: What they hide; in a folder, files of a game may appear later, too.
        """
        hiding = self.model_copy()
        hiding._hidden = tuple(dict.fromkeys((*self._hidden, *paths)))
        return hiding

    @property
    def hidden(self) -> tuple[Path, ...]:
        """The files and folders that isolated programs do not see, besides Parlour's own."""
        return self._hidden

    def with_images(self, images: str | None) -> Self:
        """Return a copy with a command's `--images`, if it was given."""
        return self if images is None else self.model_copy(update={"images": images})

    def build_variables(self) -> dict[str, str]:
        """Build the variables that give another process of Parlour what commands may have set."""
        return {
            "PARLOUR_DATA": str(self.data.absolute()),
            "PARLOUR_TIMEOUT": str(self.timeout),
            "PARLOUR_TOTAL_TIMEOUT": str(self.total_timeout),
            "PARLOUR_PATIENCE": str(self.patience),
            "PARLOUR_PASS_ENV": ",".join(self.pass_env),
            "PARLOUR_ISOLATE": self.isolate,
        }

    def build_program_environment(self) -> dict[str, str]:
        """Build the environment of a program in a seat."""
        return build_environment(self.pass_env)


class FileSource(InitSettingsSource):
    """The settings of a file; address, key and headers of a model come from only one file.

    Otherwise the key that one file names could be sent to the address in another file.
    """

    def __call__(self) -> dict[str, Any]:
        """Return the settings, without routes of models that a stronger file has routes for."""
        values = super().__call__()
        models, stronger = values.get("models"), self.current_state.get("models")
        if not isinstance(models, dict) or not isinstance(stronger, dict):
            return values
        return {**values, "models": {n: _drop_route(stronger.get(n), t) for n, t in models.items()}}


def _drop_route(stronger: object, table: object) -> object:
    """Drop the route of a model's table if a stronger table has any part of one."""
    if not isinstance(stronger, dict) or not isinstance(table, dict) or not stronger.keys() & ROUTE:
        return table
    return {name: value for name, value in table.items() if name not in ROUTE}


class _CheckedSettings(Settings):
    """The settings as they would be if the project file were trusted, to check it."""

    @classmethod
    def read_files(cls) -> Iterator[tuple[str, Mapping[str, Any]]]:
        return _read_files(trusted=True)


def load_settings(given: Mapping[str, Any] | None = None) -> Settings:
    """Load the settings in force.

    Args:
        given: The settings on the command line, by name.

    Raises:
        SettingsError: If a setting is wrong, with its source. A project file is checked even if it
            is ignored because it is not trusted.
    """
    given = given or {}
    if read_toml(get_project_file()).ignored:
        _load(_CheckedSettings, given)
    return _load(Settings, given)


def parse_setting(name: str, text: str) -> Any:  # noqa: ANN401 - the type of the setting
    """Parse the text of one setting.

    Raises:
        SettingsError: If it is not allowed; the sentence says what is.
    """
    try:
        return getattr(_load(Settings, {name: text}), name)
    except SettingsError as error:
        raise SettingsError(str(error).removeprefix(f"{COMMAND_LINE}: ")) from None


def _load(kind: type[Settings], given: Mapping[str, Any]) -> Settings:
    """Load the settings.

    Raises:
        SettingsError: If a setting is wrong.
    """
    try:
        return kind(**given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = _find_place(str(first["loc"][0]), kind, given)
        raise SettingsError(f"{place}: {_explain(kind, error, given)}") from None


def _explain(kind: type[Settings], error: ValidationError, given: Mapping[str, Any]) -> str:
    """Explain an error in a setting; values of models are not quoted, as they may be keys."""
    data: dict[str, Any] = {}
    sources = [values for _, values in kind.read_files()]
    for values in (*reversed(sources), EnvSettingsSource(Settings)(), given):
        data = _merge_tables(data, values)
    sentence = explain_mistake(
        kind, error, data, noun="setting", may_quote=lambda path, _: path[0] != "models"
    )
    first = error.errors(include_url=False)[0]
    if first["type"] == "extra_forbidden" and "key" in str(first["loc"][2:]):
        return f"{sentence} A key belongs into the environment: see api_key_env."
    return sentence


def _merge_tables(weaker: Mapping[str, Any], stronger: Mapping[str, Any]) -> dict[str, Any]:
    """Merge values of two sources, table by table, as pydantic-settings does."""
    merged = {**weaker, **stronger}
    for name in weaker.keys() & stronger.keys():
        if isinstance(weaker[name], Mapping) and isinstance(stronger[name], Mapping):
            merged[name] = _merge_tables(weaker[name], stronger[name])
    return merged


def find_origin(name: str, given: Mapping[str, Any]) -> str:
    """Describe the source of a setting's value; `the default` if it is not set.

    Raises:
        SettingsError: If a file cannot be read.
    """
    return _find_place(name, Settings, given)


def _find_place(name: str, kind: type[Settings], given: Mapping[str, Any]) -> str:
    if name in given:
        return COMMAND_LINE
    variable = f"PARLOUR_{name.upper()}"
    if name in EnvSettingsSource(Settings)():
        return f"{ENVIRONMENT} ({variable})"
    place = next((place for place, values in kind.read_files() if name in values), "the default")
    return f"{place} ({variable})" if place == str(DOTENV) else place


def _read_files(*, trusted: bool = False) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the settings in force of each file, with its path, in order of precedence.

    Args:
        trusted: Whether to include what the project file may not set.

    Raises:
        SettingsError: If a settings file cannot be read.
    """
    try:
        variables = read_dotenv().values
    except SettingsError:  # reported when a key is needed: any folder may have such a file
        variables = {}
    found = {name: variables.get(f"PARLOUR_{name.upper()}", "") for name in VARIABLES_OF_DOTENV}
    yield str(DOTENV), {name: value for name, value in found.items() if value.strip()}
    for path in list_settings_files():
        file = read_toml(path)
        yield str(path), {**file.values, **file.ignored} if trusted else file.values
