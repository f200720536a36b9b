"""How seats without a mind tell: by a word that may well fit a card or two of the others."""

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.games.dixit.legal import clue_fault
from engine.games.dixit.meaning import TIE, Meaning
from engine.games.dixit.view import Tell, View
from engine.text import fold
from engine.vectors.chance import shuffled
from engine.vectors.nearness import Floats

FEWEST, MOST = 1.2, 1.6
"""How many rivals of its card a storyteller likes to expect in the hands of the listeners."""


def aimed_clue(meaning: Meaning, view: View, rng: Random) -> Tell:
    """A card and a clue for it that some listeners should find, and not all.

    Thought of are, for each card of the hand, the corpus words nearest to each of its
    themes. To each belong the rivals of the card: those other cards out of sight to
    which the word is as near, or nearer. How many of them listeners hold is known on
    average; liked best are the words for which that lies between `FEWEST` and `MOST`.
    Among those liked equally chance decides. A word with a tag in it that no other card
    has is not said.

    Args:
        meaning: What a space makes of the deck.
        view: The storyteller's.
        rng: Draws among the best.
    """
    said = {fold(done.clue) for done in view.rounds}
    for card, clue in _by_liking(meaning, view, rng):
        if fold(clue) not in said and not meaning.gives_away(card, clue):
            tell = Tell(card, clue)
            if clue_fault(view, clue) is None:
                return tell
    return random_tell(meaning.space.corpus, view, rng)


def random_tell(corpus: Sequence[str], view: View, rng: Random) -> Tell:
    """Any card of the hand, and any word of the corpus that may be said."""
    card = rng.choice(view.hand)
    while clue_fault(view, clue := rng.choice(corpus)) is not None:
        pass
    return Tell(card, clue)


def unseen(meaning: Meaning, view: View) -> list[int]:
    """The rows of the cards that listeners may hold, as far as the storyteller knows.

    These are the cards that are not in its own hand. Where played cards do not come
    back within a phase, these are out, too.
    """
    out = set(view.hand)
    if view.options.dealing == "stream":
        first = (view.phase - 1) * (view.options.phase_length or 0)
        out.update(card for done in view.rounds[first:] for card in done.cards)
    rows = [row for card, row in meaning.index.items() if card not in out]
    if len(rows) >= _held(view):
        return rows
    return [row for card, row in meaning.index.items() if card not in view.hand]


def expected_rivals(view: View, rows: Sequence[int], row: int, near: NDArray[np.float32]) -> Floats:
    """How many rivals of a card listeners hold on average, under each of some words.

    Args:
        view: The storyteller's.
        rows: The cards that listeners may hold.
        row: The card.
        near: How near the words are to every card, of shape (cards, words).

    Returns:
        Shape (words,).
    """
    share = min(1.0, _held(view) / max(1, len(rows)))
    expected: Floats = (near[rows] >= near[row] - TIE).sum(axis=0) * share
    return expected


def _held(view: View) -> int:
    """How many cards the listeners hold together."""
    return len(view.listeners) * view.options.hand_size


def _by_liking(meaning: Meaning, view: View, rng: Random) -> Iterator[tuple[str, str]]:
    """Cards and clues for them, best first, equally good ones shuffled."""
    rows = unseen(meaning, view)
    hand = [meaning.index[card] for card in view.hand]
    rivals = [expected_rivals(view, rows, row, meaning.of_clues[row]) for row in hand]
    expected = np.concatenate(rivals)
    off = np.maximum(FEWEST - expected, expected - MOST).clip(0)
    words = np.concatenate([meaning.clues[row] for row in hand])
    cards = np.repeat(np.arange(len(hand)), [len(one) for one in rivals])
    for liking in np.unique(off):
        for place in shuffled(np.flatnonzero(off == liking).tolist(), rng):
            yield view.hand[cards[place]], meaning.space.corpus[words[place]]
