"""Modes in which the server does not let the model answer."""

from dataclasses import replace

from lab.mock.modes.mode import Moment
from lab.mock.response import EVENTS, Response, refuse, respond_with

LOADING_SECONDS = 5.0
"""How long the model loads, from the first request on."""


def limit_rate(moment: Moment) -> Response:  # noqa: ARG001
    """Say that there are too many requests, and when to come back."""
    return refuse(
        429,
        "Too many requests: slow down.",
        "rate_limit_error",
        "rate_limit_exceeded",
        retry_after="1",
        retry_after_ms="200",
    )


def fail(moment: Moment) -> Response:  # noqa: ARG001
    """Say that the server is in trouble."""
    return refuse(500, "The server had an error.", "server_error")


def fail_with_200(moment: Moment) -> Response:
    """Report an error with the status of a success; in a stream, as an event."""
    refused = replace(refuse(503, "The model is overloaded.", "server_error", 503), status=200)
    if not moment.request.streamed:
        return refused
    event = b"data: " + b"".join(refused.body) + b"\n\n"
    return replace(refused, body=(event,), content_type=EVENTS)


def say_nothing(moment: Moment) -> Response:  # noqa: ARG001
    """Send nothing at all."""
    return Response(200, (), silent=True)


def load(moment: Moment) -> Response | None:
    """Say for some seconds that the model is being loaded, as llama.cpp does."""
    if moment.age >= LOADING_SECONDS:
        return None
    error = {"code": 503, "message": "Loading model", "type": "unavailable_error"}
    return respond_with(503, {"error": error})


def refuse_schema(moment: Moment) -> Response | None:
    """Refuse JSON schemas."""
    if moment.request.response_format != "json_schema":
        return None
    return refuse(400, "'response_format.type' must be 'text' or 'json_object'.")


def want_tools(moment: Moment) -> Response | None:
    """Refuse every form of the answer, but not the call of a tool."""
    if moment.request.response_format in ("", "text"):
        return None
    return refuse(400, "Unknown parameter: 'response_format'.")


def refuse_format(moment: Moment) -> Response | None:
    """Refuse everything but plain text."""
    if refused := want_tools(moment):
        return refused
    return refuse(400, "Unknown parameter: 'tools'.") if moment.request.tool else None


def refuse_stream(moment: Moment) -> Response | None:
    """Refuse to stream."""
    if not moment.request.streamed:
        return None
    return refuse(400, "'stream' is not supported by this model.")
