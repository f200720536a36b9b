"""The decisive moment and the best moves of a match of Dixit."""

from engine.count_text import format_count
from engine.games.dixit.outcome import find_winners
from engine.games.dixit.view import Round, View
from engine.games.highlights import Highlight, Highlights, Sentence
from engine.seat import Seat


def find_highlights(view: View) -> Highlights:
    """Find when the winner took the lead for good, the finest clue, the best decoy and round.

    The finest clue is one that some listeners found and whose votes went to the most different
    cards; of several, the one that the fewest found. The best decoy drew the most votes, at least
    two. The best round has the greatest number of points that one seat made in one.
    """
    if not view.rounds:
        return Highlights()
    found = (_find_finest_clue(view), _find_best_decoy(view), _find_best_round(view))
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
    if len(view.rounds) == 1:
        return winner, f" made the most points of the only round, {margin}"
    if since == 1:
        return winner, f" led from the first round on, {margin}"
    gained = view.rounds[since - 1].points[winner]
    return winner, f" took the lead for good in round {since} with +{gained}, {margin}"


def _find_finest_clue(view: View) -> Highlight | None:
    fine = [(n, done) for n, done in enumerate(view.rounds, 1) if done.outcome == "partial"]
    if not fine:
        return None
    number, done = max(fine, key=lambda item: (_count_split(item[1]), -len(item[1].finders)))
    split = _count_split(done)
    spread = f"votes split over {format_count(split, 'card')}" if split > 1 else "nobody was misled"
    found = f"{len(done.finders)} of {len(done.cards) - 1} found the card, {spread}"
    teller = Seat(done.storyteller)
    return Highlight("Best clue", (teller, f" said “{done.clue}”: {found}."), number)


def _find_best_decoy(view: View) -> Highlight | None:
    number, done = max(
        enumerate(view.rounds, 1), key=lambda item: _find_most_voted_decoy(item[1])[0]
    )
    votes, owner = _find_most_voted_decoy(done)
    if votes < 2:
        return None
    card = f"'s card drew {format_count(votes, 'vote')} in round {number}."
    return Highlight("Best decoy", (owner, card), number)


def _find_best_round(view: View) -> Highlight | None:
    number, done = max(enumerate(view.rounds, 1), key=lambda item: max(item[1].points))
    most = max(done.points)
    if not most:
        return None
    made = f" made {format_count(most, 'point')} in round {number}."
    return Highlight("Best round", (Seat(done.points.index(most)), made), number)


def _count_split(done: Round) -> int:
    """Count the different cards that were voted for."""
    return len(set(filter(None, done.votes)))


def _find_most_voted_decoy(done: Round) -> tuple[int, Seat]:
    """Find the greatest number of votes for a decoy, and its owner; the first of several."""
    owners = [Seat(seat) for seat in range(len(done.cards)) if seat != done.storyteller]
    owner = max(owners, key=lambda seat: len(done.list_voters(done.cards[seat])))
    return len(done.list_voters(done.cards[owner])), owner
