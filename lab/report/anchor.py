"""Anchors of the line-ups' games on a page."""

from collections.abc import Iterable
from typing import Any

type Key = tuple[Any, ...]
"""The key of a line-up."""


def name_anchors(lineups: Iterable[Key]) -> dict[Key, str]:
    """Name the anchor of each line-up."""
    return {key: f"lineup-{number}" for number, key in enumerate(lineups, 1)}
