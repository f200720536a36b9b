"""Why a word-vector player of Dixit made its move, in one sentence for an audience.

Of the cards that were not played, nothing is told but a number.
"""

from collections.abc import Sequence

from engine.games.dixit.baseline import FEWEST, MOST, TIE
from engine.games.dixit.card_vectors import NEAR_WORDS, CardVectors
from engine.games.dixit.deck import open_unchanged_deck
from engine.games.dixit.moves import Decoy, Tell, Vote
from engine.games.dixit.view import View
from engine.games.vector_explanation import find_rank
from engine.players.vectors.word_vectors import Floats, compute_cosines


def tell_clue(vectors: CardVectors, view: View, move: Tell, rivals: float) -> str:
    """Tell from which theme a clue was drawn, and how many cards should suit it as well.

    Args:
        vectors: The similarities of words and cards.
        view: The storyteller's view.
        move: Its card and clue.
        rivals: The expected number of the listeners' cards that are at least as near.
    """
    card = open_unchanged_deck(view.deck, view.fingerprint).cards[move.card]
    ranks = {
        term: rank
        for term in card.themes or card.tags
        if (rank := find_rank(vectors.space, term, move.clue, NEAR_WORDS))
    }
    if not ranks:
        return f"It found no clue near its cards: “{move.clue}” came by chance."
    term = min(ranks, key=ranks.__getitem__)
    return (
        f"“{move.clue}” is word {ranks[term]} from the card's “{term}”; it expects {rivals:.1f} "
        f"cards of others to suit it as well ({FEWEST} to {MOST} are best)."
    )


def tell_choice(vectors: CardVectors, view: View, near: Floats, move: Decoy | Vote) -> str:
    """Tell what of a card is nearest to the clue, and how near the next card is.

    Args:
        vectors: The similarities of words and cards.
        view: The view of the seat.
        near: The similarity of each card to choose from to the clue.
        move: Its card.
    """
    assert view.clue is not None
    if vectors.space.get_vector(view.clue) is None:
        return f"The space does not know “{view.clue}”: it drew one of {len(near)} cards."
    deck = open_unchanged_deck(view.deck, view.fingerprint)
    own = float(near[view.choices.index(move.card)])
    others = {
        card: float(one) for card, one in zip(view.choices, near, strict=True) if card != move.card
    }
    if own < max(others.values(), default=own) - TIE:
        return ""
    card = deck.cards[move.card]
    term = _find_term(vectors, view.clue, (*card.tags, *card.themes))
    text = f"“{view.clue}” suits the “{term}” of its card" if term else "Its card is blank"
    text += f" ({own:.2f})"
    tied = sum(one >= max(near) - TIE for one in others.values())
    if tied:
        return f"{text}; it drew among {tied + 1} cards within {TIE}."
    if not others:
        return f"{text}."
    best = max(others, key=others.__getitem__)
    name = "the next in hand" if isinstance(move, Decoy) else f"“{deck.cards[best].title or best}”"
    return f"{text}; then {name} ({others[best]:.2f})."


def _find_term(vectors: CardVectors, clue: str, terms: Sequence[str]) -> str:
    """Find the tag or theme that is nearest to a clue."""
    if not terms:
        return ""
    return terms[int(compute_cosines(vectors.space, (clue,), terms)[0].argmax())]
