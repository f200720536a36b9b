"""A match of Decrypto as data and as a table."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.decrypto.moves import Code, Hints
from engine.games.decrypto.view import SEATS, Role, View
from engine.journal.transcript import Transcript
from engine.provenance import build_provenance_columns
from engine.seat import Seat

EVENTS = ("miscommunication", "interception")
"""The events that a round can have."""


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (`"team"`, `"interceptor"`, or `None` while undecided), `reason`
        (`"survived"`, `"miscommunication"`, `"interception"`, `"both"` or `None`),
        `decisive_round`, `keywords` (`None` while they are hidden) and `rounds`, the finished ones,
        each with `code`, `hints`, `decoder` and `interceptor` as lists of three, with its `events`
        (`"miscommunication"`, `"interception"`, both or none), and with how many
        `miscommunications` and `interceptions` count after it.
    """
    return {
        "outcome": view.outcome.winner if view.outcome else None,
        "reason": view.outcome.reason if view.outcome else None,
        "decisive_round": view.outcome.round if view.outcome else None,
        "keywords": list(view.keywords) if view.keywords else None,
        "rounds": [
            {
                "code": list(done.code),
                "hints": list(done.hints),
                "decoder": list(done.decoder),
                "interceptor": list(done.interceptor),
                "events": [name for name in EVENTS if getattr(done, name)],
                "miscommunications": so_far.miscommunications,
                "interceptions": so_far.interceptions,
            }
            for number, done in enumerate(view.rounds, 1)
            for so_far in [view.model_copy(update={"rounds": view.rounds[:number]})]
        ],
    }


def describe_turn_events() -> dict[str, str]:
    """Describe the events that a round can have."""
    return {
        "miscommunication": "The decoder missed the code.",
        "interception": "The interceptor hit the code, whether it counts in this round or not.",
    }


def find_turn_events(turn: Mapping[str, Any]) -> dict[str, bool]:
    """Find the events of a round of the report."""
    return {
        "miscommunication": turn["decoder"] != turn["code"],
        "interception": turn["interceptor"] == turn["code"],
    }


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """Build the table of a match: what each seat did in each round, as far as the view shows it.

    Returns:
        Rows with the same keys in the same order: the round, the seat, its player, the kind
        of move, the hints or the guess by place, the code, the keywords that the hints
        stood for, whether a guess was right (1 or 0), the events of the round and the tokens
        after it, and the columns of `build_provenance_columns`. Values that are unknown or do
        not apply are `None`.
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
        **_describe_round(transcript.view, number),
        **build_provenance_columns(transcript.find_entry(seat, number)),
    }


def _describe_round(view: View, number: int) -> dict[str, Any]:
    """Describe a finished round: its events, the counts after it, whether it decided, and why."""
    counts = ("miscommunication", "interception", "miscommunications", "interceptions")
    names = (*counts, "decisive", "reason")
    if number > len(view.rounds):
        return dict.fromkeys(names)
    done, so_far = view.rounds[number - 1], view.model_copy(update={"rounds": view.rounds[:number]})
    decided = view.outcome is not None and view.outcome.round == number
    values = (
        int(done.miscommunication),
        int(done.interception),
        so_far.miscommunications,
        so_far.interceptions,
        int(decided),
        view.outcome.reason if view.outcome and decided else None,
    )
    return dict(zip(names, values, strict=True))


def _spread_by_place(name: str, three: Hints | Code | list[Any] | None) -> dict[str, Any]:
    return {f"{name}{place}": three[place - 1] if three else None for place in (1, 2, 3)}


ENCODER, DECODER, INTERCEPTOR = map(Seat, Role)


ORDINALS = ("", "first", "second", "third", "fourth")
"""Ordinal numbers in words."""
