"""Judge a metaphor by the beliefs that the players logged."""

from engine.comet.belief_record import BeliefRecord, find_following, is_first_hit
from engine.comet.beliefs import OwnMetaphor
from engine.count_text import format_count
from engine.learning.said_metaphor import SaidMetaphor


def judge_by_beliefs(game: BeliefRecord, seat: str, own: OwnMetaphor) -> SaidMetaphor | None:
    """Judge a metaphor by the beliefs that the players logged next."""
    places = [
        place
        for place, said in enumerate(game.statements)
        if said.seat == seat and said.round == own.round and said.text == own.line
    ]
    if not places:
        return None  # it was edited, or never said
    teammates, opponents = game.find_sides(seat)
    thought = [
        following.beliefs.get(seat) == "mine"
        for name in teammates
        if (following := find_following(game, name, places[0], "beliefs")) is not None
        and following.beliefs is not None
    ]
    hits = [
        hit
        for name in opponents
        if (hit := is_first_hit(game, name, places[0], game.words[seat])) is not None
    ]
    other = next((word for word in game.words.values() if word != game.words[seat]), "")
    comment = (
        f"{sum(thought)} of {format_count(len(thought), 'teammate')} understood it, "
        f"{sum(hits)} of {format_count(len(hits), 'opponent')} guessed the word."
    )
    return SaidMetaphor(
        seat,
        own,
        (game.words[seat], other),
        sum(thought),
        len(thought),
        sum(hits),
        len(hits),
        comment,
    )
