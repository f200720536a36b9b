"""A match of Dixit in plain sentences."""

from collections.abc import Iterator

from engine.count_text import spell_number
from engine.games.dixit.deck import get_card_description, get_card_title
from engine.games.dixit.outcome import find_winners
from engine.games.dixit.view import Round, View
from engine.joined_text import format_scores, join_names


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
