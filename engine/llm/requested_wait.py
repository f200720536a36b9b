"""Read from a response how long its server wants to be left alone."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from math import inf

MAX_HEADER_CHARS = 100
"""Longer headers are ignored."""
RATE_LIMIT = re.compile(r"(?:x-|anthropic-)?ratelimit-(?P<words>[a-z-]{1,40})", re.IGNORECASE)
"""Matches the names of the headers of OpenAI, Anthropic, OpenRouter and those that do as they do.

`words` are what it says (`remaining` or `reset`), and of what: requests, tokens, or nothing."""
DURATION = re.compile(r"(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?")
"""Matches a duration as OpenAI writes it: `6m0s`, `1.5s`, `20ms`."""
LONGEST_RESET = timedelta(days=366).total_seconds()
"""A larger number is a time, not a duration."""
MILLISECONDS_FROM = 1e11
"""A larger number is a time in milliseconds; in seconds it would be in the year 5138."""


def is_rate_header(name: str) -> bool:
    """Whether a header may say how long to wait."""
    name = name.lower()
    return name in ("retry-after", "retry-after-ms") or RATE_LIMIT.fullmatch(name) is not None


def read_wait(headers: Mapping[str, str], body: object) -> float | None:
    """Read how many seconds a server wants to be left alone; `None` if it does not say.

    Args:
        headers: The headers of its response.
        body: The body as JSON; OpenRouter puts the headers of the provider in it.
    """
    wait = parse_retry_after(headers)
    if wait is None:
        wait = parse_resets(headers)
    match body:
        case {"error": {"metadata": {"headers": {**inner}}}} if wait is None:
            texts = {str(name).lower(): str(value) for name, value in inner.items()}
            wait = read_wait(texts, None)
    return wait


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Parse Retry-After, seconds or a date, to seconds; `None` without a valid header."""
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        with suppress(ValueError):
            seconds = float(_read_header(headers, name)) / unit
            if 0 <= seconds < inf:  # NaN fails, too
                return seconds
    with suppress(ValueError, OverflowError, TypeError):
        return _count_seconds_to(parsedate_to_datetime(_read_header(headers, "retry-after")))
    return None


def parse_resets(headers: Mapping[str, str]) -> float | None:
    """Parse when the limits that are used up are lifted, to seconds; `None` if none is used up."""
    used_up, resets = set(), {}
    for name in headers:
        if not (found := RATE_LIMIT.fullmatch(name)):
            continue
        words = {*found["words"].lower().split("-")}
        value, of = _read_header(headers, name).strip(), frozenset(words - {"remaining", "reset"})
        if "remaining" in words and value in ("0", "0.0"):
            used_up.add(of)
        elif "reset" in words:
            resets[of] = _parse_reset(value)
    return max(_present(resets.get(of) for of in used_up), default=None)


def _present(values: Iterable[float | None]) -> list[float]:
    return [one for one in values if one is not None]


def _parse_reset(value: str) -> float | None:
    """Parse a duration, a time, or a number that is one of them, to seconds from now."""
    with suppress(ValueError):
        number = float(value)
        if number <= LONGEST_RESET:
            return number if number >= 0 else None
        seconds = number / 1000 if number >= MILLISECONDS_FROM else number
        return max(0.0, seconds - datetime.now(UTC).timestamp()) if seconds < inf else None
    if value and (found := DURATION.fullmatch(value)):
        days, hours, minutes, seconds, milliseconds = (float(one or 0) for one in found.groups())
        return ((days * 24 + hours) * 60 + minutes) * 60 + seconds + milliseconds / 1000
    with suppress(ValueError, OverflowError, TypeError):
        return _count_seconds_to(datetime.fromisoformat(value))
    return None


def _count_seconds_to(time: datetime) -> float:
    """Count the seconds until a time; 0 if it is over.

    Raises:
        OverflowError, TypeError: If the time cannot be compared.
    """
    time = time.replace(tzinfo=time.tzinfo or UTC)
    return max(0.0, (time - datetime.now(UTC)).total_seconds())


def _read_header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "")
    return value if len(value) <= MAX_HEADER_CHARS else ""
