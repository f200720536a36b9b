"""Compute how similar the cards of a deck are to each other.

Similarity is the cosine of the cards' word vectors, which are made of their descriptions.
"""

import re
from pathlib import Path

import numpy as np
import pandas as pd

from engine.players.vectors.word_vectors import load_word_vectors
from images.card import Card
from images.deck import Deck
from lab.errors import BenchError
from lab.papers.dixitworld.card_similarity_file import DECIMALS
from words.space.folder import build_reference


def compare_cards(deck: Deck, space: str, imported: Path) -> pd.DataFrame:
    """Compute the cosine similarity of all cards of a deck, by the words that describe them.

    The vector of a card is the mean of the unit vectors of its tags, its themes, and the words of
    its title and caption. Words that the space does not know do not count.

    Args:
        deck: The deck.
        space: The name of a space of word vectors, built in or imported.
        imported: The folder of imported spaces.

    Returns:
        A square table with the ids of the cards as index and columns.

    Raises:
        SpaceError: If there is no such space, or it is damaged.
        BenchError: If a card has no description that the space knows.
    """
    vectors = load_word_vectors(build_reference(space, imported))
    rows = []
    for card in deck.cards.values():
        known = vectors.get_vectors(list_terms(card))
        mean = known.mean(axis=0) if len(known) else np.zeros(1)
        length = float(np.linalg.norm(mean))
        if not length:
            raise BenchError(
                f"The card {card.id} has no tags, themes, title or caption that {space} knows: "
                "describe it in deck.toml, or give a matrix as CSV."
            )
        rows.append(mean / length)
    matrix = np.stack(rows)
    ids = list(deck.cards)
    return pd.DataFrame((matrix @ matrix.T).round(DECIMALS), index=ids, columns=ids)


def list_terms(card: Card) -> list[str]:
    """List the terms that describe a card: tags, themes, and the words of its title and caption."""
    words = re.findall(r"[^\W\d_]+", f"{card.title} {card.caption}".casefold())
    return [*card.tags, *card.themes, *words]
