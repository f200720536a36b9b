"""The events of a round of Decrypto, which experiments count."""

from collections.abc import Mapping
from typing import Any


def describe_turn_events() -> dict[str, str]:
    """Describe the events that a round can have."""
    return {
        "miscommunication": "The decoder missed the code.",
        "interception": "The interceptor hit the code, whether it counts in this round or not.",
    }


def find_turn_events(turn: Mapping[str, Any]) -> dict[str, bool]:
    """Find the events of a round of the report."""
    return {
        "miscommunication": turn["decoder"] != turn["code"],
        "interception": turn["interceptor"] == turn["code"],
    }
