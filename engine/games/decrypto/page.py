"""A match of Decrypto as a page."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games.decrypto.moves import Code
from engine.games.decrypto.view import Round, View
from engine.games.effort import format_effort
from engine.games.page import PageBody
from engine.journal.transcript import Transcript, TranscriptMove


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a round: hints, code or a guess."""

    heading: str
    cells: tuple[tuple[int | None, str | None], ...]
    """For each place of the code: a digit, a word, or both."""
    kind: str = ""
    mark: str = ""
    result: str = ""
    effort: str = ""


def build_page(transcript: Transcript) -> PageBody:
    """Build the result, the keywords with their hints, and the rounds."""
    view: View = transcript.view
    limit = view.options.tokens
    counts = {"Miscommunications": view.miscommunications, "Interceptions": view.interceptions}
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
                    "number": number,
                    "word": view.keywords[number - 1] if view.keywords else None,
                    "hints": view.list_hints(number),
                }
                for number in (1, 2, 3, 4)
            ],
            "rounds": list(_list_rounds(transcript)),
        },
    )


def _describe_verdict(view: View) -> Mapping[str, str] | None:
    """Describe who won, and why."""
    if view.outcome is None:
        return None
    last = view.outcome.round
    why = {
        "survived": f"all {last} rounds survived",
        "miscommunication": f"miscommunications, decided in round {last}",
        "interception": f"interceptions, decided in round {last}",
        "both": f"both miscommunications and interceptions, decided in round {last}",
    }
    team = view.outcome.winner == "team"
    return {
        "who": "Encoder and decoder win" if team else "The interceptor wins",
        "why": why[view.outcome.reason],
    }


def _list_rounds(transcript: Transcript) -> Iterator[Mapping[str, Any]]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        yield {
            "title": f"Round {number}",
            "caption": f"Round {number}: hints, code and guesses",
            "badges": list(_list_badges(view, number, done)),
            "rows": list(_list_rows(transcript, number, done)),
        }
    number = len(view.rounds) + 1
    sealed = transcript.find_move(transcript.seat, number) if transcript.seat else None
    if rows := list(_list_unfinished_rows(view, sealed)):
        yield {
            "title": f"Round {number}, unfinished",
            "caption": f"Round {number}: hints and code so far",
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


def _list_rows(transcript: Transcript, number: int, done: Round) -> Iterator[Row]:
    effort = {
        seat: format_effort(transcript.find_move(seat, number))
        for seat in ("encoder", "decoder", "interceptor")
    }
    yield Row("Hint", _put_words(done.hints), "hints", effort=effort["encoder"])
    yield _build_code_row(transcript.view, done.code)
    for seat, guess in (("decoder", done.decoder), ("interceptor", done.interceptor)):
        mark, result = ("✓", "right") if guess == done.code else ("✗", "wrong")
        cells = _put_digits(guess)
        yield Row(seat.capitalize(), cells, f"guess {result}", mark, result, effort[seat])


def _list_unfinished_rows(view: View, sealed: TranscriptMove | None) -> Iterator[Row]:
    if view.hints:
        yield Row("Hint", _put_words(view.hints), "hints")
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
