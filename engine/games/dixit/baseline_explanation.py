"""How a baseline chose its clue, its decoy or its vote: what it compared, and the result."""

from collections.abc import Sequence

import numpy as np

from engine.baseline_explanation import COSINE, Explanation, note_unknown_words, to_rows
from engine.game import Seat
from engine.games.dixit.baseline import FEWEST, MOST, estimate_rivals, list_unseen_rows
from engine.games.dixit.card_vectors import TIE, CardVectors, open_card_vectors
from engine.games.dixit.cards import open_unchanged_deck
from engine.games.dixit.view import Move, Stage, Tell, View
from engine.word_vectors import Floats


def explain_move(
    space: str,
    seat: Seat,  # noqa: ARG001
    seed: str,  # noqa: ARG001
    view: View,
    move: Move,
) -> tuple[Explanation, ...]:
    """Show what a baseline compared for its move."""
    vectors = open_card_vectors(space, view.deck, view.fingerprint)
    names = _list_card_names(view)
    if isinstance(move, Tell):
        return _explain_clue(vectors, view, move, names)
    assert view.clue is not None
    near = vectors.measure_nearness(view.clue)[vectors.find_rows(view.choices)]
    which = "Cards on the table" if view.stage is Stage.VOTE else "Cards of the hand"
    return (
        Explanation(
            title=f"{which}, and how near they are to the clue",
            rows=names,
            columns=(view.clue,),
            values=to_rows(near[:, None]),
            measure=COSINE,
            chosen=frozenset({(view.choices.index(move.card), 0)}),
            note=_describe_choice(vectors, view.clue, near, view.choices.index(move.card)),
        ),
    )


def _explain_clue(
    vectors: CardVectors, view: View, move: Tell, names: tuple[str, ...]
) -> tuple[Explanation, Explanation]:
    hand = vectors.find_rows(view.hand).tolist()
    near = vectors.measure_nearness(move.clue)
    others = list_unseen_rows(vectors, view)
    each = near[:, None].astype(np.float32)
    rivals = np.array([estimate_rivals(view, others, row, each) for row in hand])
    chosen = frozenset({(view.hand.index(move.card), 0)})
    return (
        Explanation(
            title="The hand, and how near its cards are to the clue",
            rows=names,
            columns=(move.clue,),
            values=to_rows(near[hand][:, None]),
            measure=COSINE,
            chosen=chosen,
            note=note_unknown_words(vectors.space, (move.clue,))
            or "Thought of are the words nearest to the themes of each card of the hand.",
        ),
        Explanation(
            title="How many cards as near, or nearer, the listeners are expected to hold",
            rows=names,
            columns=(move.clue,),
            values=to_rows(rivals),
            measure="cards",
            chosen=chosen,
            note=f"Liked best are cards and clues with {FEWEST} to {MOST}; among those liked "
            "equally chance decides.",
        ),
    )


def _describe_choice(vectors: CardVectors, clue: str, near: Floats, chosen: int) -> str:
    if sentence := note_unknown_words(vectors.space, (clue,)):
        return f"{sentence} Chance took one of the {len(near)} cards."
    if near[chosen] < near.max() - TIE:
        return "From these vectors another card follows now."
    if alike := int((near >= near.max() - TIE).sum()) - 1:
        others = "another" if alike == 1 else f"{alike} others"
        return f"Alike within {TIE}, as {others}: these count as equal, and chance took one."
    return f"The nearest: no other card is within {TIE} of it."


def _list_card_names(view: View) -> tuple[str, ...]:
    """List the titles of the cards to choose from, or their ids if they have none."""
    deck = open_unchanged_deck(view.deck, view.fingerprint)
    choices: Sequence[str] = view.choices
    return tuple(deck.cards[card].title or card for card in choices)
