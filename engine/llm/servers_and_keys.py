"""Model servers (address, headers, timeout), and their API keys.

Keys come from environment variables and are redacted from texts. Untrusted text is redacted before
it is written or shown. Answers are parsed unredacted; only their stored and shown text is redacted.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self
from urllib.parse import unquote, urlsplit

from engine.config.address import parse_base_url
from engine.config.presets import OPENAI_URL
from engine.config.variables import are_apart
from engine.player_protocol import SetupError
from engine.text import clean

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


MIN_SECRET_CHARS = 12
"""Shorter values are not secrets: keys of local servers are words such as `x` or `ollama`."""
PLACEHOLDERS = frozenset(
    {
        "placeholder",
        "not-required",
        "not_required",
        "no-key-needed",
        "no-key-required",
        "sk-no-key-required",
        "not-applicable",
        "your-api-key",
        "your_api_key",
        "your-api-key-here",
        "your_api_key_here",
        "openai_api_key",
        "openai-api-key",
        "change-me-please",
    }
)
"""Placeholders for keys in documentation, in lower case."""
REDACTED = "[key]"
"""The replacement of a key."""
KEY_SHAPE = re.compile(r"\b(?:sk|gsk|xai|hf)[-_][\w*.…-]{6,}")
"""Matches keys of well-known servers, even if the server has partly masked them."""
UNUSUAL = re.compile(r"[^\n -\[\]-~]")
"""Matches a backslash or non-printable ASCII, which may hide a key."""
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def find_secrets(values: Iterable[str]) -> tuple[str, ...]:
    """Find the values that are long enough to be secrets and not placeholders, longest first."""
    found = {
        value
        for value in values
        if len(value) >= MIN_SECRET_CHARS
        and len(set(value)) > 3  # not xxxxxxxxxxxx
        and value.casefold() not in PLACEHOLDERS
    }
    return tuple(sorted(found, key=len, reverse=True))


def holds_secret(text: str, secrets: Collection[str]) -> bool:
    """Whether a text contains a secret in any case, even escaped or with invisible characters."""
    if not secrets:
        return False
    forms = [text]
    if UNUSUAL.search(text):
        plain = ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
        forms += [clean(form, len(form)) for form in (text, plain)]
    folded = [form.casefold() for form in forms]
    return any(secret.casefold() in form for secret in secrets for form in folded)


def redact(text: str, secrets: Collection[str]) -> str:
    """Redact each secret in a text; redact the whole text if a secret is hidden in it."""
    for secret in secrets:
        text = text.replace(secret, REDACTED)
    return REDACTED if holds_secret(text, secrets) else text


def redact_all(value: Any, secrets: Collection[str]) -> Any:  # noqa: ANN401
    """Redact each secret in all strings of a JSON value."""
    if isinstance(value, str):
        return redact(value, secrets)
    if isinstance(value, list | tuple):
        return [redact_all(item, secrets) for item in value]
    if isinstance(value, dict):
        return {key: redact_all(item, secrets) for key, item in value.items()}
    return value


def move_holds_secret(fields: Any, secrets: Collection[str]) -> bool:  # noqa: ANN401
    """Whether a string in the JSON of a move contains a secret."""
    if isinstance(fields, str):
        return holds_secret(fields, secrets)
    if isinstance(fields, Mapping):
        return any(move_holds_secret(part, secrets) for pair in fields.items() for part in pair)
    if isinstance(fields, list | tuple):
        return any(move_holds_secret(part, secrets) for part in fields)
    return False
