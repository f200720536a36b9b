"""Settings of a model server: its address, key, headers and timeout, and the presets."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import ip_address
from math import isfinite
from typing import Self
from urllib.parse import SplitResult, unquote, urlsplit

from engine.llm.api_keys import (
    KEY_SHAPE,
    REDACTED,
    are_apart,
    find_secrets,
    read_environment,
    redact,
)
from engine.player_protocol import SetupError

OPENAI_URL = "https://api.openai.com/v1"
"""The default address, if `OPENAI_BASE_URL` is not set."""
DEFAULT_TIMEOUT = 60.0
"""Seconds for one reply, if `PARLOUR_TIMEOUT` is not set."""
PLACEHOLDER = "none"
"""The key for local servers, which ignore it."""
LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")
"""Endings of host names in local networks."""


@dataclass(frozen=True, slots=True)
class Preset:
    """The usual address and key variable of a kind of server."""

    url: str
    key_name: str | None = None
    """The variable with the key; `None` for a local server, which needs none."""


PRESETS = {
    "openai": Preset(OPENAI_URL, "OPENAI_API_KEY"),
    "openrouter": Preset("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "ollama": Preset("http://localhost:11434/v1"),
    "llamacpp": Preset("http://localhost:8080/v1"),
    "vllm": Preset("http://localhost:8000/v1"),
    "lmstudio": Preset("http://localhost:1234/v1"),
}
"""Presets by name; local servers at their default port."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that speaks the chat completions protocol."""

    url: str = field(repr=False)
    """The base URL, such as `http://localhost:11434/v1`; it may contain a password."""
    key: str = field(repr=False)
    """The key; `PLACEHOLDER` if there is none. It is never in a log, message or repr."""
    host: str
    """Host name and port; safe to show."""
    timeout: float
    """Seconds for one reply."""
    key_name: str = "OPENAI_API_KEY"
    """The origin of the key, for messages."""
    url_name: str = "OPENAI_BASE_URL"
    """The origin of the address, for messages."""
    timeout_name: str = "PARLOUR_TIMEOUT"
    """Where the timeout comes from, in messages."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Further headers of every request."""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """Values of headers from the environment; as secret as the key."""

    @classmethod
    def from_environment(cls, variables: Mapping[str, str] | None = None) -> Self:
        """The server that `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `PARLOUR_TIMEOUT` name.

        Args:
            variables: The environment; left out, that of this process, and beneath it `.env`.

        Raises:
            SetupError: If one of them cannot be used, or a remote server has no key.
        """
        variables = read_environment() if variables is None else variables
        url = variables.get("OPENAI_BASE_URL", "").strip() or OPENAI_URL
        host, local = parse_base_url(url, "OPENAI_BASE_URL")
        key = read_key_beside_url(variables, "OPENAI_API_KEY", host, needed=not local)
        if not key and not local:
            raise SetupError(
                f"There is no key for {host}: set OPENAI_API_KEY, "
                f"or OPENAI_BASE_URL to a server of your own."
            )
        return cls(url, key or PLACEHOLDER, host, read_timeout(variables))

    def censor(self, text: str) -> str:
        """Black out the key, and anything that looks like one, in what a server says of an error.

        Answers are read as they came: see `engine.llm.api_keys`.
        """
        return KEY_SHAPE.sub(REDACTED, redact(text, self.known_secrets))

    @property
    def known_secrets(self) -> tuple[str, ...]:
        """What is secret: the key, headers from the environment, a password in the address."""
        return _find_secrets(self.url, self.key, self.secrets)


@lru_cache(maxsize=64)
def _find_secrets(url: str, key: str, header_values: tuple[str, ...]) -> tuple[str, ...]:
    return find_secrets((key, *header_values, unquote(urlsplit(url).password or "")))


def parse_base_url(url: str, named: str) -> tuple[str, bool]:
    """Parse a base URL: its host and port, and whether the host is local and needs no key.

    Args:
        url: The base URL.
        named: What it is called in a message.

    Raises:
        SetupError: If it is no web address. It is not quoted, as it may hold a password.
    """
    parts = _split_url(url, named)
    return parts.netloc.rpartition("@")[2], is_local_host(parts.hostname or "")


def read_key(variables: Mapping[str, str], name: str) -> str:
    """Read the key in the variable `name`; empty if it is not set.

    Raises:
        SetupError: If it holds characters that no header can.
    """
    key = variables.get(name, "").strip()
    if re.search(r"[^!-~]", key):
        raise SetupError(f"{name} holds characters that no key has; set it anew.")
    return key


def read_key_beside_url(variables: Mapping[str, str], name: str, host: str, *, needed: bool) -> str:
    """Read a key for the server that `OPENAI_BASE_URL` names, or the default one.

    Args:
        variables: The environment.
        name: The variable of the key.
        host: The server, in a message.
        needed: Whether the server is of no use without a key.

    Returns:
        The key; empty if it is not set, or comes from elsewhere than the address.

    Raises:
        SetupError: If it comes from elsewhere and is needed.
    """
    if not are_apart(variables, "OPENAI_BASE_URL", name):
        return read_key(variables, name)
    if needed:
        raise SetupError(
            f"{name} is not sent to {host}: OPENAI_BASE_URL is set in another place than the key. "
            f"Set both in .env, or both in the environment."
        )
    return ""


def read_timeout(variables: Mapping[str, str]) -> float:
    """Read `PARLOUR_TIMEOUT`, the seconds for one reply.

    Raises:
        SetupError: If it is not a number of seconds.
    """
    text = variables.get("PARLOUR_TIMEOUT", "")
    if not text.strip():
        return DEFAULT_TIMEOUT
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not isfinite(seconds) or seconds <= 0:
        raise SetupError(
            f"PARLOUR_TIMEOUT is a number of seconds above 0, such as 60, not {text[:20]!r}."
        )
    return seconds


def read_headers(
    variables: Mapping[str, str], headers: Mapping[str, str], named: str
) -> tuple[dict[str, str], Iterable[str]]:
    """Fill in headers whose value is `$NAME`; return all headers, and the values filled in.

    Raises:
        SetupError: If a variable is not set.
    """
    filled, secrets = dict(headers), []
    for name, value in headers.items():
        if value.startswith("$"):
            filled[name] = read_key(variables, value[1:])
            if not filled[name]:
                raise SetupError(f"{named} asks for {value[1:]} in {name}: set it.")
            secrets.append(filled[name])
    return filled, secrets


def is_local_host(name: str) -> bool:
    """Whether a host is this computer or in the local network, where servers need no key."""
    try:
        address = ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(LOCAL_SUFFIXES)
    return address.is_private or address.is_loopback


def _split_url(url: str, named: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        valid = parts.scheme in {"http", "https"} and (parts.port is None or parts.port > 0)
    except ValueError:  # a port that is none, half an IPv6 address
        valid = False
    if not valid or not re.fullmatch(r"[\w.-]+|[0-9a-f:]+", parts.hostname or "", re.ASCII):
        raise SetupError(f"{named} is no web address; give one such as http://localhost:11434/v1.")
    return parts
