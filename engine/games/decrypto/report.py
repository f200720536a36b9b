"""A match of Decrypto as data and as a table."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.decrypto.moves import Code, Hints
from engine.games.decrypto.seating import TEAMS, Role, count_moves
from engine.games.decrypto.view import View
from engine.journal.transcript import Transcript, TranscriptMove
from engine.provenance import build_provenance_columns

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
        `miscommunications` and `interceptions` count after it. In two teams `outcome` is `"white"`,
        `"black"` or `"draw"`, `keywords` are white's, beside `black_keywords`, and each round has
        its `team`; `interceptor` is `None` in the first.
    """
    white, *black = list_sides(view)
    others = {f"{side.team}_keywords": _list_words(side) for side in black}
    return {
        "outcome": view.outcome.winner if view.outcome else None,
        "reason": view.outcome.reason if view.outcome else None,
        "decisive_round": view.outcome.round if view.outcome else None,
        "keywords": _list_words(white),
        **others,
        "rounds": [
            {
                **({"team": side.team} if side.team else {}),
                "code": list(done.code),
                "hints": list(done.hints),
                "decoder": list(done.decoder),
                "interceptor": list(done.interceptor) if done.interceptor else None,
                "events": [name for name in EVENTS if getattr(done, name)],
                "miscommunications": so_far.miscommunications,
                "interceptions": so_far.interceptions,
            }
            for number in range(1, len(white.rounds) + 1)
            for side in (white, *black)
            for done in side.rounds[number - 1 : number]
            for so_far in [side.model_copy(update={"rounds": side.rounds[:number]})]
        ],
    }


def list_sides(view: View) -> tuple[View, ...]:
    """List the views of each team's keywords and rounds, white first; one with three seats."""
    return tuple(map(view.look_at, TEAMS)) if view.team else (view,)


def _list_words(side: View) -> list[str] | None:
    return list(side.keywords) if side.keywords else None


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
    for side in list_sides(transcript.view):
        yield from _generate_side_rows(transcript, side)


def _generate_side_rows(transcript: Transcript, view: View) -> Iterator[dict[str, Any]]:
    for number, done in enumerate(view.rounds, 1):
        yield _build_row(transcript, view, number, Role.ENCODER, done.code, hints=done.hints)
        yield _build_row(transcript, view, number, Role.DECODER, done.code, guess=done.decoder)
        if done.interceptor:
            yield _build_row(
                transcript, view, number, Role.INTERCEPTOR, done.code, guess=done.interceptor
            )
    number = len(view.rounds) + 1
    if view.hints:
        yield _build_row(transcript, view, number, Role.ENCODER, view.code, hints=view.hints)
    for role in (Role.DECODER, Role.INTERCEPTOR):
        if sealed := find_move(transcript, view, number, role):
            yield _build_row(transcript, view, number, role, None, guess=sealed.move.code)


def find_move(transcript: Transcript, view: View, number: int, role: Role) -> TranscriptMove | None:
    """Find the move of a role in a round, if the transcript shows it."""
    seat = view.seats[view.find_seat(role, number)]
    return transcript.find_move(seat, count_moves(view.options, view.team, number, role))


def _build_row(
    transcript: Transcript,
    view: View,
    number: int,
    role: Role,
    code: Code | None,
    *,
    hints: Hints | None = None,
    guess: Code | None = None,
) -> dict[str, Any]:
    keywords, seat = view.keywords, view.seats[view.find_seat(role, number)]
    place = count_moves(view.options, view.team, number, role)
    meant = [keywords[digit - 1] for digit in code] if code and keywords else [None] * 3
    return {
        "round": number,
        **({"team": view.team} if view.team else {}),
        "seat": seat,
        "player": transcript.find_mover(seat, place),
        "move": "Hint" if hints else "Guess",
        **_spread_by_place("hint", hints),
        **_spread_by_place("guess", guess),
        **_spread_by_place("code", code),
        **_spread_by_place("keyword", meant),
        "correct": int(guess == code) if guess and code else None,
        **_describe_round(view, number),
        **build_provenance_columns(transcript.find_entry(seat, place)),
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


ORDINALS = ("", "first", "second", "third", "fourth")
"""Ordinal numbers in words."""
