"""Decide whether and when a failed request is sent again: the only policy there is."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import inf
from random import Random

from engine.llm.errors import TRANSIENT, CallFailed, RequestRefused

TRIES = 3
"""Maximum number of attempts at one request when failures are temporary."""
BACKOFF = 0.5
"""Seconds before the second try; doubled for each further try."""
LONGEST_WAIT = 60.0
"""Maximum seconds to wait at a server's request; a longer wait fails the call."""
MAX_REFUSALS = 6
"""Maximum number of settings of a request that a server may refuse, one after another."""
MAX_HEADER_CHARS = 100
"""Longer headers are ignored."""


@dataclass(slots=True)
class Retry:
    """The failures of one request so far."""

    failures: int = 0
    refusals: int = 0

    def compute_pause(self, error: CallFailed, *, changed: bool, seed: str) -> float | None:
        """Count a failure, and compute the seconds to wait before the next try.

        Args:
            error: The failure.
            changed: Whether the next try has other settings.
            seed: The seed of the jitter, so that seats do not try again at the same time.

        Returns:
            The seconds; `None` if the request is not sent again.
        """
        if isinstance(error, RequestRefused):
            self.refusals += 1
            return 0.0 if changed and self.refusals <= MAX_REFUSALS else None
        self.failures += 1
        if error.kind not in TRANSIENT or self.failures == TRIES:
            return None
        if error.wait is not None:
            return error.wait
        return BACKOFF * 2.0 ** (self.failures - 1) * Random(seed).uniform(0.75, 1.25)


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Parse Retry-After, seconds or a date, to seconds; `None` without a valid header."""
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        with suppress(ValueError):
            seconds = float(_read_header(headers, name)) / unit
            if 0 <= seconds < inf:  # NaN fails, too
                return seconds
    with suppress(ValueError, OverflowError, TypeError):
        until = parsedate_to_datetime(_read_header(headers, "retry-after"))
        until = until.replace(tzinfo=until.tzinfo or UTC)
        return max(0.0, (until - datetime.now(UTC)).total_seconds())
    return None


def _read_header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "")
    return value if len(value) <= MAX_HEADER_CHARS else ""
