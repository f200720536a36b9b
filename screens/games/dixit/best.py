"""The rounds of a game of Dixit that are worth another look."""

from collections.abc import Sequence

from engine.games.dixit.view import Round, View


def best_rounds(view: View, names: Sequence[str]) -> dict[int, str]:
    """The best rounds by their number, counted from 1, each with what it is the best by.

    The first of them is the finest clue, if there is one.

    The finest clue led the listeners to as many different cards as possible, so that some found
    it; the best decoy drew the most votes, more than one; and the best catch is the
    most points that one seat made in a round.

    Args:
        view: The view of a finished game.
        names: What the seats are called.
    """
    numbered = list(enumerate(view.rounds, 1))
    best: dict[int, str] = {}

    def keep(number: int, reason: str) -> None:
        best[number] = f"{best[number]}; {reason}" if number in best else reason

    fine = [(number, done) for number, done in numbered if done.outcome == "partial"]
    if fine:
        number, done = max(fine, key=lambda item: (split(item[1]), -len(item[1].right)))
        keep(
            number,
            f"the finest clue: {len(done.right)} of {len(done.cards) - 1} found the card of "
            f"{names[done.storyteller]}, and the votes lay on {split(done)} cards",
        )
    if numbered:
        number, done = max(numbered, key=lambda item: drawn(item[1])[0])
        votes, owner = drawn(done)
        if votes > 1:
            keep(number, f"the best decoy: {votes} votes for the card of {names[owner]}")
        number, done = max(numbered, key=lambda item: max(item[1].points))
        most = max(done.points)
        keep(number, f"the best catch: {names[done.points.index(most)]} made {most} points")
    return best


def split(done: Round) -> int:
    """On how many different cards the votes lay."""
    return len(set(filter(None, done.votes)))


def drawn(done: Round) -> tuple[int, int]:
    """The most votes for a decoy, and its owner: the first in table order that drew them."""
    owners = [seat for seat in range(len(done.cards)) if seat != done.storyteller]
    owner = max(owners, key=lambda seat: len(done.list_voters(done.cards[seat])))
    return len(done.list_voters(done.cards[owner])), owner
