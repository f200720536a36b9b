"""The page of a match: its score and what happened."""

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.games.page import PageBody

if TYPE_CHECKING:
    from engine.journal.transcript import Transcript


def build_page(transcript: "Transcript", narrate: Callable[[Any, Any], list[str]]) -> PageBody:
    """Build the score, once there is one, and what each turn brought."""
    turns = [
        {"title": f"Turn {number}" if number else "The start", "lines": narrate(before, after)}
        for number, (before, after) in enumerate(pairwise((None, *transcript.views)))
    ]
    return PageBody(
        "engine.defaults/page.html",
        {
            "score": transcript.score,
            "turns": [turn for turn in turns if turn["lines"]],
            "sealed": transcript.describe_sealed(),
        },
    )
