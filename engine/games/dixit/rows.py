"""A match of Dixit as rows of a table."""

from collections.abc import Iterator
from typing import Any

from engine.games.dixit.turn_order import count_moves_before
from engine.games.dixit.view import Round, View
from engine.journal.transcript import Transcript
from engine.move_provenance import build_provenance_columns


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """Build the table of a match: what each seat did in each round, as far as the view shows it.

    Returns:
        Rows with the same keys in the same order: the round, the seat, its player, the kind
        of move, the phase, the storyteller, the clue, the card that was played or voted
        for, the storyteller's card, whose card a vote was for, whether it was right (1 or
        0), whether some, all or no listeners found the card, the seat's points of the round
        (with its last move), and the columns of `build_provenance_columns`. What is not known, or
        does not apply, is `None`.
    """
    return list(_generate_rows(transcript))


def _generate_rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        teller = done.storyteller
        yield _build_row(transcript, number, teller, "Tell", done.clue, done.target, done)
        listeners = [seat for seat in range(view.options.players) if seat != teller]
        for seat in listeners:
            yield _build_row(transcript, number, seat, "Decoy", done.clue, done.cards[seat], done)
        for seat in listeners:
            yield _build_row(transcript, number, seat, "Vote", done.clue, done.votes[seat], done)
    if view.over:
        return
    number = view.number
    if view.clue is not None:
        yield _build_row(transcript, number, view.storyteller, "Tell", view.clue, view.target)
    if transcript.seat is None or transcript.seat == view.seats[view.storyteller]:
        return
    seat = view.seats.index(transcript.seat)
    first = count_moves_before(view, seat, number)
    for kind, place in (("Decoy", first + 1), ("Vote", first + 2)):
        if sealed := transcript.find_move(transcript.seat, place):
            yield _build_row(transcript, number, seat, kind, view.clue, sealed.move.card)


def _build_row(
    transcript: Transcript,
    number: int,
    seat: int,
    kind: str,
    clue: str | None,
    card: str | None,
    done: Round | None = None,
) -> dict[str, Any]:
    view: View = transcript.view
    place = count_moves_before(view, seat, number) + (2 if kind == "Vote" else 1)
    name = view.seats[seat]
    voted = done is not None and kind == "Vote" and card is not None
    return {
        "round": number,
        "seat": name,
        "player": transcript.find_mover(name, place),
        "move": kind,
        "phase": view.options.find_phase(number),
        "storyteller": view.seats[view.options.find_storyteller(number)],
        "clue": clue,
        "card": card,
        "target": done.target if done else None,
        "owner": view.seats[done.find_owner(card)] if done and card and voted else None,
        "correct": int(card == done.target) if done and voted else None,
        "outcome": done.outcome if done else None,
        "points": done.points[seat] if done and kind != "Decoy" else None,
        **build_provenance_columns(transcript.find_entry(name, place)),
    }
