"""A game of Adversarial Taboo as the body of a page: how it stands, and the talk."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from engine.games.taboo.narration import decided
from engine.games.taboo.near import near_places
from engine.games.taboo.view import SEATS, View, speaker
from engine.html import Child, part
from engine.transcript import Transcript


def build_page(transcript: Transcript) -> list[Element]:
    """The sections of the page."""
    view: View = transcript.view
    return [
        part(
            "section",
            part("h2", "Result" if view.over else "How it stands"),
            *_standing(view),
            class_="standing",
        ),
        part("section", part("h2", "The talk"), *_talk(transcript)),
    ]


def _standing(view: View) -> Iterator[Element]:
    if view.over:
        yield part("p", part("strong", part("bdi", decided(view))), class_="verdict")
    else:
        yield part("p", f"Turn {view.number} of {view.options.turns} is being played.")
    target = part("bdi", view.target) if view.target is not None else part("i", "not shown")
    yield part("p", "Target: ", part("strong", target))


def _talk(transcript: Transcript) -> Iterator[Element]:
    view: View = transcript.view
    if not view.talk:
        yield part("p", "Nothing has been said yet.", class_="quiet")
        return
    if view.target is not None:
        yield part("p", "Marked is what was near the target.", class_="quiet")
    turns = [
        _turn(transcript, place, *_said(line, view.target)) for place, line in enumerate(view.talk)
    ]
    if view.guess is not None:
        right = view.outcome is not None and view.outcome.reason == "guessed"
        mark = " ✓ right" if right else " ✗ wrong"
        guess = part("p", "guesses ", part("strong", part("bdi", view.guess)), mark)
        turns.append(_turn(transcript, len(view.talk), guess))
    yield part("ol", *turns, class_="timeline")


def _turn(transcript: Transcript, place: int, *told: Element) -> Element:
    seat, number = SEATS[speaker(place)], place // 2 + 1
    made = transcript.made(seat, number)
    provenance_columns: Child = None
    if made:
        tries = "" if made.moved.attempts == 1 else f", {made.moved.attempts} tries"
        provenance_columns = part("small", f" {made.moved.seconds:.1f} s{tries}", class_="quiet")
    head = part("h3", f"Turn {number}, {seat}", provenance_columns)
    return part("li", head, *told)


def _said(line: str, target: str | None) -> Iterator[Element]:
    """A line with the places that are near the target marked, and why they are."""
    places = near_places(line, target) if target is not None else ()
    parts: list[Child] = []
    end = 0
    for place in places:
        parts += [line[end : place.start], part("mark", line[place.start : place.end])]
        end = place.end
    yield part("p", part("bdi", *parts, line[end:]))
    if places:
        why = ", ".join(place.told(line) for place in places)
        yield part("p", part("bdi", why), class_="quiet")
