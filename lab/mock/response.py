"""A response to an HTTP request."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lab.mock.completion import build_error

EVENTS = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Response:
    """A response to an HTTP request."""

    status: int
    body: Iterable[bytes]
    """The body in pieces; without end for an endless stream."""
    content_type: str = "application/json"
    wait: float = 0.0
    """The delay in seconds."""
    pause: float = 0.0
    """The delay before each piece of a stream in seconds."""
    headers: Mapping[str, str] = field(default_factory=dict)
    silent: bool = False
    """Whether nothing is sent until the client gives up."""
    dropped: bool = False
    """Whether the connection is dropped after half of the body."""


def respond_with(status: int, body: object, **headers: str) -> Response:
    """Build a response of JSON; a header's underscores stand for hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(status, (json.dumps(body).encode(),), headers=named)


def refuse(
    status: int,
    why: str,
    kind: str = "invalid_request_error",
    code: str | int | None = None,
    **headers: str,
) -> Response:
    """Build a response that says why there is no answer."""
    return respond_with(status, build_error(why, kind, code), **headers)
