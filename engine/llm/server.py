"""Where models live: a server, its key and the patience with it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from math import isfinite
from typing import Self
from urllib.parse import SplitResult, urlsplit

from engine.llm.environment import environment
from engine.players import SetupError

OPENAI = "https://api.openai.com/v1"
"""The server where `OPENAI_BASE_URL` is not set."""
PATIENCE = 60.0
"""Seconds for one answer where `PARLOUR_TIMEOUT` is not set."""
PLACEHOLDER = "none"
"""What a server at home is sent as a key where there is none; it does not look."""
HOME = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")
"""Endings of names that only a house or an office knows."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that speaks the chat completions protocol."""

    url: str = field(repr=False)
    """The base URL, such as `http://localhost:11434/v1`; it may hold a password."""
    key: str = field(repr=False)
    """The key; `PLACEHOLDER` if there is none. It is in no log, message or repr."""
    host: str
    """Its name and port, which may be shown."""
    timeout: float
    """Seconds for one answer."""
    key_name: str = "OPENAI_API_KEY"
    """Where the key comes from, in messages."""
    url_name: str = "OPENAI_BASE_URL"
    """Where the address comes from, in messages."""
    timeout_name: str = "PARLOUR_TIMEOUT"
    """Where the patience comes from, in messages."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Further headers of every question."""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """What headers took from the environment: shown as little as the key."""

    @classmethod
    def from_environment(cls, given: Mapping[str, str] | None = None) -> Self:
        """The server that `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `PARLOUR_TIMEOUT` name.

        Args:
            given: The environment; left out, this process's, and beneath it `.env`.

        Raises:
            SetupError: If one of them cannot be used, or a server elsewhere has no key.
        """
        known = environment() if given is None else given
        url = known.get("OPENAI_BASE_URL", "").strip() or OPENAI
        host, at_home = locate(url, "OPENAI_BASE_URL")
        key = read_key(known, "OPENAI_API_KEY")
        if not key and not at_home:
            raise SetupError(
                f"There is no key for {host}: set OPENAI_API_KEY, "
                f"or OPENAI_BASE_URL to a server of your own."
            )
        return cls(url, key or PLACEHOLDER, host, patience(known))

    def censored(self, text: str) -> str:
        """`text` without the key, and without what looks like a part of one."""
        for secret in (self.key, *self.secrets):
            if secret != PLACEHOLDER:
                text = text.replace(secret, "[key]")
        return re.sub(r"\b(?:sk|gsk|xai|hf)[-_][\w*.…-]{6,}", "[key]", text)


def locate(url: str, named: str) -> tuple[str, bool]:
    """The host and port of a base URL, and whether it is at home, where no key is asked for.

    Args:
        url: The base URL.
        named: What it is called in a message.

    Raises:
        SetupError: If it is no web address. It is not quoted, as it may hold a password.
    """
    parts = _parts(url, named)
    return parts.netloc.rpartition("@")[2], is_home(parts.hostname or "")


def read_key(known: Mapping[str, str], name: str) -> str:
    """The key in the variable `name`; empty if there is none.

    Raises:
        SetupError: If it is none that a header could hold.
    """
    key = known.get(name, "").strip()
    if re.search(r"[^!-~]", key):
        raise SetupError(f"{name} holds characters that no key has; set it anew.")
    return key


def patience(known: Mapping[str, str]) -> float:
    """The seconds that `PARLOUR_TIMEOUT` gives for one answer.

    Raises:
        SetupError: If it is no number of seconds.
    """
    text = known.get("PARLOUR_TIMEOUT", "")
    if not text.strip():
        return PATIENCE
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
    known: Mapping[str, str], headers: Mapping[str, str], named: str
) -> tuple[dict[str, str], Iterable[str]]:
    """Headers, those that begin with `$` filled in from the environment, and what was filled in.

    Raises:
        SetupError: If a variable is not set.
    """
    filled, secrets = dict(headers), []
    for name, value in headers.items():
        if value.startswith("$"):
            filled[name] = read_key(known, value[1:])
            if not filled[name]:
                raise SetupError(f"{named} asks for {value[1:]} in {name}: set it.")
            secrets.append(filled[name])
    return filled, secrets


def is_home(name: str) -> bool:
    """Is a host called `name` this computer or one in the same house, which asks for no key?"""
    try:
        address = ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(HOME)
    return address.is_private or address.is_loopback


def _parts(url: str, named: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        known = parts.scheme in {"http", "https"} and (parts.port is None or parts.port > 0)
    except ValueError:  # a port that is none, half an IPv6 address
        known = False
    if not known or not re.fullmatch(r"[\w.-]+|[0-9a-f:]+", parts.hostname or "", re.ASCII):
        raise SetupError(f"{named} is no web address; give one such as http://localhost:11434/v1.")
    return parts
