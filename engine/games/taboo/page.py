"""A match of Adversarial Taboo as a page."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from engine.games.html_parts import (
    Child,
    build_secret,
    build_section,
    build_standing,
    format_effort,
    tag,
)
from engine.games.taboo.near_words import find_near_places
from engine.games.taboo.story import describe_outcome
from engine.games.taboo.view import SEATS, View, find_speaker
from engine.journal.transcript import Transcript


def build_page(transcript: Transcript) -> list[Element]:
    """Build the sections of the page."""
    view: View = transcript.view
    return [
        build_standing(*_describe_standing(view), over=view.over),
        build_section("The talk", *_build_talk(transcript)),
    ]


def _describe_standing(view: View) -> Iterator[Element]:
    if view.over:
        yield tag("p", tag("strong", tag("bdi", describe_outcome(view))), class_="verdict")
    else:
        yield tag("p", f"Turn {view.number} of {view.options.turns} is being played.")
    yield tag("p", "Target: ", tag("strong", build_secret(view.target)))


def _build_talk(transcript: Transcript) -> Iterator[Element]:
    view: View = transcript.view
    if not view.talk:
        yield tag("p", "Nothing has been said yet.", class_="quiet")
        return
    if view.target is not None:
        yield tag("p", "Marked is what was near the target.", class_="quiet")
    turns = [
        _build_turn(transcript, place, *_build_line(line, view.target))
        for place, line in enumerate(view.talk)
    ]
    if view.guess is not None:
        right = view.outcome is not None and view.outcome.reason == "guessed"
        mark = " ✓ right" if right else " ✗ wrong"
        guess = tag("p", "guesses ", tag("strong", tag("bdi", view.guess)), mark)
        turns.append(_build_turn(transcript, len(view.talk), guess))
    yield tag("ol", *turns, class_="timeline")


def _build_turn(transcript: Transcript, place: int, *content: Element) -> Element:
    seat, number = SEATS[find_speaker(place)], place // 2 + 1
    effort = format_effort(transcript.find_move(seat, number))
    note = tag("small", f" {effort}", class_="quiet") if effort else None
    return tag("li", tag("h3", f"Turn {number}, {seat}", note), *content)


def _build_line(line: str, target: str | None) -> Iterator[Element]:
    """Build a line in which the words near the target are marked, with the reasons below it."""
    places = find_near_places(line, target) if target is not None else ()
    parts: list[Child] = []
    end = 0
    for place in places:
        parts += [line[end : place.start], tag("mark", line[place.start : place.end])]
        end = place.end
    yield tag("p", tag("bdi", *parts, line[end:]))
    if places:
        why = ", ".join(place.describe(line) for place in places)
        yield tag("p", tag("bdi", why), class_="quiet")
