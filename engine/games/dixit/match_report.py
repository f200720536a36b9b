"""Describe a match of Dixit as JSON data, as table rows and as plain text.

Find its highlights, too: when the winner took the lead, and the best clue, decoy and catch.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.game import Seat
from engine.games.dixit.deck_and_pictures import get_card_description, get_card_title
from engine.games.dixit.view_and_moves import GOAL, Round, View
from engine.games.question_types import Highlight, Highlights, Sentence
from engine.text import format_count, format_scores, join_names, spell_number
from engine.transcript_from_journal import Transcript, build_provenance_columns


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
        **build_provenance_columns(transcript.find_move(name, place)),
    }


def narrate(before: View | None, after: View) -> list[str]:
    """Narrate in plain text what happened between two views of one seat or of an onlooker.

    The lines contain nothing that `after` does not show. Without `before` they begin at the start.
    Cards are described by what is visible on them, and by their titles once they are revealed.
    """
    return list(_narrate(before, after))


def describe_outcome(view: View) -> str:
    """Say who wins."""
    who = find_winners(view)
    return f"{join_names(who)} {'wins' if len(who) == 1 else 'win'} with {max(view.scores)} points."


def _narrate(before: View | None, after: View) -> Iterator[str]:  # noqa: C901 - an event a branch
    seen = len(before.rounds) if before else 0
    for number, done in enumerate(after.rounds[seen:], seen + 1):
        known = before if before and number == seen + 1 else None
        if known is None:
            yield _narrate_beginning(after, number, done.storyteller)
        if known is None or known.clue is None:
            yield _narrate_clue(after, number, done.storyteller, done.clue)
        if known is None or not known.candidates:
            yield _narrate_cards(after, number, done.candidates)
        yield from _narrate_result(after, number, done)
    if after.over:
        if not (before and before.over):
            points = format_scores(after.seats, after.scores)
            yield f"The game is over: {describe_outcome(after)} Points: {points}."
        return
    known = before if before and len(after.rounds) == seen else None
    if known is None:
        yield _narrate_beginning(after, after.number, after.storyteller)
        if after.hand:
            yield f"Your hand: {_list_cards(after, after.hand)}."
    if after.clue is not None and (known is None or known.clue is None):
        yield _narrate_clue(after, after.number, after.storyteller, after.clue)
    if after.candidates and (known is None or not known.candidates):
        yield _narrate_cards(after, after.number, after.candidates)


def _narrate_beginning(view: View, number: int, teller: int) -> str:
    phase = ""
    length = view.options.phase_length
    if length and view.options.phase_count > 1 and (number - 1) % length == 0:
        swapped = ", and hands are swapped" if number > 1 else ""
        phase = f" Phase {(number - 1) // length + 1} begins{swapped}."
    return f"Round {number}: {view.seats[teller]} is the storyteller.{phase}"


def _narrate_clue(view: View, number: int, teller: int, clue: str) -> str:
    return f"Round {number}: {view.seats[teller]} says “{clue}”."


def _narrate_cards(view: View, number: int, candidates: tuple[str, ...]) -> str:
    count = spell_number(len(candidates)).capitalize()
    return f"Round {number}: {count} cards lie on the table: {_list_cards(view, candidates)}."


def _list_cards(view: View, cards: tuple[str, ...]) -> str:
    """List cards by number and by what is visible on them."""
    return "; ".join(
        f"{number} {get_card_description(view, card)}".rstrip()
        for number, card in enumerate(cards, 1)
    )


def _narrate_result(view: View, number: int, done: Round) -> Iterator[str]:
    seats = view.seats
    teller = seats[done.storyteller]
    found = {
        "partial": f"{join_names(seats[seat] for seat in done.finders)} found it"
        if done.finders
        else "",
        "all right": "everybody found it",
        "all wrong": "nobody found it",
    }[done.outcome]
    target = get_card_title(view, done.target)
    place = done.candidates.index(done.target) + 1
    yield f"Round {number}: {teller}'s card was {place}, “{target}”; {found}."
    for place, card in enumerate(done.candidates, 1):
        fooled = done.list_voters(card)
        if card != done.target and fooled:
            yield (
                f"Round {number}: {join_names(seats[seat] for seat in fooled)} voted for card "
                f"{place}, “{get_card_title(view, card)}” of {seats[done.find_owner(card)]}."
            )
    points = format_scores(seats, done.points)
    total = format_scores(seats, view.standings[number - 1])
    yield f"Round {number}: points {points}; in all {total}."


def find_highlights(view: View) -> Highlights:
    """Find when the winner took the lead for good, the finest clue, the best decoy and catch.

    The finest clue is one that some listeners found and whose votes went to the most different
    cards; of several, the one that the fewest found. The best decoy drew the most votes, at least
    two. The best catch is the greatest number of points that one seat made in a round.
    """
    if not view.rounds:
        return Highlights()
    found = (_find_finest_clue(view), _find_best_decoy(view), _find_best_catch(view))
    return Highlights(_describe_lead(view), tuple(filter(None, found)))


def _describe_lead(view: View) -> Sentence:
    """Say since which round the winner has led, or who tied."""
    winners = [Seat(view.seats.index(name)) for name in find_winners(view)]
    if len(winners) > 1:
        level: list[Seat | str] = []
        for place, seat in enumerate(winners):
            between = " and " if place == len(winners) - 1 else ", "
            level += [between, seat] if place else [seat]
        return *level, f" finished level with {max(view.scores)} points."
    (winner,) = winners
    since = len(view.rounds)
    for number in range(len(view.rounds), 0, -1):
        standing = view.standings[number - 1]
        if any(points >= standing[winner] for s, points in enumerate(standing) if s != winner):
            break
        since = number
    ahead = max(view.scores) - sorted(view.scores)[-2]
    margin = f"and won by {format_count(ahead, 'point')}."
    if since == 1:
        return winner, f" led from the first round on, {margin}"
    gained = view.rounds[since - 1].points[winner]
    return winner, f" took the lead for good in round {since} with +{gained}, {margin}"


def _find_finest_clue(view: View) -> Highlight | None:
    fine = [(n, done) for n, done in enumerate(view.rounds, 1) if done.outcome == "partial"]
    if not fine:
        return None
    number, done = max(fine, key=lambda item: (count_split(item[1]), -len(item[1].finders)))
    split = count_split(done)
    spread = f"votes split over {format_count(split, 'card')}" if split > 1 else "nobody was misled"
    found = f"{len(done.finders)} of {len(done.cards) - 1} found the card, {spread}"
    teller = Seat(done.storyteller)
    return Highlight("Best clue", (teller, f" said “{done.clue}”: {found}."), number)


def _find_best_decoy(view: View) -> Highlight | None:
    number, done = max(enumerate(view.rounds, 1), key=lambda item: find_best_decoy(item[1])[0])
    votes, owner = find_best_decoy(done)
    if votes < 2:
        return None
    card = f"'s card drew {format_count(votes, 'vote')} in round {number}."
    return Highlight("Best decoy", (owner, card), number)


def _find_best_catch(view: View) -> Highlight | None:
    number, done = max(enumerate(view.rounds, 1), key=lambda item: max(item[1].points))
    most = max(done.points)
    if not most:
        return None
    made = f" made {format_count(most, 'point')} in round {number}."
    return Highlight("Best catch", (Seat(done.points.index(most)), made), number)


def count_split(done: Round) -> int:
    """Count the different cards that were voted for."""
    return len(set(filter(None, done.votes)))


def find_best_decoy(done: Round) -> tuple[int, Seat]:
    """Find the greatest number of votes for a decoy, and its owner; the first of several."""
    owners = [Seat(seat) for seat in range(len(done.cards)) if seat != done.storyteller]
    owner = max(owners, key=lambda seat: len(done.list_voters(done.cards[seat])))
    return len(done.list_voters(done.cards[owner])), owner
