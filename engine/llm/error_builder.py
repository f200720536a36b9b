"""Build the error for what went wrong with a request to a model."""

import json
import re

from engine.llm.errors import CallFailed, FailureKind, RequestRefused
from engine.llm.port_probe import Speech
from engine.llm.server import PLACEHOLDER, Server
from engine.text import clean

MAX_SERVER_TEXT = 300
"""Characters of a server's error text that are passed on."""


MAX_SEARCHED_TEXT = 10_000
"""Characters of a server's error text that are searched."""


MAX_TOLD_MINUTES = 7 * 24 * 60
"""Requested pauses up to this length are reported in minutes."""


MAX_ERROR_DEPTH = 4
"""Maximum number of nested errors."""


ABOUT_PICTURES = re.compile(
    r"image|vision|visual|multi-?modal|mmproj|content.{0,60}\b(str|string)\b|\bsequence\b",
    re.IGNORECASE | re.DOTALL,
)
"""Matches error texts that say that the model does not accept pictures."""


ABOUT_QUOTA = re.compile(
    r"insufficient_quota|credit balance|insufficient (credits|balance|funds)|billing",
    re.IGNORECASE,
)
"""Matches error texts that say that the account has no credit."""


ABOUT_LENGTH = re.compile(r"context.?(length|window|size)|prompt is too long", re.IGNORECASE)
"""Matches error texts that say that the prompt is too long."""


ABOUT_KEY = re.compile(r"invalid_api_key|(invalid|incorrect|wrong).{0,20}api.?key", re.IGNORECASE)
"""Matches error texts, with any status, that say that the key is wrong."""


ABOUT_MODEL = re.compile(
    r"model_not_found|no such model|model\b.{0,80}\b(not found|does not exist|not a valid)|"
    r"(not a valid|unknown|invalid) model",
    re.IGNORECASE | re.DOTALL,
)
"""Matches error texts, with any status, that say that the model does not exist."""


ABOUT_LOADING = re.compile(
    r"loading( the)? model|model.{0,40}\b(loading|not (yet )?(loaded|ready))|warming up",
    re.IGNORECASE | re.DOTALL,
)
"""Matches error texts that say that the server still loads its model."""


NOT_READY = (502, 503, 529)
"""The status of a server, or of a proxy before it, that may be ready later."""


def build_response_error(  # noqa: C901, PLR0911 - a return for each kind of refusal, the most specific first
    server: Server,
    model: str,
    status: int,
    body: object,
    *,
    pictures: bool = False,
    wait: float | None = None,
) -> CallFailed:
    """Build the error for an error response.

    Args:
        server: The server that responded.
        model: The model that was asked.
        status: The HTTP status, or the code in the body of an error with status 200.
        body: The response body, as JSON or as text.
        pictures: Whether the request had pictures.
        wait: Seconds to wait before the next request, if the server says so.

    Returns:
        An error whose message contains no untrusted text except the model's name. The server's
        text, which may quote the prompt, is its `private` part.
    """
    text = _find_error_text(body)[:MAX_SEARCHED_TEXT]
    # Cleaned first, so that a key with invisible characters is recognised before the text is cut.
    shown = server.redact(clean(text, MAX_SEARCHED_TEXT))[:MAX_SERVER_TEXT]
    private = f"{server.host} says: {shown}" if shown else ""
    host = server.host
    if status == 401 or ABOUT_KEY.search(text):
        if server.key == PLACEHOLDER:
            return CallFailed(FailureKind.KEY, f"{host} asks for a key: set {server.key_name}.")
        return CallFailed(
            FailureKind.KEY, f"{host} does not accept the key: check {server.key_name}."
        )
    if status == 402 or (status != 500 and ABOUT_QUOTA.search(text)):
        return CallFailed(FailureKind.QUOTA, f"The account at {host} has no quota left.", private)
    if status == 403:
        return CallFailed(
            FailureKind.FORBIDDEN, f"{host} does not let this key use {model}.", private
        )
    if ABOUT_LENGTH.search(text):
        return CallFailed(FailureKind.LONG, f"The game has become too long for {model}.", private)
    if pictures and status not in (413, 429) and ABOUT_PICTURES.search(text.replace(model, "")):
        return build_vision_error(server, model, private)
    if status == 404 or (status < 429 and ABOUT_MODEL.search(text)):
        message = (
            f"{host} knows no model {model!r}, "
            f"or {server.url_name} is wrong; it usually ends in /v1."
        )
        return CallFailed(FailureKind.MODEL, message, private)
    if 300 <= status < 400:
        return build_completion_error(server)
    if status == 429:
        message = f"{host} has had too many questions; wait a moment."
        reason = "limits its questions"
        return CallFailed(FailureKind.BUSY, message, private, wait, wait_reason=reason)
    if status >= 500 and ABOUT_LOADING.search(text):
        message = f"{host} is not ready: it still loads its model (error {status})."
        reason = "loads its model"
        return CallFailed(FailureKind.LOADING, message, private, wait, wait_reason=reason)
    if status >= 500 or status in (408, 409, 425):
        return CallFailed(
            FailureKind.BROKEN,
            f"{host} is in trouble (error {status}).",
            private,
            wait,
            wait_reason=f"is not ready (error {status})" if status in NOT_READY else "",
        )
    if status < 400:
        return CallFailed(
            FailureKind.ERROR,
            f"{host} answered with an error and no move.",
            private,
            wait,
            usage_unknown=True,
        )
    return RequestRefused(f"{host} refuses the question (error {status}).", text, private)


def build_vision_error(server: Server, model: str, private: str = "") -> CallFailed:
    """Build the error for a model that does not accept pictures."""
    message = (
        f"{model} on {server.host} does not take the pictures that this game is played with: "
        f"seat a model that sees, several pictures at once."
    )
    return CallFailed(FailureKind.BLIND, message, private)


def build_timeout_error(server: Server, model: str, *, total: bool) -> CallFailed:
    """Build the error for a server that did not respond in time.

    Args:
        server: The server.
        model: The model that was asked.
        total: Whether the time of a whole streamed answer is over, in which pieces came.
    """
    seconds, name = server.timeout, server.timeout_name
    if total:
        seconds, name = max(server.total_timeout, seconds), "total_timeout"
    message = (
        f"{model} on {server.host} did not answer within {seconds:g} seconds; "
        f"{name} sets how long to wait."
    )
    return CallFailed(FailureKind.TIMEOUT, message, usage_unknown=True)


def build_unreachable_error(server: Server, *, refused: bool) -> CallFailed:
    """Build the error for a connection that could not be opened.

    Args:
        server: The server.
        refused: Whether its computer answered that no program listens there, or not yet.
    """
    message = (
        f"There is no reaching {server.host}: check the network and that the server runs, "
        f"or set {server.url_name}."
    )
    reason = "refuses connections" if refused else ""
    return CallFailed(FailureKind.DROPPED, message, wait_reason=reason)


def build_unknown_host_error(server: Server) -> CallFailed:
    """Build the error for a host name that no computer has."""
    message = f"There is no host {server.host}: check {server.url_name} and the network."
    return CallFailed(FailureKind.HOST, message)


def build_wait_error(error: CallFailed, seconds: float) -> CallFailed:
    """Build the error for a server that was waited for in vain."""
    message = f"{error} It was waited for {seconds:.0f} seconds; patience sets how long."
    return CallFailed(error.kind, message, error.private, usage_unknown=error.usage_unknown)


def build_dropped_error(server: Server, *, at_once: bool) -> CallFailed:
    """Build the error for a connection that was dropped, or did not speak HTTP.

    Args:
        server: The server.
        at_once: Whether it was accepted and dropped at once, as by the proxy of a container whose
            server still starts.
    """
    message = (
        f"The connection to {server.host} broke off, or what it sent is not HTTP: check that the "
        f"server runs, or set {server.url_name}."
    )
    reason = "drops connections at once" if at_once else ""
    return CallFailed(FailureKind.DROPPED, message, wait_reason=reason, usage_unknown=not at_once)


def build_speech_error(server: Server, speech: Speech) -> CallFailed:
    """Build the error for a port that speaks another protocol than the address says."""
    if speech is Speech.TLS:
        hint = f"speaks HTTPS: begin {server.url_name} with https://."
    elif server.url.startswith("https:"):
        hint = f"does not speak HTTPS: begin {server.url_name} with http://, or check its port."
    else:
        hint = f"does not speak HTTP: check the port in {server.url_name}."
    return CallFailed(FailureKind.PROTOCOL, f"{server.host} {hint}")


def build_certificate_error(server: Server, reason: str) -> CallFailed:
    """Build the error for a server whose certificate is not trusted."""
    message = (
        f"The certificate of {server.host} is not trusted ({clean(reason, 120)}): check "
        f"{server.url_name}, or name the certificates to trust in SSL_CERT_FILE."
    )
    return CallFailed(FailureKind.UNPREPARED, message)


def build_unprepared_error(server: Server) -> CallFailed:
    """Build the error for a proxy, certificates or headers that cannot be used."""
    message = (
        f"No connection to {server.host} could be prepared: check the proxy and the certificates "
        f"that the environment names (HTTPS_PROXY, SSL_CERT_FILE), and extra_headers."
    )
    return CallFailed(FailureKind.UNPREPARED, message)


def build_unsendable_error(server: Server, model: str) -> CallFailed:
    """Build the error for a request that cannot be written, such as settings that are not JSON."""
    message = (
        f"The question to {model} on {server.host} cannot be sent: "
        f"check extra_body and extra_headers."
    )
    return CallFailed(FailureKind.UNPREPARED, message)


def build_bounds_error(server: Server, what: str) -> CallFailed:
    """Build the error for a response that exceeds a limit.

    Args:
        server: The server that responded.
        what: The reason, such as `sent more than 8 MB`.
    """
    return CallFailed(FailureKind.BOUNDS, f"{server.host} {what}.", usage_unknown=True)


def build_completion_error(server: Server, *, usage_unknown: bool = False) -> CallFailed:
    """Build the error for a response that is not a chat completion."""
    message = (
        f"{server.host} does not speak the chat completions protocol: check {server.url_name}; "
        f"it usually ends in /v1."
    )
    return CallFailed(FailureKind.PROTOCOL, message, usage_unknown=usage_unknown)


def build_pause_error(server: Server, seconds: float) -> CallFailed:
    """Build the error for a server that asks for too long a pause."""
    minutes = max(1, round(seconds / 60))
    span = f"{minutes:,} {'minute' if minutes == 1 else 'minutes'}"
    if minutes > MAX_TOLD_MINUTES:
        span = "more than a week"
    message = f"{server.host} takes no more questions for {span}."
    return CallFailed(FailureKind.BUSY, message)


def _find_error_text(body: object, depth: int = 0) -> str:
    match body:
        case {"error": dict() | str() as inner} if depth < MAX_ERROR_DEPTH:
            return _find_error_text(inner, depth + 1)
        case {"message": str(text), **rest}:
            return " ".join((text, *(str(rest[key]) for key in ("code", "param") if rest.get(key))))
        case {"detail": str(text)} | str(text):
            return text
        case dict():
            return json.dumps(body)
    return ""
