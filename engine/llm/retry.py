"""Decide whether and when a failed request is sent again: the only policy there is."""

from dataclasses import dataclass
from math import inf
from random import Random
from time import monotonic

from engine.llm.errors import TRANSIENT, CallFailed, RequestRefused

TRIES = 3
"""Maximum number of attempts at one request when failures are temporary."""
BACKOFF = 0.5
"""Seconds before the second try; doubled for each further try."""
LONGEST_PAUSE = 10.0
"""Maximum seconds between two tries, unless the server asks for more."""
SHORT_PAUSE = 2.0
"""A pause up to this length is made before `TRIES` tries are over, whatever the patience."""
MAX_REFUSALS = 12
"""Maximum number of settings of a request that a server may refuse, one after another."""


@dataclass(slots=True)
class Retry:
    """The failures of one request so far."""

    patience: float
    """Seconds to wait for a server that loads, limits requests or is not there yet."""
    failures: int = 0
    refusals: int = 0
    waited_since: float | None = None
    """When the first failure of this kind was; `None` if there was none."""
    longest: float = inf
    """The longest pause that patience allows."""
    _waits: int = 0

    def compute_pause(self, error: CallFailed, *, changed: bool, seed: str) -> float | None:
        """Count a failure, and compute the seconds to wait before the next try.

        Args:
            error: The failure.
            changed: Whether the next try has other settings.
            seed: The seed of the jitter, so that seats do not try again at the same time.

        Returns:
            The seconds; more than `longest` if the server asks for that; `None` if the request is
            not sent again.
        """
        if isinstance(error, RequestRefused):
            self.refusals += 1
            return 0.0 if changed and self.refusals <= MAX_REFUSALS else None
        self.failures += 1
        if error.kind not in TRANSIENT:
            return None
        pause = min(BACKOFF * 2.0 ** min(self.failures - 1, 10), LONGEST_PAUSE)
        pause *= Random(seed).uniform(0.75, 1.25)
        if error.wait_reason or error.wait is not None:
            return self._compute_wait(error.wait, pause)
        return pause if self.failures - self._waits < TRIES else None

    def _compute_wait(self, asked: float | None, pause: float) -> float | None:
        """Compute how long to wait for a server that may be ready later."""
        now = monotonic()
        self._waits += 1
        if self.waited_since is None:
            self.waited_since = now
        if self._waits < TRIES:
            pause = pause if asked is None else asked
            if pause <= SHORT_PAUSE:
                return pause
        elif asked is not None:  # it may ask for no time at all, again and again
            pause = max(asked, pause)
        left = self.waited_since + self.patience - now
        if asked is not None and asked > max(left, SHORT_PAUSE):
            self.longest = max(left, SHORT_PAUSE)
            return asked
        return min(pause, left) if left > 0 else None
