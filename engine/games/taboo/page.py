"""A match of Adversarial Taboo as a page."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.move_effort import format_effort
from engine.games.page import PageBody
from engine.games.taboo.near_words import find_near_places
from engine.games.taboo.story import describe_outcome
from engine.games.taboo.view import SEATS, View, find_speaker
from engine.journal.transcript import Transcript


def build_page(transcript: Transcript) -> PageBody:
    """Build the result and the talk, in which words near the target are marked."""
    view: View = transcript.view
    return PageBody(
        "engine.games.taboo/page.html",
        {
            "over": view.over,
            "standing": describe_outcome(view)
            if view.over
            else f"Turn {view.number} of {view.options.turns} is being played.",
            "target": view.target,
            "turns": list(_list_turns(transcript)),
        },
    )


def _list_turns(transcript: Transcript) -> Iterator[Mapping[str, Any]]:
    view: View = transcript.view
    for place, line in enumerate(view.talk):
        yield {**_describe_turn(transcript, place), **_mark_line(line, view.target), "guess": None}
    if view.guess is not None:
        right = view.outcome is not None and view.outcome.reason == "guessed"
        result = "✓ right" if right else "✗ wrong"
        guess = {"word": view.guess, "result": result}
        yield {**_describe_turn(transcript, len(view.talk)), "guess": guess}


def _describe_turn(transcript: Transcript, place: int) -> Mapping[str, str]:
    seat, number = SEATS[find_speaker(place)], place // 2 + 1
    effort = format_effort(transcript.find_move(seat, number))
    return {"title": f"Turn {number}, {seat}", "effort": effort}


def _mark_line(line: str, target: str | None) -> Mapping[str, Any]:
    """Split a line into parts, of which those near the target are marked, and say why."""
    places = find_near_places(line, target) if target is not None else ()
    parts = []
    end = 0
    for place in places:
        parts += [(line[end : place.start], False), (line[place.start : place.end], True)]
        end = place.end
    parts.append((line[end:], False))
    return {"parts": parts, "why": ", ".join(place.describe(line) for place in places)}
