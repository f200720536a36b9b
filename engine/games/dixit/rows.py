"""A game of Dixit as a table: one row per move."""

from collections.abc import Iterator
from typing import Any

from engine.games.dixit.view import Round, View
from engine.transcript import Transcript, provenance_columns


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """What each seat did in each round, as far as it may be told.

    Returns:
        Rows with the same keys in the same order: the round, who, what kind of
        move, the phase, the storyteller, the clue, the card told, given or voted
        for, the storyteller's card, whose card a vote was for, whether it was right
        (1 or 0), how many found the card, the seat's points of the round (beside
        its last move), and how the move came about. What is not known, or does not
        apply, is `None`.
    """
    return list(_rows(transcript))


def moves_before(view: View, seat: int, number: int) -> int:
    """How many moves a seat has made before round `number`: one as storyteller, else two."""
    rounds = range(1, number)
    return sum(1 if (one - 1) % view.options.players == seat else 2 for one in rounds)


def _rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        teller = done.storyteller
        yield _row(transcript, number, teller, "Tell", done.clue, done.target, done)
        listeners = [seat for seat in range(view.options.players) if seat != teller]
        for seat in listeners:
            yield _row(transcript, number, seat, "Decoy", done.clue, done.cards[seat], done)
        for seat in listeners:
            yield _row(transcript, number, seat, "Vote", done.clue, done.votes[seat], done)
    if view.over:
        return
    number = view.number
    if view.clue is not None:
        yield _row(transcript, number, view.storyteller, "Tell", view.clue, view.target)
    if transcript.seat is None or transcript.seat == view.seats[view.storyteller]:
        return
    seat = view.seats.index(transcript.seat)
    first = moves_before(view, seat, number)
    for kind, place in (("Decoy", first + 1), ("Vote", first + 2)):
        if sealed := transcript.made(transcript.seat, place):
            yield _row(transcript, number, seat, kind, view.clue, sealed.move.card)


def _row(
    transcript: Transcript,
    number: int,
    seat: int,
    kind: str,
    clue: str | None,
    card: str | None,
    done: Round | None = None,
) -> dict[str, Any]:
    view: View = transcript.view
    place = moves_before(view, seat, number) + (2 if kind == "Vote" else 1)
    name = view.seats[seat]
    voted = done is not None and kind == "Vote" and card is not None
    length = view.options.phase_length
    return {
        "round": number,
        "seat": name,
        "player": transcript.maker(name, place),
        "move": kind,
        "phase": 1 if length is None else (number - 1) // length + 1,
        "storyteller": view.seats[(number - 1) % view.options.players],
        "clue": clue,
        "card": card,
        "target": done.target if done else None,
        "owner": view.seats[done.owner(card)] if done and card and voted else None,
        "correct": int(card == done.target) if done and voted else None,
        "outcome": done.outcome if done else None,
        "points": done.points[seat] if done and kind != "Decoy" else None,
        **provenance_columns(transcript.made(name, place)),
    }
