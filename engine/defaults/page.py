"""The page of a match: its score and what happened."""

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.games.html_parts import tag

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from engine.journal.transcript import Transcript


def build_page(
    transcript: "Transcript", narrate: Callable[[Any, Any], list[str]]
) -> "list[Element]":
    """Build the score, once there is one, and the narration."""
    told = [
        line
        for before, after in pairwise((None, *transcript.views))
        for line in narrate(before, after)
    ]
    if sealed := transcript.describe_sealed():
        told.append(sealed)
    story = tag("section", tag("h2", "What happened"), *(tag("p", line) for line in told))
    if transcript.score is None:
        return [story]
    rows = (
        tag("tr", tag("th", seat.capitalize(), scope="row"), tag("td", f"{points:g}"))
        for seat, points in transcript.score.items()
    )
    table = tag("table", tag("tbody", *rows))
    return [tag("section", tag("h2", "Result"), table), story]
