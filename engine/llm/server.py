"""A model server: its address, key, headers and timeout."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Self
from urllib.parse import unquote, urlsplit

from engine.config.api_key_shape import KEY_SHAPE
from engine.config.model_variables import are_apart
from engine.config.server_address import parse_base_url
from engine.config.server_presets import OPENAI_URL
from engine.errors import SetupError
from engine.llm.secrets import REDACTED, find_secrets, redact

PLACEHOLDER = "none"
"""The key for local servers, which ignore it."""


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
    """Seconds for one reply; of a stream, between two pieces."""
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
    total_timeout: float = 600.0
    """Seconds for the whole of a streamed reply."""
    patience: float = 120.0
    """Seconds to wait for a server that loads, limits or does not answer yet."""

    @classmethod
    def from_environment(cls, variables: Mapping[str, str], timeout: float) -> Self:
        """The server that `OPENAI_BASE_URL` and `OPENAI_API_KEY` name.

        Args:
            variables: The environment, and `.env`.
            timeout: Seconds for one reply.

        Raises:
            SetupError: If one of them cannot be used, or a remote server has no key.
        """
        url = variables.get("OPENAI_BASE_URL", "").strip() or OPENAI_URL
        host, local = parse_base_url(url, "OPENAI_BASE_URL")
        key = read_key_beside_url(variables, "OPENAI_API_KEY", host, needed=not local)
        if not key and not local:
            raise SetupError(
                f"There is no key for {host}: set OPENAI_API_KEY, "
                f"or OPENAI_BASE_URL to a server of your own."
            )
        return cls(url, key or PLACEHOLDER, host, timeout)

    def redact(self, text: str) -> str:
        """Redact the key, and anything that looks like one, in a server's error text.

        Answers are parsed unredacted, see the module's docstring.
        """
        return KEY_SHAPE.sub(REDACTED, redact(text, self.known_secrets))

    @property
    def known_secrets(self) -> tuple[str, ...]:
        """List the secrets: the key, headers from the environment, a password in the address."""
        return _find_secrets(self.url, self.key, self.secrets)


@lru_cache(maxsize=64)
def _find_secrets(url: str, key: str, header_values: tuple[str, ...]) -> tuple[str, ...]:
    return find_secrets((key, *header_values, unquote(urlsplit(url).password or "")))


def read_key(variables: Mapping[str, str], name: str) -> str:
    """Read the key in the variable `name`; empty if it is not set.

    Raises:
        SetupError: If it contains characters that a header cannot have.
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
        needed: Whether the server requires a key.

    Returns:
        The key; empty if it is not set, or has another origin than the address.

    Raises:
        SetupError: If it has another origin and is required.
    """
    if not are_apart(variables, "OPENAI_BASE_URL", name):
        return read_key(variables, name)
    if needed:
        raise SetupError(
            f"{name} is not sent to {host}: OPENAI_BASE_URL is set in another place than the key. "
            f"Set both in .env, or both in the environment."
        )
    return ""


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
