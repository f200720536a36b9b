"""Who was on whose side in a match of Undercover, and what seats said and believed about it."""

from collections.abc import Mapping

from engine.games.sides import Sides
from engine.games.undercover.baseline import JudgedPlayers, judge_players
from engine.games.undercover.beliefs import AnsweredBeliefs
from engine.games.undercover.moves import Describe, Move
from engine.games.undercover.prompt import BELIEFS
from engine.games.undercover.view import View
from engine.placeholder import find_placeholder
from engine.players.vectors.similarity import WordVectors


def find_sides(view: View) -> Sides | None:
    """Find the truth, once the match is over."""
    if view.words is None or view.outcome is None:
        return None
    roles = dict(zip(view.seats, map(str, view.roles), strict=True))
    return Sides(dict(zip(view.seats, view.words, strict=True)), roles, view.outcome)


def find_statement(move: Move) -> str | None:
    """Find the line that a move says."""
    return move.line if isinstance(move, Describe) else None


def read_stated_beliefs(answer: Mapping[str, object]) -> AnsweredBeliefs | None:
    """Read what a model's answer states besides its move; `None` if there is nothing usable."""
    try:
        stated = AnsweredBeliefs.model_validate(answer.get(BELIEFS))
    except ValueError:
        return None
    words = tuple(one for one in stated.other_word if find_placeholder(one) is None)
    return stated.model_copy(update={"other_word": words})


def judge_sides(vectors: WordVectors, view: View) -> JudgedPlayers:
    """Judge the others by the similarities that a baseline compares."""
    return judge_players(vectors, view)
