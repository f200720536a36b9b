"""A game of Dixit told in plain lines, for a log, a listener or a file."""

from collections.abc import Iterator

from engine.games.dixit.cards import get_card_description, get_card_title
from engine.games.dixit.report import find_winners
from engine.games.dixit.view import Round, View
from engine.text import join_names

COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def narrate(before: View | None, after: View) -> list[str]:
    """What happened between two views of one seat, or of an onlooker.

    Cards are told by what is to be seen on them, and by their titles once they are revealed.

    Args:
        before: The view last told of; `None` if nothing has been told yet.
        after: A later view of the same seat.

    Returns:
        Lines of plain text that hold nothing which `after` does not.
    """
    return list(_narrate(before, after))


def describe_outcome(view: View) -> str:
    """Who wins, in a sentence."""
    who = find_winners(view)
    return f"{join_names(who)} {'wins' if len(who) == 1 else 'win'} with {max(view.scores)} points."


def format_scores(view: View) -> str:
    """The points of all seats."""
    return ", ".join(f"{n} {points}" for n, points in zip(view.seats, view.scores, strict=True))


def _narrate(before: View | None, after: View) -> Iterator[str]:
    told = len(before.rounds) if before else 0
    for number, done in enumerate(after.rounds[told:], told + 1):
        known = before if before and number == told + 1 else None
        if known is None:
            yield _narrate_beginning(after, number, done.storyteller)
        if known is None or known.clue is None:
            yield _narrate_clue(after, number, done.storyteller, done.clue)
        if known is None or not known.candidates:
            yield _narrate_cards(after, number, done.candidates)
        yield from _narrate_result(after, number, done)
    if after.over:
        if not (before and before.over):
            yield f"The game is over: {describe_outcome(after)} Points: {format_scores(after)}."
        return
    known = before if before and len(after.rounds) == told else None
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
    count = COUNTS[len(candidates)].capitalize()
    return f"Round {number}: {count} cards lie on the table: {_list_cards(view, candidates)}."


def _list_cards(view: View, cards: tuple[str, ...]) -> str:
    """Cards by number and by what is to be seen on them."""
    return "; ".join(
        f"{number} {get_card_description(view, card)}".rstrip()
        for number, card in enumerate(cards, 1)
    )


def _narrate_result(view: View, number: int, done: Round) -> Iterator[str]:
    seats = view.seats
    teller = seats[done.storyteller]
    found = {
        "partial": f"{join_names(seats[seat] for seat in done.right)} found it"
        if done.right
        else "",
        "all right": "everybody found it",
        "all wrong": "nobody found it",
    }[done.outcome]
    target = get_card_title(view, done.target)
    yield f"Round {number}: the card of {teller} was “{target}”; {found}."
    for card in done.candidates:
        fooled = done.voters(card)
        if card != done.target and fooled:
            yield (
                f"Round {number}: “{get_card_title(view, card)}” of {seats[done.owner(card)]} "
                f"drew {join_names(seats[seat] for seat in fooled)}."
            )
    points = ", ".join(f"{n} {got}" for n, got in zip(seats, done.points, strict=True))
    sums = view.standings[number - 1]
    total = ", ".join(f"{n} {got}" for n, got in zip(seats, sums, strict=True))
    yield f"Round {number}: points {points}; in all {total}."
