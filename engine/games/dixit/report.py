"""A match of Dixit as data and as a table."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.dixit.view import GOAL, Round, View
from engine.journal.transcript import Transcript
from engine.provenance import build_provenance_columns
from engine.seat import Seat


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (the seat that won, or several with "and" between; `None` while
        undecided), `reason` (`"rounds"`, `"points"` or `None`) and `rounds`, the finished
        ones: `storyteller`, `clue`, `target`, `candidates` (as on the table, each with
        `card` and `owner`), `votes` by seat, and `points` by seat.
    """
    return {
        "outcome": " and ".join(find_winners(view)) if view.over else None,
        "reason": find_reason(view) if view.over else None,
        "rounds": [_build_round_report(view, done) for done in view.rounds],
    }


def find_winners(view: View) -> tuple[str, ...]:
    """Find the seats with the most points."""
    most = max(view.scores)
    return tuple(n for n, points in zip(view.seats, view.scores, strict=True) if points == most)


def find_reason(view: View) -> str:
    """Find why the match ended."""
    return "points" if view.options.boxed and max(view.scores) >= GOAL else "rounds"


def _build_round_report(view: View, done: Round) -> dict[str, Any]:
    seats = view.seats
    votes = zip(seats, done.votes, strict=True)
    return {
        "storyteller": seats[done.storyteller],
        "clue": done.clue,
        "target": done.target,
        "candidates": [
            {"card": card, "owner": seats[done.find_owner(card)]} for card in done.candidates
        ],
        "votes": {seat: vote for seat, vote in votes if vote is not None},
        "points": dict(zip(seats, done.points, strict=True)),
    }


def describe_turn_events() -> dict[str, str]:
    """Describe the events that a round can have."""
    return {
        "found_by_all": "Every listener found the storyteller's card.",
        "found_by_none": "No listener found the storyteller's card.",
    }


def find_turn_events(turn: Mapping[str, Any]) -> dict[str, bool]:
    """Find the events of a round of the report."""
    found = [vote == turn["target"] for vote in turn["votes"].values()]
    return {"found_by_all": all(found), "found_by_none": not any(found)}


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


def count_moves_before(view: View, seat: int, number: int) -> int:
    """Count the moves of a seat before round `number`: one as storyteller, else two a round."""
    storytellers = map(view.options.find_storyteller, range(1, number))
    return sum(1 if storyteller == seat else 2 for storyteller in storytellers)


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


def count_split(done: Round) -> int:
    """Count the different cards that were voted for."""
    return len(set(filter(None, done.votes)))


def find_best_decoy(done: Round) -> tuple[int, Seat]:
    """Find the greatest number of votes for a decoy, and its owner; the first of several."""
    owners = [Seat(seat) for seat in range(len(done.cards)) if seat != done.storyteller]
    owner = max(owners, key=lambda seat: len(done.list_voters(done.cards[seat])))
    return len(done.list_voters(done.cards[owner])), owner
