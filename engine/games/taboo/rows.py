"""A match of Adversarial Taboo as rows of a table."""

from collections.abc import Iterator
from typing import Any

from engine.games.taboo.near_words import find_near_places
from engine.games.taboo.view import SEATS, View, find_speaker
from engine.journal.transcript import Transcript
from engine.move_provenance import build_provenance_columns


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """Build the table of a match: what each seat did in each turn, as far as the view shows it.

    Returns:
        Rows with the same keys in the same order: the turn, the seat, its player, the kind of
        move, what was said or guessed, the target, the words in it that are near the target
        (with spaces between), how near the nearest is (cosine), whether a guess was right
        (1 or 0), and the columns of `build_provenance_columns`. What is not known, or does not
        apply, is `None`.
    """
    return list(_generate_rows(transcript))


def _generate_rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    for place, line in enumerate(view.talk):
        yield _build_row(transcript, place, "Say", line)
    if view.guess is not None:
        yield _build_row(transcript, len(view.talk), "Guess", view.guess)


def _build_row(transcript: Transcript, place: int, kind: str, text: str) -> dict[str, Any]:
    view: View = transcript.view
    seat, number = SEATS[find_speaker(place)], place // 2 + 1
    right = view.outcome is not None and view.outcome.reason == "guessed"
    near = find_near_places(text, view.target) if view.target is not None else ()
    return {
        "turn": number,
        "seat": seat,
        "player": transcript.find_mover(seat, number),
        "move": kind,
        "text": text,
        "target": view.target,
        "near": " ".join(text[one.start : one.end] for one in near) if near else None,
        "similarity": round(max(one.similarity for one in near), 3) if near else None,
        "correct": int(right) if kind == "Guess" else None,
        **build_provenance_columns(transcript.find_entry(seat, number)),
    }
