"""Compute how similar the cards of a deck are to each other, or read a table of similarities.

Similarity is the cosine of the cards' word vectors, which are made of their descriptions.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from engine.players.vectors.similarity import load_word_vectors
from files.replacement import replace_file
from images.card import Card
from images.deck import Deck
from lab.csv import format_csv
from lab.errors import BenchError
from words.space.folder import build_reference

DECIMALS = 6
"""Decimals of a matrix in a file: ranks are computed from these figures, on any computer."""


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


def read_matrix(path: Path, cards: Sequence[str]) -> pd.DataFrame:
    """Read a precomputed matrix: a CSV file whose first column and head are the ids of cards.

    Raises:
        BenchError: If it cannot be read, lacks a card, is not symmetric, or holds no numbers.
    """
    try:
        table = pd.read_csv(path, index_col=0)
    except OSError as error:
        raise BenchError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BenchError(f"{path} is not UTF-8 text.") from None
    except ValueError:
        raise BenchError(
            f"{path} is no table: its head and each row have as many cells, the first an id."
        ) from None
    for where, names in (("row", table.index), ("column", table.columns)):
        missing = [card for card in cards if card not in names]
        if missing:
            raise BenchError(f"{path} has no {where} for the card {missing[0]}.")
        if names.duplicated().any():
            raise BenchError(f"{path} has a {where} twice: {names[names.duplicated()][0]}.")
    found = table.loc[list(cards), list(cards)].apply(pd.to_numeric, errors="coerce")
    if not np.isfinite(found.to_numpy(float)).all():
        raise BenchError(f"{path} has a cell without a number.")
    if not np.allclose(found, found.T, atol=1e-4):
        raise BenchError(f"{path} is not symmetric: give one figure for each pair of cards.")
    return found.round(DECIMALS)


def write_matrix(table: pd.DataFrame, path: Path) -> None:
    """Write a matrix as `read_matrix` reads it."""
    text = format_csv(table.rename_axis("card").reset_index(), f"%.{DECIMALS}f")
    replace_file(path, text)
