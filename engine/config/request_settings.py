"""The settings of requests that a model's table and a model's seat have in common."""

from typing import Annotated, Literal

from pydantic import Field

from engine.frozen_model import FrozenModel
from engine.options import Mark

Temperature = Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] | Literal["server"]
"""A sampling temperature; `server` is the server's default. No `type`: that would nest unions."""


class RequestSettings(FrozenModel):
    """Settings of each request; `None` uses what is set elsewhere."""

    temperature: Annotated[Temperature | None, Mark(usual="parlour.toml, else 0.7")] = None
    """How freely the model chooses its words."""
    max_tokens: Annotated[int | None, Mark(usual="parlour.toml, else the server")] = Field(
        default=None, ge=1, le=10_000_000
    )
    """The most tokens of an answer, reasoning included."""
    reasoning_effort: Annotated[
        str | None,
        Mark(usual="parlour.toml, else the server", form="a word in small letters, such as low"),
    ] = Field(default=None, pattern="^[a-z]{1,40}$")
    """How much a reasoning model thinks: low, medium, high or a word of its server."""
    model_seed: Annotated[int | None, Mark(usual="the server")] = Field(
        default=None, ge=0, le=2**31 - 1
    )
    """The seed of the model's own chance, for servers that take one."""
    structured: Annotated[
        Literal["auto", "schema", "json", "tools", "text"] | None,
        Mark(usual="parlour.toml, else auto"),
    ] = None
    """How JSON is asked for; auto is the strictest way that the server accepts."""
    timeout: Annotated[float | None, Mark(usual="parlour.toml, else PARLOUR_TIMEOUT")] = Field(
        default=None, ge=1, le=86400
    )
    """Seconds for one answer; between two pieces of it, if the server streams."""
    total_timeout: Annotated[
        float | None, Mark(usual="parlour.toml, else PARLOUR_TOTAL_TIMEOUT")
    ] = Field(default=None, ge=1, le=86400)
    """Seconds for the whole of an answer that is streamed."""
    patience: Annotated[float | None, Mark(usual="parlour.toml, else PARLOUR_PATIENCE")] = Field(
        default=None, ge=0, le=86400
    )
    """Seconds to wait for a server that loads its model, limits requests or is not there yet."""
