"""Addresses of servers: parse a base URL, and tell local hosts, which need no key."""

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from engine.errors import SetupError

LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")
"""Endings of host names in local networks."""


def parse_base_url(url: str, named: str) -> tuple[str, bool]:
    """Parse a base URL: its host and port, and whether the host is local and needs no key.

    Args:
        url: The base URL.
        named: Its name in messages.

    Raises:
        SetupError: If it is no web address. It is not quoted, as it may hold a password.
    """
    parts = _split_url(url, named)
    return parts.netloc.rpartition("@")[2], is_local_host(parts.hostname or "")


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
