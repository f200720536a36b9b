"""A game of Decrypto as a table: one row per round and seat."""

from collections.abc import Iterator
from typing import Any

from engine.games.decrypto.view import SEATS, Code, Hints, View
from engine.transcript import Transcript, provenance_columns


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """What each seat did in each round, as far as it may be told.

    Returns:
        Rows with the same keys in the same order: the round, who, what kind of
        move, the hints or the guess by place, the code, the keywords that the
        hints stood for, whether a guess was right (1 or 0), and how the move came
        about. What is not known, or does not apply, is `None`.
    """
    return list(_rows(transcript))


def _rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        yield _row(transcript, number, "encoder", done.code, hints=done.hints)
        yield _row(transcript, number, "decoder", done.code, guess=done.decoder)
        yield _row(transcript, number, "interceptor", done.code, guess=done.interceptor)
    number = len(view.rounds) + 1
    if view.hints:
        yield _row(transcript, number, "encoder", view.code, hints=view.hints)
    for seat in SEATS[1:]:
        if sealed := transcript.made(seat, number):
            yield _row(transcript, number, seat, None, guess=sealed.move.code)


def _row(
    transcript: Transcript,
    number: int,
    seat: str,
    code: Code | None,
    *,
    hints: Hints | None = None,
    guess: Code | None = None,
) -> dict[str, Any]:
    keywords = transcript.view.keywords
    meant = [keywords[digit - 1] for digit in code] if code and keywords else [None] * 3
    return {
        "round": number,
        "seat": seat,
        "player": transcript.maker(seat, number),
        "move": "Hint" if hints else "Guess",
        **_by_place("hint", hints),
        **_by_place("guess", guess),
        **_by_place("code", code),
        **_by_place("keyword", meant),
        "correct": int(guess == code) if guess and code else None,
        **provenance_columns(transcript.made(seat, number)),
    }


def _by_place(name: str, three: Hints | Code | list[Any] | None) -> dict[str, Any]:
    return {f"{name}{place}": three[place - 1] if three else None for place in (1, 2, 3)}
