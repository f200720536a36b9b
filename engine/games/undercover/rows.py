"""A game of Undercover as a table, in the form that researchers of this game know."""

from collections.abc import Iterator
from typing import Any

from engine.games.undercover.report import known_words
from engine.games.undercover.view import Line, Round, Stage, View
from engine.transcript import Transcript

ENDS = {
    "civilians": "**Civilians win!**",
    "undercover": "**Undercovers win!**",
    "draw": "**Draw!**",
}


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """What was said and voted, and what the host announced, as far as it may be told.

    Returns:
        Rows with the same keys in the same order: `round`; `word`, that of the seat, where
        it is open; `player_id`, the number of the seat, or `host`; `action`, `speak` or
        `vote`; `details`, the sentence, the number voted for, or the announcement. What is
        not known, or does not apply, is `None`.
    """
    return list(_rows(transcript))


def _rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    words = {view.seats.index(name): word for name, word in known_words(view).items()}
    for number, done in enumerate(view.rounds, 1):
        yield from _spoken(words, number, done.lines)
        yield _host(None, "**vote phase!**")
        for seat, vote in enumerate(done.votes):
            if vote is not None:
                yield _row(number, words.get(seat), seat + 1, "vote", vote + 1)
        yield from _announced(view, number, done)
    if view.outcome is not None:
        yield _host(None, ENDS[view.outcome])
        return
    yield from _spoken(words, view.number, view.lines)
    if view.stage is Stage.VOTE:
        yield _host(None, "**vote phase!**")
        if transcript.seat and (sealed := transcript.made(transcript.seat, 2 * view.number)):
            own, other = (view.seats.index(name) for name in (transcript.seat, sealed.move.seat))
            yield _row(view.number, words.get(own), own + 1, "vote", other + 1)


def _spoken(
    words: dict[int, str], number: int, lines: tuple[Line, ...]
) -> Iterator[dict[str, Any]]:
    yield _host(None, "**speak phase!**")
    for line in lines:
        yield _row(number, words.get(line.seat), line.seat + 1, "speak", line.text)


def _announced(view: View, number: int, done: Round) -> Iterator[dict[str, Any]]:
    if done.out is None:
        yield _host(number, "**Flat ticket, no player eliminated.**")
        return
    out = {one.out for one in view.rounds[:number]}
    alive = ", ".join(str(seat + 1) for seat in range(len(view.seats)) if seat not in out)
    yield _host(number, f"**The player {done.out + 1} was eliminated!**")
    yield _host(number, f"***Still alive players: {alive}***")


def _host(number: int | None, told: str) -> dict[str, Any]:
    return _row(number, None, "host", None, told)


def _row(
    number: int | None, word: str | None, who: int | str, action: str | None, details: int | str
) -> dict[str, Any]:
    return {
        "round": number,
        "word": word,
        "player_id": who,
        "action": action,
        "details": details,
    }
