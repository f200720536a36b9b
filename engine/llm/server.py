"""Where models live: the server, the key and the patience that the environment names."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from math import isfinite
from typing import Self
from urllib.parse import SplitResult, urlsplit

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
    """Seconds for one answer, the package's own retries included."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """The server that `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `PARLOUR_TIMEOUT` name.

        Raises:
            SetupError: If one of them cannot be used, or a server elsewhere has no key.
        """
        url = environment.get("OPENAI_BASE_URL", "").strip() or OPENAI
        parts = _parts(url)
        host = parts.netloc.rpartition("@")[2]
        key = environment.get("OPENAI_API_KEY", "").strip()
        if not key and not at_home(parts.hostname or ""):
            raise SetupError(
                f"There is no key for {host}: set OPENAI_API_KEY, "
                f"or OPENAI_BASE_URL to a server of your own."
            )
        if re.search(r"[^!-~]", key):
            raise SetupError("OPENAI_API_KEY holds characters that no key has; set it anew.")
        return cls(url, key or PLACEHOLDER, host, _seconds(environment.get("PARLOUR_TIMEOUT", "")))

    def censored(self, text: str) -> str:
        """`text` without the key, and without what looks like a part of one."""
        if self.key != PLACEHOLDER:
            text = text.replace(self.key, "[key]")
        return re.sub(r"\b(?:sk|gsk|xai|hf)[-_][\w*.…-]{6,}", "[key]", text)


def at_home(name: str) -> bool:
    """Is a host called `name` this computer or one in the same house, which asks for no key?"""
    try:
        address = ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(HOME)
    return address.is_private or address.is_loopback


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        known = parts.scheme in {"http", "https"} and (parts.port is None or parts.port > 0)
    except ValueError:  # a port that is none, half an IPv6 address
        known = False
    if not known or not re.fullmatch(r"[\w.-]+|[0-9a-f:]+", parts.hostname or "", re.ASCII):
        raise SetupError(
            "OPENAI_BASE_URL is no web address; give one such as http://localhost:11434/v1."
        )
    return parts


def _seconds(text: str) -> float:
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
