"""Why a word-vector player of Adversarial Taboo made its move, in one sentence for an audience."""

from collections.abc import Sequence

from engine.games.taboo.baseline import MARGIN, find_leader
from engine.games.taboo.moves import Guess, Move
from engine.games.taboo.view import View
from engine.games.vector_explanation import find_rank
from engine.players.vectors.word_vectors import WordVectors


def tell_attack(near: WordVectors, view: View, said: Sequence[str]) -> str:
    """Tell how many words away from the target the attacker's words are."""
    assert view.target is not None
    step = f"Line {view.number} of {view.options.turns}"
    if near.get_vector(view.target) is None:
        return f"{step}: the space does not know “{view.target}”, so its words came by chance."
    ranks = {word: rank for word in said if (rank := find_rank(near, view.target, word))}
    if not ranks:
        return ""
    (word, rank), *others = ranks.items()
    text = f"{step}: “{word}” is word {rank} from “{view.target}”"
    text += "".join(f", “{other}” word {place}" for other, place in others)
    k = view.options.k
    beyond = max(ranks.values()) > k
    last = f"too few of the nearest {k} were left" if beyond else f"it drew from the nearest {k}"
    return f"{text}; {last}."


def tell_defence(
    near: WordVectors, view: View, move: Move, candidates: Sequence[tuple[str, float]]
) -> str:
    """Tell which candidate leads and by how much, and why that is enough for a guess or is not.

    Args:
        near: The space.
        view: The defender's view.
        move: Its move.
        candidates: The candidates with their scores, greatest first.
    """
    if not candidates:
        return "It knows no word that the attacker has said."
    (first, score), *others = candidates
    ahead = f", {score - others[0][1]:.2f} ahead of “{others[0][0]}”" if others else ""
    lead = f"“{first}” is nearest to the attacker's words ({score:.2f}{ahead})"
    now, before = (find_leader(near, view, number) for number in (view.number, view.number - 1))
    if isinstance(move, Guess):
        if move.word != first:
            return ""
        twice = now == before == first
        return f"{lead}, clearly so twice in a row." if twice else f"{lead}, and no turn is left."
    if now is None:
        return f"{lead}: less than the {MARGIN} it needs for a guess."
    return f"{lead}, but it guesses only after two such lines."
