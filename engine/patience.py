"""How long to wait for whoever answers from outside."""

import os
from collections.abc import Mapping
from math import isfinite

from engine.players import SetupError

PATIENCE = 60.0
"""Seconds for one answer where `PARLOUR_TIMEOUT` is not set."""


def patience(environment: Mapping[str, str] = os.environ) -> float:
    """Seconds for one answer, as `PARLOUR_TIMEOUT` has them.

    Raises:
        SetupError: If that is no number of seconds.
    """
    text = environment.get("PARLOUR_TIMEOUT", "").strip()
    if not text:
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
