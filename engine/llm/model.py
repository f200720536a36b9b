"""Find the model that `llm:NAME` names: its server, the settings of its requests, its prices.

NAME is a table `[models.NAME]` in parlour.toml, a model of a preset provider (`MODEL@PRESET`), or a
model on the server that the environment names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Self

from engine.config.model_variables import are_apart, read_environment
from engine.config.request_settings import RequestSettings
from engine.config.server_address import parse_base_url
from engine.config.server_presets import PRESETS, Preset
from engine.errors import SetupError
from engine.llm.server import PLACEHOLDER, Server, read_headers, read_key, read_key_beside_url
from engine.suggestion import explain_unknown

if TYPE_CHECKING:
    from engine.config.model_settings import ModelSettings
    from engine.config.settings import Settings

DEFAULT_TEMPERATURE = 0.7
"""The default temperature, as in the Decrypto benchmark."""
MILLION = 1_000_000
TIMES = ("timeout", "total_timeout", "patience")
"""The settings of requests that belong to the server."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model on its server, and the settings of its requests."""

    name: str
    """The model's name on the server."""
    server: Server
    temperature: float | None = DEFAULT_TEMPERATURE
    """The sampling temperature; `None` for the server's default."""
    max_tokens: int | None = None
    reasoning_effort: str | None = None
    model_seed: int | None = None
    """The sampling seed; `None` for the server's default."""
    vision: bool | None = None
    """Whether it accepts pictures; `None` if unknown."""
    structured: str = "auto"
    """The response format: `auto`, `schema`, `json`, `tools` or `text`."""
    price_in: float | None = None
    """Price of a million tokens of prompts."""
    price_out: float | None = None
    """Price of a million tokens of replies."""
    price_cached: float | None = None
    """Price of a million cached tokens of prompts; `None` if as `price_in`."""
    price_reasoning: float | None = None
    """Price of a million tokens of reasoning in replies; `None` if as `price_out`."""
    extra_body: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def has_price(self) -> bool:
        """Whether the cost of a call is known."""
        return self.price_in is not None and self.price_out is not None

    def compute_cost(
        self, tokens_in: int, tokens_out: int, cached: int = 0, reasoning: int = 0
    ) -> float | None:
        """Compute the cost of this many tokens; `None` if there is no price.

        Args:
            tokens_in: Tokens of prompts.
            tokens_out: Tokens of replies.
            cached: How many of `tokens_in` the server had cached.
            reasoning: How many of `tokens_out` are reasoning.
        """
        if self.price_in is None or self.price_out is None:
            return None
        cached, reasoning = min(cached, tokens_in), min(reasoning, tokens_out)
        price_cached = self.price_in if self.price_cached is None else self.price_cached
        price_thought = self.price_out if self.price_reasoning is None else self.price_reasoning
        paid_in = (tokens_in - cached) * self.price_in + cached * price_cached
        paid_out = (tokens_out - reasoning) * self.price_out + reasoning * price_thought
        return (paid_in + paid_out) / MILLION

    @classmethod
    def find(
        cls, name: str, variables: Mapping[str, str] | None = None, *, settings: "Settings"
    ) -> Self:
        """Find the model for `llm:NAME`, `llm:MODEL@PRESET` or `llm:MODEL`.

        Args:
            name: The text after the colon.
            variables: The environment; by default that of this process and `.env`.
            settings: The settings in force: models, and the timeout.

        Raises:
            SetupError: If its server or its key cannot be used.
        """
        variables = read_environment() if variables is None else variables
        table = settings.models.get(name)
        if table is not None:
            return cls._from_table(name, table, variables, settings)
        plain, _, preset = name.rpartition("@")
        if plain and preset in PRESETS:
            server = _build_preset_server(PRESETS[preset], variables, settings.timeout)
            return cls(plain, _with_times(server, settings))
        if plain and get_close_matches(preset, PRESETS, 1):
            raise SetupError(explain_unknown("preset", preset, PRESETS))
        server = Server.from_environment(variables, settings.timeout)
        return cls(name, _with_times(server, settings))

    def with_settings(self, settings: Mapping[str, Any]) -> Self:
        """Copy the model with the settings of a seat.

        Args:
            settings: Fields of the model, and times of its server; the temperature `server` uses
                the server's default.
        """
        changes = dict(settings)
        if changes.get("temperature") == "server":
            changes["temperature"] = None
        times = {name: changes.pop(name) for name in TIMES if name in changes}
        if times:
            changes["server"] = replace(self.server, **times)
        return replace(self, **changes)

    @classmethod
    def _from_table(
        cls, name: str, table: "ModelSettings", variables: Mapping[str, str], settings: "Settings"
    ) -> Self:
        server = _build_configured_server(name, table, variables, settings.timeout)
        found = cls(
            name=table.model or name,
            server=_with_times(server, settings),
            vision=table.vision,
            price_in=table.price_in,
            price_out=table.price_out,
            price_cached=table.price_cached,
            price_reasoning=table.price_reasoning,
            extra_body=table.extra_body,
        )
        given = {field: getattr(table, field) for field in RequestSettings.model_fields}
        return found.with_settings({n: one for n, one in given.items() if one is not None})


def _with_times(server: Server, settings: "Settings") -> Server:
    return replace(server, total_timeout=settings.total_timeout, patience=settings.patience)


def find_missing_setup(name: str, *, settings: "Settings") -> str | None:
    """Say what is missing to use `llm:NAME`, such as a key; `None` if nothing is missing."""
    try:
        Model.find(name, settings=settings)
    except SetupError as error:
        return str(error)
    return None


def _build_configured_server(
    name: str, settings: "ModelSettings", variables: Mapping[str, str], timeout: float
) -> Server:
    """Find the server in settings: its own address, its preset's, or that of the environment."""
    place = f"models.{name}"
    preset = PRESETS[settings.preset] if settings.preset else None
    url = settings.base_url or (
        preset.url if preset else variables.get("OPENAI_BASE_URL", "").strip()
    )
    url_name, key_name = f"base_url of {place}", settings.api_key_env
    if key_name is None and preset and settings.base_url is None:
        key_name = preset.key_name
    if settings.base_url is None and preset is None:
        url, url_name = url or PRESETS["openai"].url, "OPENAI_BASE_URL"
        key_name = key_name or "OPENAI_API_KEY"
    host, local = parse_base_url(url, url_name)
    if url_name == "OPENAI_BASE_URL" and key_name:
        key = read_key_beside_url(variables, key_name, host, needed=not local)
        _refuse_headers_from_elsewhere(settings.extra_headers, variables, host)
    else:
        key = read_key(variables, key_name) if key_name else ""
    headers, secrets = read_headers(variables, settings.extra_headers, f"extra_headers of {place}")
    if not key and not local and not secrets:
        how = f"set {key_name}" if key_name else f"name its variable as api_key_env of {place}"
        raise SetupError(f"There is no key for {host}: {how}.")
    return Server(
        url,
        key or PLACEHOLDER,
        host,
        settings.timeout or timeout,
        key_name or f"api_key_env of {place}",
        url_name,
        f"timeout of {place}",
        headers,
        tuple(secrets),
    )


def _refuse_headers_from_elsewhere(
    headers: Mapping[str, str], variables: Mapping[str, str], host: str
) -> None:
    """Refuse headers whose variables have a different origin than the address.

    Raises:
        SetupError: If there is one; the message names the variable.
    """
    for value in headers.values():
        if value.startswith("$") and are_apart(variables, "OPENAI_BASE_URL", value[1:]):
            raise SetupError(
                f"{value[1:]} is not sent to {host}: OPENAI_BASE_URL is set in another place. "
                f"Set both in .env, or both in the environment."
            )


def _build_preset_server(preset: Preset, variables: Mapping[str, str], timeout: float) -> Server:
    """Find the server of a preset."""
    host, _ = parse_base_url(preset.url, "the preset")
    key = read_key(variables, preset.key_name) if preset.key_name else ""
    if preset.key_name and not key:
        raise SetupError(f"There is no key for {host}: set {preset.key_name}.")
    return Server(
        preset.url,
        key or PLACEHOLDER,
        host,
        timeout,
        preset.key_name or "base_url and api_key_env of a model of your own",
        "base_url of a model of your own",
    )
