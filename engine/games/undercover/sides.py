"""Who was on whose side in a match of Undercover, as it was and as a baseline judges it."""

from engine.games.sides import Sides
from engine.games.undercover.baseline import JudgedPlayers, judge_players
from engine.games.undercover.moves import Describe, Move
from engine.games.undercover.view import View
from engine.players.vectors.word_vectors import WordVectors


def find_sides(view: View) -> Sides | None:
    """Find the truth, once the match is over."""
    if view.words is None or view.outcome is None:
        return None
    roles = dict(zip(view.seats, map(str, view.roles), strict=True))
    return Sides(dict(zip(view.seats, view.words, strict=True)), roles, view.outcome)


def find_statement(move: Move) -> str | None:
    """Find the line that a move says."""
    return move.line if isinstance(move, Describe) else None


def judge_sides(vectors: WordVectors, view: View) -> JudgedPlayers:
    """Judge the others by the similarities that a baseline compares."""
    return judge_players(vectors, view)
