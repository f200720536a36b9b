"""The clues that a person might give for a card, and how plain each is."""

from functools import lru_cache

import numpy as np

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.dixit.clue_similarity import ClueSimilarity
from engine.games.dixit.theme_clues import list_theme_clues
from engine.games.dixit.word_clue import build_word_clue
from engine.players.pragmatic.word_plainness import rate_plainness
from engine.players.vectors.word_vectors import Floats
from images.card import Card
from words.knowledge import read_word_traits

NEAR_CLUES = 60
"""Number of candidate clues from the words of the corpus nearest to a card."""
MOST = 4.0
"""Cap on similarity to a theme or tag, in standard deviations."""
NEAR_SAYINGS = 6
"""Number of candidate clues from the sayings nearest to a card."""
SAYING = 1.2
"""Plainness of a saying, on the scale of `rate_plainness`."""
BORROWED = 1.5
"""Minimum similarity, in standard deviations, of a card and a saying that another card recalls."""
OF_THEME = 1.2
"""Plainness of a clue for the theme of a card (`theme_clues.py`)."""
LEAST_MADE, MOST_MADE = -0.5, 0.3
"""Bounds on the plainness of a clue that is made of one word."""
WRITTEN = 2.0
"""Plainness of a clue that the deck suggests for the card."""
UNDERSTOOD = 0.6
"""Minimum similarity, in standard deviations, of such a clue and its card."""
ABSTRACT = 0.25
"""Penalty on plainness for each degree of concreteness below `CONCRETE`."""
CONCRETE = 7
"""Minimum concreteness, as in `read_word_traits`, of a concrete word."""
RARE = 4
"""Words with a lower frequency in `read_word_traits` are penalised: by 1 at frequency 0."""
HUBNESS = 0.5
"""Penalty on plainness per standard deviation by which a word is nearer than usual to all cards."""
ONE_STEP = 0.35
"""Bonus on plainness per standard deviation of similarity to the nearest tag of the card."""


@lru_cache(maxsize=256)
def list_candidates(deck: ClueSimilarity, card: str) -> tuple[tuple[str, float], ...]:
    """List clues that a person might give for a card, and the plainness of each."""
    row = deck.index[card]
    of_card = deck.cards[row]
    plainness = rate_corpus(deck)
    terms = np.stack(
        [
            deck.listeners.compare_with_corpus(term).mean(axis=0)
            for term in dict.fromkeys((*of_card.themes, *of_card.tags))
        ]
    )
    near = terms.max(axis=0).clip(max=MOST) + 0.5 * terms.mean(axis=0)
    plainness = plainness + ONE_STEP * terms[-len(of_card.tags) :].max(axis=0).clip(0, MOST)
    order = np.argsort(-(near + plainness), kind="stable")[:NEAR_CLUES].tolist()
    if deck.listeners.associations is not None:
        order = [place for place in order if _is_associated(deck, of_card, place)]
    words = {deck.listeners.corpus[place]: float(plainness[place]) for place in order}
    for theme in filter(deck.listeners.is_known, of_card.themes):
        place = deck.listeners.place.get(theme)
        words[theme] = LEAST_MADE if place is None else float(plainness[place])
    found = {build_word_clue(word): min(plain, MOST_MADE) for word, plain in words.items()}
    heard = np.array([deck.rate_cards(one)[row].mean() for one in deck.sayings])
    nearest = np.argsort(-heard, kind="stable")[:NEAR_SAYINGS].tolist()
    borrowed = [deck.sayings[place] for place in nearest if heard[place] > BORROWED]
    found |= dict.fromkeys(borrowed, SAYING)
    by_theme = (clue for theme in of_card.themes for clue in list_theme_clues(theme))
    for clues, plain in (
        (by_theme, OF_THEME),
        (of_card.echoes, SAYING),
        (of_card.clues, WRITTEN),
    ):
        known = filter(deck.listeners.is_known, clues)
        found |= {clue: plain for clue in known if _is_understood(deck, row, clue)}
    return tuple(
        (clue, plain)
        for clue, plain in found.items()
        if not deck.spaces[0].gives_away(card, clue)
        and not any(match_word(word, tag) for word in fold_words(clue) for tag in of_card.tags)
    )


@lru_cache(maxsize=8)
def rate_corpus(deck: ClueSimilarity) -> Floats:
    """Rate how plain each word of the corpus is as a clue for a picture; shape (corpus,).

    Frequent, concrete words have the greatest values; rare and abstract words, and those that are
    near to all cards of the deck (hubs), the least.
    """
    traits = read_word_traits()
    words = deck.listeners.corpus
    common, concrete = np.array([traits.get(word, (3, 5)) for word in words], np.float64).T
    usual = np.mean([space.corpus_means for space in deck.spaces], axis=0)
    hubness = np.maximum(usual - usual.mean(), 0) / usual.std()
    plainness: Floats = (
        rate_plainness(deck.listeners)
        - ABSTRACT * np.maximum(CONCRETE - concrete, 0)
        - np.maximum(RARE - common, 0) / RARE
        - HUBNESS * hubness
    )
    return plainness


def _is_understood(deck: ClueSimilarity, row: int, clue: str) -> bool:
    return bool(deck.rate_cards(clue)[row].mean() > UNDERSTOOD)


def _is_associated(deck: ClueSimilarity, card: Card, place: int) -> bool:
    """Whether people associate a word of the corpus with a theme or tag of a card."""
    terms = (*card.themes, *card.tags)
    return any(deck.listeners.associate_with_corpus(term)[place] > 0 for term in terms)
