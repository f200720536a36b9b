"""What Parlour's own player of Dixit weighed to choose a move, as tables."""

from collections.abc import Mapping

import numpy as np

from engine.games.dixit.clue_plan import AS_GOOD, MANY_DEALS, Plan, plan_clue
from engine.games.dixit.clue_similarity import ClueSimilarity, open_clue_similarity
from engine.games.dixit.moves import Decoy, Move, Tell, Vote
from engine.games.dixit.pragmatic import weigh_spaces
from engine.games.dixit.view import Stage, View
from engine.games.explanation import Explanation
from engine.games.vector_explanation import to_rows
from engine.players.pragmatic.count_times import count_times
from engine.players.pragmatic.listeners import load_listeners
from engine.players.word_players import USUAL_STRENGTH
from engine.seat import Seat

CLOSE = 0.15
"""Similarities that differ by less, in standard deviations, are a close call."""
MUCH = 0.15
"""A clue is too clear or too dark for its card if its probability is greater by this much."""


def explain_pragmatic_move(
    seat: Seat,
    seed: str,
    view: View,
    move: Move,
    spaces: str = "",
    strength: int = USUAL_STRENGTH,
) -> tuple[Explanation, ...]:
    """Explain a move: what the player expected of each listener, and the best alternatives."""
    deck = open_clue_similarity(load_listeners(spaces), view.deck, view.fingerprint)
    if isinstance(move, Tell):
        return (_explain_clue(deck, seed, view, move, strength),)
    assert view.clue is not None
    rows = [deck.index[card] for card in view.choices]
    heard = deck.rate_cards(view.clue)[rows]
    weights = weigh_spaces(seed, view, len(deck.spaces))
    names = tuple(deck.cards[row].title or deck.cards[row].id for row in rows)
    which = "cards on the table" if view.stage is Stage.VOTE else "cards in hand"
    unknown = "" if deck.listeners.is_known(view.clue) else " No space knows the clue."
    shares = ", ".join(
        f"{name} {share:.0%}" for name, share in zip(deck.listeners.names, weights, strict=True)
    )
    return (
        Explanation(
            title=f"Similarity of the {which} to the clue",
            rows=names,
            columns=(*deck.listeners.names, "together"),
            values=to_rows(np.column_stack([heard, heard @ weights])),
            measure="standard deviations from all cards",
            chosen=frozenset({(view.choices.index(move.card), len(weights))}),
            note=f"This seat listens to {shares}, drawn for the match.{unknown}",
            reason=tell_choice(
                deck, view, dict(zip(view.choices, heard @ weights, strict=True)), move
            ),
            is_open=True,
        ),
    )


def _explain_clue(
    deck: ClueSimilarity, seed: str, view: View, move: Tell, strength: int
) -> Explanation:
    plan = plan_clue(deck, view, seed, strength)
    titles = {card.id: card.title or card.id for card in deck.cards}
    again = bool(plan.tells) and plan.tells[0] == move
    return Explanation(
        title="Expected reactions of the listeners to the best cards and clues considered",
        rows=tuple(f"{titles[one.card]}: {one.clue}" for one in plan.tells),
        columns=("some find it", "all", "nobody", "natural", "value"),
        values=to_rows(plan.chances),
        measure="probability",
        chosen=frozenset({(0, 4)}) if again else frozenset(),
        note=f"It imagined {MANY_DEALS} deals, with listeners of one space each "
        f"({', '.join(deck.listeners.names)}) and of all together, and drew among the clues "
        f"within {AS_GOOD} of the best."
        + ("" if again else " With this seed and these vectors it would give another clue now."),
        reason=tell_clue(deck, plan) if again else "",
        is_open=True,
    )


def tell_clue(deck: ClueSimilarity, plan: Plan) -> str:
    """Tell an audience whom a storyteller expected to find its card, and what it did not say.

    Only clues for the same card are told: the others would describe the hand.
    """
    some, every, nobody = plan.chances[0, :3].tolist()
    meant = deck.find_term(plan.tells[0].card, plan.tells[0].clue)
    text = f"It goes with “{meant}” on my card; " if meant else ""
    text += f"{'some' if meant else 'Some'}, but not all, should find it {count_times(some)}"
    told = []
    for (clue, chance), usual, fault in zip(
        plan.extremes, (every, nobody), ("too clear", "too dark"), strict=True
    ):
        if chance > usual + MUCH:
            told.append(f"“{clue}” was {fault}")
    return f"{'; '.join((text, *told))}."


def tell_choice(
    deck: ClueSimilarity, view: View, near: Mapping[str, float], move: Decoy | Vote
) -> str:
    """Tell an audience what the player saw in the card that it chose, and how close it was.

    Of the other cards only those on the table are told; a decoy tells none of the hand.
    """
    assert view.clue is not None
    seen = deck.find_term(move.card, view.clue)
    place = f" {view.candidates.index(move.card) + 1}" if isinstance(move, Vote) else ""
    text = (
        f"I chose card{place}, with “{seen}”, for “{view.clue}”"
        if seen and place
        else f"I chose the card with “{seen}” for “{view.clue}”"
        if seen
        else f"I know nothing on the cards that fits “{view.clue}”, and drew one"
    )
    if isinstance(move, Decoy):
        return f"{text}."
    others = [card for card in near if card != move.card]
    best = max(others, key=lambda card: near[card], default=None)
    if best is None:
        return f"{text}."
    lead = near[move.card] - near[best]
    other, term = deck.cards[deck.index[best]], deck.find_term(best, view.clue)
    rival = f"“{other.title or other.id}”" + (f" with “{term}”" if term else "")
    if abs(lead) < CLOSE:
        return f"{text}; {rival} was as good."
    if lead > 0:
        return f"{text}; next best was {rival}."
    return f"{text}; {rival} was nearer, but too obvious for a storyteller."
