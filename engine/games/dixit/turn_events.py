"""The events of a round of Dixit, which experiments count."""

from collections.abc import Mapping
from typing import Any


def describe_turn_events() -> dict[str, str]:
    """Describe the events that a round can have."""
    return {
        "found_by_all": "Every listener found the storyteller's card.",
        "found_by_none": "No listener found the storyteller's card.",
    }


def find_turn_events(turn: Mapping[str, Any]) -> dict[str, bool]:
    """Find the events of a round of the report."""
    found = [vote == turn["target"] for vote in turn["votes"].values()]
    return {"found_by_all": all(found), "found_by_none": not any(found)}
