"""What a word-vector player of Dixit compared to choose a move, as tables."""

from collections.abc import Sequence

import numpy as np

from engine.games.dixit.baseline import FEWEST, MOST, TIE, estimate_rivals, list_unseen_rows
from engine.games.dixit.baseline_reason import tell_choice, tell_clue
from engine.games.dixit.card_vectors import CardVectors, open_card_vectors
from engine.games.dixit.deck import open_unchanged_deck
from engine.games.dixit.moves import Move, Tell
from engine.games.dixit.view import Stage, View
from engine.games.explanation import COSINE, Explanation
from engine.games.vector_explanation import note_unknown_words, to_rows
from engine.players.vectors.word_vectors import Floats
from engine.seat import Seat


def explain_baseline_move(
    space: str,
    seat: Seat,
    seed: str,
    view: View,
    move: Move,
) -> tuple[Explanation, ...]:
    """Explain a move: the similarities that the baseline compared."""
    vectors = open_card_vectors(space, view.deck, view.fingerprint)
    names = _list_card_names(view)
    if isinstance(move, Tell):
        return _explain_clue(vectors, view, move, names)
    assert view.clue is not None
    near = vectors.measure_nearness(view.clue)[vectors.find_rows(view.choices)]
    which = "cards on the table" if view.stage is Stage.VOTE else "cards in hand"
    return (
        Explanation(
            title=f"Similarity of the {which} to the clue",
            rows=names,
            columns=(view.clue,),
            values=to_rows(near[:, None]),
            measure=COSINE,
            chosen=frozenset({(view.choices.index(move.card), 0)}),
            note=_describe_choice(vectors, view.clue, near, view.choices.index(move.card)),
            reason=tell_choice(vectors, view, near, move),
            is_open=True,
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
            title="Similarity of the cards in hand to the clue",
            rows=names,
            columns=(move.clue,),
            values=to_rows(near[hand][:, None]),
            measure=COSINE,
            chosen=chosen,
            note=note_unknown_words(vectors.space, (move.clue,))
            or "It weighed the words nearest to the themes of each card in its hand.",
        ),
        Explanation(
            title="Expected number of the listeners' cards that are at least as similar",
            rows=names,
            columns=(move.clue,),
            values=to_rows(rivals),
            measure="cards",
            chosen=chosen,
            note=f"It prefers cards and clues with {FEWEST} to {MOST}; ties are broken at random.",
            reason=tell_clue(vectors, view, move, float(rivals[view.hand.index(move.card), 0])),
            is_open=True,
        ),
    )


def _describe_choice(vectors: CardVectors, clue: str, near: Floats, chosen: int) -> str:
    if sentence := note_unknown_words(vectors.space, (clue,)):
        return f"{sentence} One of the {len(near)} cards was chosen at random."
    if near[chosen] < near.max() - TIE:
        return "With these vectors it would choose another card now."
    if alike := int((near >= near.max() - TIE).sum()) - 1:
        others = "another card" if alike == 1 else f"{alike} other cards"
        return f"Tied with {others} (within {TIE}), chosen at random."
    return f"It chose the card nearest to the clue; no other came close (within {TIE})."


def _list_card_names(view: View) -> tuple[str, ...]:
    """List the titles of the cards to choose from; their IDs if they have none."""
    deck = open_unchanged_deck(view.deck, view.fingerprint)
    choices: Sequence[str] = view.choices
    return tuple(deck.cards[card].title or card for card in choices)
