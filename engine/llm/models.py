"""Which model `llm:NAME` is: one set up in parlour.toml, one of a preset, or just its name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Self

from engine.llm.environment import environment
from engine.llm.hosts import PRESETS, Preset
from engine.llm.server import PLACEHOLDER, Server, locate, patience, read_headers, read_key
from engine.options import unknown
from engine.players import SetupError
from engine.settings_files import (
    SettingsError,
    settings_files,
)

if TYPE_CHECKING:
    from engine.llm.table import ModelTable

TEMPERATURE = 0.7
"""As in the Decrypto benchmark."""
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Model:
    """A model on its server, and how it is asked."""

    name: str
    """What its server calls it."""
    server: Server
    temperature: float | None = TEMPERATURE
    """`None` leaves it to the server."""
    max_tokens: int | None = None
    reasoning_effort: str | None = None
    vision: bool | None = None
    """Whether it sees; `None` is not known."""
    structured: str = "auto"
    """How the answer is asked for: `auto`, `schema`, `json` or `text`."""
    price_in: float | None = None
    """Price of a million tokens of the prompt."""
    price_out: float | None = None
    """Price of a million tokens of the answer."""
    extra_body: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def priced(self) -> bool:
        """Is it known what a call costs?"""
        return self.price_in is not None and self.price_out is not None

    def cost(self, tokens_in: int, tokens_out: int) -> float | None:
        """What so many tokens cost; `None` where there is no price."""
        if self.price_in is None or self.price_out is None:
            return None
        return (tokens_in * self.price_in + tokens_out * self.price_out) / MILLION

    @classmethod
    def find(cls, name: str, known: Mapping[str, str] | None = None) -> Self:
        """The model that `llm:NAME`, `llm:MODEL@PRESET` or `llm:MODEL` means.

        Args:
            name: What stands after the colon.
            known: The environment; left out, this process's, and beneath it `.env`.

        Raises:
            SetupError: If its server, its key or its table cannot be used.
        """
        known = environment() if known is None else known
        table = models().get(name)
        if table is not None:
            return cls._of(name, table, known)
        plain, _, preset = name.rpartition("@")
        if plain and preset in PRESETS:
            return cls(plain, _at(PRESETS[preset], known))
        if plain and get_close_matches(preset, PRESETS, 1):
            raise SetupError(unknown("preset", preset, PRESETS))
        return cls(name, Server.from_environment(known))

    @classmethod
    def _of(cls, name: str, table: "ModelTable", known: Mapping[str, str]) -> Self:
        temperature = table.temperature
        return cls(
            name=table.model or name,
            server=_server(name, table, known),
            temperature=None if isinstance(temperature, str) else temperature,
            max_tokens=table.max_tokens,
            reasoning_effort=table.reasoning_effort,
            vision=table.vision,
            structured=table.structured,
            price_in=table.price_in,
            price_out=table.price_out,
            extra_body=table.extra_body,
        )


def models() -> Mapping[str, "ModelTable"]:
    """The models that are set up in the files of settings, by NAME.

    Raises:
        SetupError: If a file of settings is wrong.
    """
    if not any(file.exists() for file in settings_files()):  # reading settings takes long
        return {}
    from engine.settings import load

    try:
        return load({}).models
    except SettingsError as error:
        raise SetupError(str(error)) from None


def lacking(name: str) -> str | None:
    """What `llm:NAME` still lacks to sit down, in a sentence."""
    try:
        Model.find(name)
    except SetupError as error:
        return str(error)
    return None


def _server(name: str, table: "ModelTable", known: Mapping[str, str]) -> Server:
    """The server of a table: its own address, its preset's, or that of the environment."""
    place = f"models.{name}"
    preset = PRESETS[table.preset] if table.preset else None
    url = table.base_url or (preset.url if preset else known.get("OPENAI_BASE_URL", "").strip())
    url_name, key_name = f"base_url of {place}", table.api_key_env
    if key_name is None and preset and table.base_url is None:
        key_name = preset.key_name
    if table.base_url is None and preset is None:
        url, url_name = url or PRESETS["openai"].url, "OPENAI_BASE_URL"
        key_name = key_name or "OPENAI_API_KEY"
    host, at_home = locate(url, url_name)
    key = read_key(known, key_name) if key_name else ""
    headers, secrets = read_headers(known, table.extra_headers, f"extra_headers of {place}")
    if not key and not at_home and not secrets:
        how = f"set {key_name}" if key_name else f"name its variable as api_key_env of {place}"
        raise SetupError(f"There is no key for {host}: {how}.")
    return Server(
        url,
        key or PLACEHOLDER,
        host,
        table.timeout or patience(known),
        key_name or f"api_key_env of {place}",
        url_name,
        f"timeout of {place}",
        headers,
        tuple(secrets),
    )


def _at(preset: Preset, known: Mapping[str, str]) -> Server:
    """The server of a preset."""
    host, _ = locate(preset.url, "the preset")
    key = read_key(known, preset.key_name) if preset.key_name else ""
    if preset.key_name and not key:
        raise SetupError(f"There is no key for {host}: set {preset.key_name}.")
    return Server(
        preset.url,
        key or PLACEHOLDER,
        host,
        patience(known),
        preset.key_name or "base_url and api_key_env of a model of your own",
        "base_url of a model of your own",
    )
