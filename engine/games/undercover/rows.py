"""A match of Undercover as rows of a table."""

from collections.abc import Iterator
from typing import Any

from engine.games.undercover.view import Line, Round, Stage, View, list_known_words
from engine.journal.transcript import Transcript

ANNOUNCEMENTS = {
    "civilians": "**Civilians win!**",
    "undercover": "**Undercovers win!**",
    "draw": "**Draw!**",
}


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """Build the table of a match: descriptions, votes and announcements that the view shows.

    Returns:
        Rows with the same keys in the same order: `round`; `word`, that of the seat, where
        it is open; `player_id`, the number of the seat, or `host`; `action`, `speak` or
        `vote`; `details`, the sentence, the number voted for, or the announcement. What is
        not known, or does not apply, is `None`.
    """
    return list(_generate_rows(transcript))


def _generate_rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    words = {view.seats.index(name): word for name, word in list_known_words(view).items()}
    for number, done in enumerate(view.rounds, 1):
        yield from _generate_line_rows(words, number, done.lines)
        yield _build_host_row(None, "**vote phase!**")
        for seat, vote in enumerate(done.votes):
            if vote is not None:
                yield _build_row(number, words.get(seat), seat + 1, "vote", vote + 1)
        yield from _generate_elimination_rows(view, number, done)
    if view.outcome is not None:
        yield _build_host_row(None, ANNOUNCEMENTS[view.outcome])
        return
    yield from _generate_line_rows(words, view.number, view.lines)
    if view.stage is Stage.VOTE:
        yield _build_host_row(None, "**vote phase!**")
        if transcript.seat and (sealed := transcript.find_move(transcript.seat, 2 * view.number)):
            own, other = (view.seats.index(name) for name in (transcript.seat, sealed.move.seat))
            yield _build_row(view.number, words.get(own), own + 1, "vote", other + 1)


def _generate_line_rows(
    words: dict[int, str], number: int, lines: tuple[Line, ...]
) -> Iterator[dict[str, Any]]:
    yield _build_host_row(None, "**speak phase!**")
    for line in lines:
        yield _build_row(number, words.get(line.seat), line.seat + 1, "speak", line.text)


def _generate_elimination_rows(view: View, number: int, done: Round) -> Iterator[dict[str, Any]]:
    if done.out is None:
        yield _build_host_row(number, "**Flat ticket, no player eliminated.**")
        return
    out = {one.out for one in view.rounds[:number]}
    alive = ", ".join(str(seat + 1) for seat in range(len(view.seats)) if seat not in out)
    yield _build_host_row(number, f"**The player {done.out + 1} was eliminated!**")
    yield _build_host_row(number, f"***Still alive players: {alive}***")


def _build_host_row(number: int | None, announcement: str) -> dict[str, Any]:
    return _build_row(number, None, "host", None, announcement)


def _build_row(
    number: int | None, word: str | None, who: int | str, action: str | None, details: int | str
) -> dict[str, Any]:
    return {
        "round": number,
        "word": word,
        "player_id": who,
        "action": action,
        "details": details,
    }
