"""The events of a round of Undercover, which experiments count."""

from collections.abc import Mapping
from typing import Any


def describe_turn_events() -> dict[str, str]:
    """Describe the events that a round can have."""
    return {"elimination": "A seat was voted out."}


def find_turn_events(turn: Mapping[str, Any]) -> dict[str, bool]:
    """Find the events of a round of the report."""
    return {"elimination": turn["out"] is not None}
