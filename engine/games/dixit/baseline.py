"""Baselines for Dixit: by the vectors of card tags and themes, with explanations; at random."""

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.game import Seat
from engine.games.baselines import (
    COSINE,
    Explanation,
    SeededPlayer,
    VectorPlayer,
    note_unknown_words,
    seat_random,
    shuffled,
    to_rows,
)
from engine.games.dixit.card_vectors import TIE, CardVectors, open_card_vectors
from engine.games.dixit.cards import open_unchanged_deck
from engine.games.dixit.view import Decoy, Move, Stage, Tell, View, Vote, find_clue_fault
from engine.player_protocol import PlayerError
from engine.text import fold_words
from engine.word_vectors import Floats
from images.card import DeckError
from words.word_lists import hint_corpus

FEWEST, MOST = 1.2, 1.6
"""How many rivals of its card a storyteller wants the listeners to hold on average."""


class Baseline(VectorPlayer):
    """A player that knows clues by their vectors, and cards by their tags and themes."""

    def __init__(self, space: str, seat: Seat, seed: str) -> None:
        """Take a seat; the cards are compared once the first view names the deck.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(space, seat, seed)
        self._vectors: CardVectors | None = None  # of the one deck of this match

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Tell, give the card nearest to the clue, or vote for the nearest of the others.

        The move is always legal, so complaints never come.

        Raises:
            PlayerError: If the deck is gone, or has changed.
        """
        rng = seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        vectors = self._open_vectors(view)
        if view.stage is Stage.TELL:
            return choose_clue(vectors, view, rng)
        assert view.clue is not None
        near = vectors.measure_nearness(view.clue)[vectors.find_rows(view.choices)].tolist()
        card = choose_nearest(view.choices, near, rng)
        return Decoy(card) if view.stage is Stage.DECOY else Vote(card)

    def _open_vectors(self, view: View) -> CardVectors:
        if self._vectors is None:
            try:
                self._vectors = open_card_vectors(self.space, view.deck, view.fingerprint)
            except DeckError as error:
                raise PlayerError(str(error)) from None
        return self._vectors


class RandomPlayer(SeededPlayer):
    """A player of random legal moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Choose any card, and as a clue any word of the corpus."""
        rng = seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        if view.stage is Stage.TELL:
            return choose_random_clue(hint_corpus(), view, rng)
        card = rng.choice(view.choices)
        return Decoy(card) if view.stage is Stage.DECOY else Vote(card)


def choose_nearest(cards: Sequence[str], near: Sequence[float], rng: Random) -> str:
    """Choose the card with the greatest nearness, or one of those within `TIE` of it."""
    most = max(near)
    tied = [card for card, one in zip(cards, near, strict=True) if one >= most - TIE]
    return rng.choice(tied)


def choose_clue(vectors: CardVectors, view: View, rng: Random) -> Tell:
    """Choose a card and a clue for it that some listeners should find, and not all.

    Candidates are, for each card of the hand, the corpus words nearest to each of its themes.
    Rivals of the card are the other cards out of sight to which the word is as near, or
    nearer. The best words are those for which the listeners are expected to hold between
    `FEWEST` and `MOST` rivals; among equally good ones the choice is random. A word that is
    a form of a tag which no other card has is left out.

    Args:
        vectors: How near words are to the cards of the deck.
        view: The storyteller's.
        rng: Draws among the best.
    """
    said = {fold_words(done.clue) for done in view.rounds}
    for card, clue in _rank_clues(vectors, view, rng):
        if fold_words(clue) not in said and not vectors.gives_away(card, clue):
            tell = Tell(card, clue)
            if find_clue_fault(view, clue) is None:
                return tell
    return choose_random_clue(vectors.space.corpus, view, rng)


def choose_random_clue(corpus: Sequence[str], view: View, rng: Random) -> Tell:
    """Choose any card of the hand, and any legal word of the corpus."""
    card = rng.choice(view.hand)
    while find_clue_fault(view, clue := rng.choice(corpus)) is not None:
        pass
    return Tell(card, clue)


def list_unseen_rows(vectors: CardVectors, view: View) -> list[int]:
    """List the rows of the cards that listeners may hold, as far as the storyteller knows.

    These are the cards that are not in its own hand. Where played cards do not come back
    within a phase, they are left out, too.
    """
    out = set(view.hand)
    if view.options.dealing == "stream":
        first = (view.phase - 1) * (view.options.phase_length or 0)
        out.update(card for done in view.rounds[first:] for card in done.cards)
    rows = [row for card, row in vectors.index.items() if card not in out]
    if len(rows) >= _count_listeners_cards(view):
        return rows
    return [row for card, row in vectors.index.items() if card not in view.hand]


def estimate_rivals(view: View, rows: Sequence[int], row: int, near: NDArray[np.float32]) -> Floats:
    """Estimate how many rivals of a card listeners hold on average, for each of some words.

    Args:
        view: The storyteller's.
        rows: The rows of the cards that listeners may hold.
        row: The row of the card.
        near: How near the words are to every card; shape (cards, words).

    Returns:
        Shape (words,).
    """
    share = min(1.0, _count_listeners_cards(view) / max(1, len(rows)))
    expected: Floats = (near[rows] >= near[row] - TIE).sum(axis=0) * share
    return expected


def _count_listeners_cards(view: View) -> int:
    return len(view.listeners) * view.options.hand_size


def _rank_clues(vectors: CardVectors, view: View, rng: Random) -> Iterator[tuple[str, str]]:
    """List cards and clues for them, the best first, equally good ones in random order."""
    rows = list_unseen_rows(vectors, view)
    hand = [vectors.index[card] for card in view.hand]
    rivals = [estimate_rivals(view, rows, row, vectors.clue_nearness[row]) for row in hand]
    expected = np.concatenate(rivals)
    off = np.maximum(FEWEST - expected, expected - MOST).clip(0)
    words = np.concatenate([vectors.clues[row] for row in hand])
    cards = np.repeat(np.arange(len(hand)), [len(one) for one in rivals])
    for distance in np.unique(off):
        for place in shuffled(np.flatnonzero(off == distance).tolist(), rng):
            yield view.hand[cards[place]], vectors.space.corpus[words[place]]


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
            title="How many cards the listeners are expected to hold that are as near or nearer",
            rows=names,
            columns=(move.clue,),
            values=to_rows(rivals),
            measure="cards",
            chosen=chosen,
            note=f"It prefers cards and clues with {FEWEST} to {MOST}; ties are broken at random.",
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
    return f"The nearest card: no other is within {TIE} of it."


def _list_card_names(view: View) -> tuple[str, ...]:
    """List the titles of the cards to choose from, or their ids if they have none."""
    deck = open_unchanged_deck(view.deck, view.fingerprint)
    choices: Sequence[str] = view.choices
    return tuple(deck.cards[card].title or card for card in choices)
