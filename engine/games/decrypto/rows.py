"""A match of Decrypto as rows of a table."""

from collections.abc import Iterator
from typing import Any

from engine.games.decrypto.moves import Code, Hints, Words
from engine.games.decrypto.roles import Role, count_moves, find_team
from engine.games.decrypto.view import View, count_right_words, list_sides
from engine.journal.transcript import Transcript, TranscriptMove
from engine.move_provenance import build_provenance_columns
from engine.seat import Seat

WORDS = ("word1", "word2", "word3", "word4")
"""The columns of the words that a team named, in a game of two teams."""


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
    for name in transcript.view.seats:
        yield from _generate_word_rows(transcript, name)


def _generate_word_rows(transcript: Transcript, name: str) -> Iterator[dict[str, Any]]:
    """Generate the row of a seat's guess at the rivals' keywords, after a tie."""
    own = [one for one in transcript.moves if one.entry.seat == name]
    for place, made in enumerate(own, 1):
        if isinstance(made.move, Words):
            rival = _look_at_rival(transcript.view, name)
            number = len(rival.rounds)
            row = _build_row(transcript, rival, number, Role.INTERCEPTOR, None)
            yield row | {
                "seat": name,
                "player": transcript.find_mover(name, place),
                "move": "Words",
                **_name_words(made.move, rival),
                **_describe_round(rival, number + 1),
                **build_provenance_columns(made.entry),
            }


def _look_at_rival(view: View, name: str) -> View:
    """Look at the keywords that are not those of a seat's team."""
    own = find_team(view.options, Seat(view.seats.index(name)))
    return next(side for side in list_sides(view) if side.team != own)


def _name_words(move: Words | None, side: View) -> dict[str, Any]:
    """The words that were named, and how many are right, once the keywords are known."""
    words = dict(zip(WORDS, move.keywords if move else [None] * 4, strict=True))
    right = count_right_words(move.keywords, side.keywords) if move and side.keywords else None
    return {**words, "right_words": right}


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
    made = transcript.find_move(seat, count_moves(view.options, view.team, number, role))
    return None if made and isinstance(made.move, Words) else made  # a guess after a tie


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
        **(_name_words(None, view) if view.team else {}),
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
