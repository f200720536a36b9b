"""A match of Undercover as a page."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.games.page import PageBody
from engine.games.undercover.story import describe_elimination, describe_outcome
from engine.games.undercover.view import Line, Round, Stage, View, list_known_words
from engine.joined_text import join_names
from engine.journal.transcript import Transcript
from engine.seat import Seat


def build_page(transcript: Transcript) -> PageBody:
    """Build the result with words and roles, and the rounds."""
    view: View = transcript.view
    return PageBody(
        "engine.games.undercover/page.html",
        {
            "over": view.over,
            "standing": describe_outcome(view)
            if view.over
            else f"Round {view.number} of {view.options.rounds} is being played.",
            "seats": list(_list_seats(view)),
            "rounds": list(_list_rounds(transcript)),
        },
    )


def _list_seats(view: View) -> Iterator[Mapping[str, str | None]]:
    words = list_known_words(view)
    for seat, name in enumerate(view.seats):
        role, out = view.roles[seat], view.find_exit_round(Seat(seat))
        yield {
            "name": name,
            "word": words.get(name),
            "role": str(role) if role else None,
            "state": f"out in round {out}" if out else "survived" if view.over else "in the game",
        }


def _list_rounds(transcript: Transcript) -> Iterator[Mapping[str, Any]]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        yield {
            "number": number,
            "unfinished": False,
            "lines": list(_list_lines(view, done.lines, done)),
            "remarks": _list_remarks(transcript, number),
            "state": None,
            "own_vote": None,
            "end": describe_elimination(view, number),
        }
    if not view.over:
        yield {
            "number": view.number,
            "unfinished": True,
            "lines": list(_list_lines(view, view.lines, None)),
            "remarks": _list_remarks(transcript, view.number),
            "state": _describe_stage(view),
            "own_vote": _find_sealed_vote(transcript, view),
            "end": None,
        }


def _describe_stage(view: View) -> str | None:
    """Describe what is awaited in the current round."""
    if view.stage is Stage.VOTE:
        return "All who are still in the game vote, at once and in secret."
    return None if view.speaker is None else f"{view.seats[view.speaker]} speaks next."


def _find_sealed_vote(transcript: Transcript, view: View) -> str | None:
    if view.stage is not Stage.VOTE or transcript.seat is None:
        return None
    sealed = transcript.find_move(transcript.seat, 2 * view.number)
    return sealed.move.seat if sealed else None


def _list_remarks(transcript: Transcript, number: int) -> list[Mapping[str, str]]:
    """List what machines said in the discussion of a round."""
    return [
        {"seat": one.seat, "text": one.remark}
        for one in transcript.remarks
        if transcript.views[one.turn].number == number
    ]


def _list_lines(
    view: View, lines: Iterable[Line], done: Round | None
) -> Iterator[Mapping[str, str | None]]:
    """List what each seat said and, in a finished round, who voted for it."""
    for line in lines:
        voters = [view.seats[voter] for voter in done.list_voters(line.seat)] if done else []
        yield {
            "seat": view.seats[line.seat],
            "text": line.text,
            "voters": join_names(voters) if voters else None,
        }
