"""A match of Decrypto as data: its result, and a table with a row for each round and seat."""

from collections.abc import Iterator
from typing import Any

from engine.games.decrypto.view import SEATS, Code, Hints, View
from engine.transcript import Transcript, provenance_columns


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (`"team"`, `"interceptor"`, or `None` while undecided), `reason`
        (`"survived"`, `"miscommunication"`, `"interception"` or `None`) and
        `rounds`, the finished ones, each with `code`, `hints`, `decoder` and
        `interceptor` as lists of three.
    """
    return {
        "outcome": view.outcome.winner if view.outcome else None,
        "reason": view.outcome.reason if view.outcome else None,
        "rounds": [
            {
                "code": list(done.code),
                "hints": list(done.hints),
                "decoder": list(done.decoder),
                "interceptor": list(done.interceptor),
            }
            for done in view.rounds
        ],
    }


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """Build the table of a match: what each seat did in each round, as far as it is open.

    Returns:
        Rows with the same keys in the same order: the round, the seat, its player, the kind
        of move, the hints or the guess by place, the code, the keywords that the hints
        stood for, whether a guess was right (1 or 0), and the columns of
        `provenance_columns`. What is not known, or does not apply, is `None`.
    """
    return list(_generate_rows(transcript))


def _generate_rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        yield _build_row(transcript, number, "encoder", done.code, hints=done.hints)
        yield _build_row(transcript, number, "decoder", done.code, guess=done.decoder)
        yield _build_row(transcript, number, "interceptor", done.code, guess=done.interceptor)
    number = len(view.rounds) + 1
    if view.hints:
        yield _build_row(transcript, number, "encoder", view.code, hints=view.hints)
    for seat in SEATS[1:]:
        if sealed := transcript.find_move(seat, number):
            yield _build_row(transcript, number, seat, None, guess=sealed.move.code)


def _build_row(
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
        "player": transcript.find_mover(seat, number),
        "move": "Hint" if hints else "Guess",
        **_spread_by_place("hint", hints),
        **_spread_by_place("guess", guess),
        **_spread_by_place("code", code),
        **_spread_by_place("keyword", meant),
        "correct": int(guess == code) if guess and code else None,
        **provenance_columns(transcript.find_move(seat, number)),
    }


def _spread_by_place(name: str, three: Hints | Code | list[Any] | None) -> dict[str, Any]:
    return {f"{name}{place}": three[place - 1] if three else None for place in (1, 2, 3)}
