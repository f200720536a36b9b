"""Training the thoughts space: words that come to mind together.

A word's vector says in which lists of associations it stands, and beside what. So a hint points at
a keyword whose list lacks it, or that has no list: both stand beside the same other words. It is
the positive pointwise mutual information of pairs within a list, with smoothed contexts (Levy and
Goldberg, *Neural word embedding as implicit matrix factorization*, 2014), reduced by singular
values.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, csr_matrix
from scipy.sparse.linalg import svds

from engine.forms.folding import find_lemma, fold_words

WIDTH = 100
"""Numbers in a vector."""
HEAD_WEIGHT = 3.0
"""How much more the word that a list is of counts than each response."""
SMOOTHING = 0.75
"""Exponent of the frequency of contexts, so that rare ones do not win."""
LEAST_LISTS = 2
"""A word in fewer lists, as head or response, says nothing that the lists do not."""


def train_thoughts(
    lists: Mapping[str, Sequence[str]], seed: int
) -> tuple[list[str], NDArray[np.float64]]:
    """Train the space on lists of associations.

    Args:
        lists: The responses to each word.
        seed: Of the first vector of the decomposition.

    Returns:
        The words, in alphabetical order, and their vectors; shape (words, `WIDTH`).
    """
    weights = [dict(_weigh_words(head, responses)) for head, responses in lists.items()]
    counts: dict[str, int] = {}
    for items in weights:
        for word in items:
            counts[word] = counts.get(word, 0) + 1
    words = sorted(word for word, count in counts.items() if count >= LEAST_LISTS)
    place = {word: at for at, word in enumerate(words)}
    cells = [
        (row, place[word], weight)
        for row, items in enumerate(weights)
        for word, weight in items.items()
        if word in place
    ]
    rows, columns, values = zip(*cells, strict=True)
    table = coo_matrix((values, (rows, columns)), shape=(len(weights), len(words))).tocsr()
    start = np.random.default_rng(seed).standard_normal(len(words))
    left, sizes, _ = svds(_rate_pairs(csr_matrix(table.T @ table)), k=WIDTH, v0=start)
    return words, left * np.sqrt(sizes)


def _weigh_words(head: str, responses: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield each response, each word of it, and last the head, with its weight."""
    for response in responses:
        for word in (" ".join(fold_words(response)), *fold_words(response)):
            yield find_lemma(word), 1.0
    yield find_lemma(head), HEAD_WEIGHT


def _rate_pairs(together: csr_matrix) -> csr_matrix:
    """Turn how often words stand together into positive pointwise mutual information."""
    pairs = together.tocoo()
    other = pairs.row != pairs.col
    row, column, count = pairs.row[other], pairs.col[other], pairs.data[other]
    total = np.bincount(row, count, together.shape[0])
    context = total**SMOOTHING
    information = np.log(count / (total[row] * (context / context.sum())[column]))
    kept = information > 0
    return csr_matrix((information[kept], (row[kept], column[kept])), shape=together.shape)
