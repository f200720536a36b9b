"""A match of Decrypto as a page."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games.decrypto.moves import Code
from engine.games.decrypto.roles import Role
from engine.games.decrypto.rows import find_move
from engine.games.decrypto.story import describe_outcome
from engine.games.decrypto.view import Round, View, list_sides
from engine.games.move_effort import format_effort
from engine.games.page import PageBody
from engine.journal.transcript import Transcript, TranscriptMove


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a round: hints, code or a guess."""

    heading: str
    """What it is: `Code`, or the role of who made it."""
    cells: tuple[tuple[int | None, str | None], ...]
    """For each place of the code: a digit, a word, or both."""
    kind: str = ""
    mark: str = ""
    result: str = ""
    effort: str = ""
    seat: str = ""
    """The seat that made it."""


def build_page(transcript: Transcript) -> PageBody:
    """Build the result, the keywords with their hints, and the rounds."""
    view: View = transcript.view
    limit = view.options.tokens
    sides = list_sides(view)
    counts = {
        _name_side(side, name): count
        for side in sides
        for name, count in (
            ("Miscommunications", side.miscommunications),
            ("Interceptions", side.interceptions_made),
        )
    }
    return PageBody(
        "engine.games.decrypto/page.html",
        {
            "over": view.over,
            "verdict": _describe_verdict(view),
            "progress": f"Round {view.number} of {view.options.rounds} is being played.",
            "tokens": [
                {
                    "name": name,
                    "count": count,
                    "limit": limit,
                    "marks": "●" * count + "○" * (limit - count),
                }
                for name, count in counts.items()
            ],
            "keywords": [
                {
                    "number": _name_side(side, str(number)),
                    "word": side.keywords[number - 1] if side.keywords else None,
                    "hints": side.list_hints(number),
                    "named": side.named[number - 1] if side.named else "",
                }
                for side in sides
                for number in (1, 2, 3, 4)
            ],
            "rounds": [one for side in sides for one in _list_rounds(transcript, side)],
        },
    )


def _name_side(side: View, name: str) -> str:
    """Name something of a team: `White: Interceptions`; with three seats as it is."""
    return f"{side.team.capitalize()}: {name}" if side.team else name


def _describe_verdict(view: View) -> Mapping[str, str] | None:
    """Describe who won, and why, with seats and roles in place of names."""
    if view.outcome is None:
        return None
    who, _, why = describe_outcome(view.outcome, view).partition(": ")
    return {"who": who, "why": why.removesuffix(".")}


def _list_rounds(transcript: Transcript, view: View) -> Iterator[Mapping[str, Any]]:
    for number, done in enumerate(view.rounds, 1):
        yield {
            "title": _name_side(view, f"Round {number}"),
            "caption": _name_side(view, f"Round {number}: hints, code and guesses"),
            "badges": list(_list_badges(view, number, done)),
            "rows": list(_list_rows(transcript, view, number, done)),
        }
    number = len(view.rounds) + 1
    sealed = _find_sealed(transcript, view, number)
    if rows := list(_list_unfinished_rows(view, sealed)):
        yield {
            "title": _name_side(view, f"Round {number}, unfinished"),
            "caption": _name_side(view, f"Round {number}: hints and code so far"),
            "badges": [],
            "rows": rows,
        }


def _list_badges(view: View, number: int, done: Round) -> Iterator[Mapping[str, str]]:
    if done.miscommunication:
        yield {"kind": "miss", "text": "miscommunication"}
    if done.interception and (number > 1 or view.options.first_round_interception):
        yield {"kind": "hit", "text": "interception"}
    elif done.interception:
        yield {"kind": "", "text": "interception, not counted"}


def _find_sealed(transcript: Transcript, view: View, number: int) -> TranscriptMove | None:
    """Find the guess that the seat of the transcript has made in this round."""
    roles = (Role.DECODER, Role.INTERCEPTOR)
    own = (role for role in roles if view.seats[view.find_seat(role, number)] == transcript.seat)
    found = [find_move(transcript, view, number, role) for role in own]
    return found[0] if found else None


def _list_rows(transcript: Transcript, view: View, number: int, done: Round) -> Iterator[Row]:
    effort = {
        role: format_effort(find_move(transcript, view, number, role))
        for role in Role
        if role is not Role.INTERCEPTOR or done.interceptor
    }
    seats = {role: view.seats[view.find_seat(role, number)] for role in Role}
    told = effort[Role.ENCODER]
    yield Row("Hint", _put_words(done.hints), "hints", effort=told, seat=seats[Role.ENCODER])
    yield _build_code_row(view, done.code)
    for role, guess in ((Role.DECODER, done.decoder), (Role.INTERCEPTOR, done.interceptor)):
        if guess is None:
            continue
        mark, result = ("✓", "right") if guess == done.code else ("✗", "wrong")
        name = role.name.capitalize()
        cells, kind = _put_digits(guess), f"guess {result}"
        yield Row(name, cells, kind, mark, result, effort[role], seats[role])


def _list_unfinished_rows(view: View, sealed: TranscriptMove | None) -> Iterator[Row]:
    if view.hints:
        encoder = view.seats[view.find_seat(Role.ENCODER)]
        yield Row("Hint", _put_words(view.hints), "hints", seat=encoder)
    if view.code:
        yield _build_code_row(view, view.code)
    elif sealed:
        yield Row("Own guess", _put_digits(sealed.move.code), result="sealed")


def _build_code_row(view: View, code: Code) -> Row:
    words = view.keywords
    return Row("Code", tuple((n, words[n - 1] if words else "") for n in code), "code")


def _put_words(words: Iterable[str]) -> tuple[tuple[None, str], ...]:
    return tuple((None, word) for word in words)


def _put_digits(code: Code) -> tuple[tuple[int, None], ...]:
    return tuple((digit, None) for digit in code)
