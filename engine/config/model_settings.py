"""The settings of models: tables `[models.NAME]` of a settings file."""

import json
import re
from typing import Annotated, Any

from pydantic import Field, field_validator

from engine.config.request_settings import RequestSettings
from engine.config.server_address import parse_base_url
from engine.config.server_presets import PRESETS

ROUTE = frozenset({"preset", "base_url", "api_key_env", "extra_headers", "extra_body"})
"""The settings of a model that decide where requests go, and with which secrets."""
SECRET = re.compile(r"auth|key|token|secret|cookie|password", re.IGNORECASE)
"""Matches names of headers whose values must not be in a file."""
VARIABLE_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
"""Only capitals, so that a key is refused where the name of a variable belongs."""
RESERVED_FIELDS = ("model", "messages", "stream", "stream_options", "n")
"""Fields of a request that a file may not set."""

type Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
type Price = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class ModelSettings(RequestSettings):
    """The settings of a model; a setting that is left out has its default."""

    preset: str | None = None
    """A hosting service, or a kind of server, with a known address."""
    base_url: str | None = None
    """The address of the server; it usually ends in `/v1`."""
    model: str | None = Field(default=None, min_length=1)
    """The name of the model on its server; by default the NAME of its table."""
    api_key_env: str | None = None
    """The name of the variable that holds the key."""
    vision: bool | None = None
    """Whether the model accepts pictures; detected if left out."""
    price_in: Price | None = None
    """Price of a million tokens of the prompt."""
    price_out: Price | None = None
    """Price of a million tokens of the answer."""
    price_cached: Price | None = None
    """Price of a million tokens of the prompt that the server had cached; else as `price_in`."""
    price_reasoning: Price | None = None
    """Price of a million tokens of reasoning in the answer; else as `price_out`."""
    extra_headers: dict[str, str] = Field(default_factory=dict)
    """Additional headers; a value `$NAME` is read from the environment."""
    extra_body: dict[str, Any] = Field(default_factory=dict)
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
            parse_base_url(url, "this")
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
                raise ValueError(
                    "Input should be headers that name variables in capitals, such as $MY_KEY"
                )
            if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) or re.search(
                r"[^ -~]", value
            ):
                raise ValueError("Input should be headers of plain text")
            if SECRET.search(name) and not value.startswith("$"):
                raise ValueError(
                    "a key does not belong here: put it into the environment and write $NAME"
                )
        return headers

    @field_validator("extra_body")
    @classmethod
    def _check_body(cls, body: dict[str, Any]) -> dict[str, Any]:
        try:
            json.dumps(body, allow_nan=False).encode()
        except (TypeError, ValueError, RecursionError):
            raise ValueError("this is not JSON, which has no dates, nan or inf") from None
        for name in RESERVED_FIELDS:
            if name in body:
                raise ValueError(f"{name} is set by Parlour alone")
        for name in body:
            if SECRET.search(name) and "tokens" not in name:
                raise ValueError("a key does not belong here: use api_key_env or extra_headers")
        return body
