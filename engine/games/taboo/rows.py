"""A game of Adversarial Taboo as a table: one row per move."""

from collections.abc import Iterator
from typing import Any

from engine.games.taboo.near import near_places
from engine.games.taboo.view import SEATS, View, speaker
from engine.transcript import Transcript, provenance_columns


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """What each seat did in each turn, as far as it may be told.

    Returns:
        Rows with the same keys in the same order: the turn, who, what kind of move, what was
        said or guessed, the target, the words in it that were near the target (with spaces
        between), how near the nearest was (cosine), whether a guess was right (1 or 0), and
        how the move came about. What is not known, or does not apply, is `None`.
    """
    return list(_rows(transcript))


def _rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    for place, line in enumerate(view.talk):
        yield _row(transcript, place, "Say", line)
    if view.guess is not None:
        yield _row(transcript, len(view.talk), "Guess", view.guess)


def _row(transcript: Transcript, place: int, kind: str, text: str) -> dict[str, Any]:
    view: View = transcript.view
    seat, number = SEATS[speaker(place)], place // 2 + 1
    right = view.outcome is not None and view.outcome.reason == "guessed"
    near = near_places(text, view.target) if view.target is not None else ()
    return {
        "turn": number,
        "seat": seat,
        "player": transcript.maker(seat, number),
        "move": kind,
        "text": text,
        "target": view.target,
        "near": " ".join(text[one.start : one.end] for one in near) if near else None,
        "similarity": round(max(one.similarity for one in near), 3) if near else None,
        "correct": int(right) if kind == "Guess" else None,
        **provenance_columns(transcript.made(seat, number)),
    }
