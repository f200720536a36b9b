"""Training the GloVe space: weighted least squares on co-occurrence (Pennington et al. 2014)."""

import logging

import numpy as np
from numpy.typing import NDArray

from tools.lists.vocabulary import Vocabulary
from tools.vectors.compiling import compiled
from tools.vectors.cooccurrence import Cells, in_window, with_heads
from tools.vectors.corpora import Glosses, Sentences
from tools.vectors.graph import Graph
from tools.vectors.walks import Plan, walk

WIDTH = 100
"""Numbers in a vector."""

EPOCHS = 20
"""How often each cell is seen."""

FULL_WEIGHT = 4.0
"""x_max of the paper: cells from here on count fully in the loss."""

RATE = 0.05
"""The learning rate of AdaGrad."""

WINDOW = 6
"""Words apart up to which words of a text occur together."""

BIBLE = 0.5
"""What a co-occurrence in the Bible counts, against one in a gloss."""

HEADWORD = 2.0
"""What a headword and a word of its definition count."""

PLAN = Plan(walks=1_500_000, relation=0.35, gloss=0.45, mention=0.2)
"""How to walk: more by glosses than word2vec does, so that the two spaces differ."""

WALKED = 0.12
"""What a co-occurrence in a walk counts; cells below three quarters of it are left out."""

ABSENT_TRIES = 8_000_000
"""Pairs drawn as examples of words that do not occur together."""

ABSENT = 0.2
"""The weight they are given instead of zero, which has no logarithm."""

log = logging.getLogger(__name__)


def train_glove(
    graph: Graph, glosses: Glosses, bible: Sentences, vocabulary: Vocabulary, seed: int
) -> NDArray[np.float32]:
    """Train on glosses, the Bible and a light walk.

    Returns:
        Word plus context vectors, shape (words, WIDTH); zero for a word that never occurs.
    """
    words = len(vocabulary.words)
    walks = walk(graph, vocabulary, PLAN, seed + 1)
    parts = [
        in_window(glosses.texts, WINDOW, 1, words),
        with_heads(glosses, HEADWORD, words),
        in_window(bible, WINDOW, BIBLE, words),
        in_window(walks, 4, WALKED, words),
    ]
    cells = Cells.sum_of(parts, words).above(0.75 * WALKED)
    log.info("%s pairs of words occur together", f"{len(cells.rows):,}")
    vectors = _fit(cells.with_absent(ABSENT_TRIES, ABSENT, words, seed), words, seed)
    seen = np.zeros(words, np.bool_)
    seen[cells.rows] = seen[cells.columns] = True
    vectors[~seen] = 0
    return vectors


def _fit(cells: Cells, words: int, seed: int) -> NDArray[np.float32]:
    """Minimise sum f(x) (w_i c_j + b_i + b_j - log x)^2, each cell seen from both sides."""
    rng = np.random.default_rng(seed)
    targets = np.log(cells.weights)
    weights = np.minimum(1, (cells.weights / FULL_WEIGHT) ** 0.75)
    # one more column each for the biases
    vectors, contexts = ((rng.random((2, words, WIDTH + 1)) - 0.5) / WIDTH).astype(np.float32)
    vectors[:, WIDTH] = contexts[:, WIDTH] = 0
    gradients = np.ones_like(vectors), np.ones_like(contexts)
    order = np.arange(2 * len(targets))
    for epoch in range(EPOCHS):
        rng.shuffle(order)
        loss = _epoch(
            *(order, cells.rows, cells.columns, targets, weights),
            *(vectors, contexts, *gradients, np.float32(RATE)),
        )
        log.info("epoch %d of %d: loss %.4f", epoch + 1, EPOCHS, loss)
    both: NDArray[np.float32] = vectors[:, :WIDTH] + contexts[:, :WIDTH]
    return both


@compiled
def _epoch(
    order: NDArray[np.int64],
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    targets: NDArray[np.float32],
    weights: NDArray[np.float32],
    vectors: NDArray[np.float32],
    contexts: NDArray[np.float32],
    vector_squares: NDArray[np.float32],
    context_squares: NDArray[np.float32],
    rate: np.float32,
) -> float:
    """See every cell once, as AdaGrad does; returns the mean loss.

    The last column of the vectors and of the contexts is their bias.
    """
    width = vectors.shape[1] - 1
    loss = 0.0
    for seen in order:
        cell = seen // 2
        row, column = rows[cell], columns[cell]
        if seen % 2:
            row, column = column, row
        vector, context = vectors[row], contexts[column]
        vector_square, context_square = vector_squares[row], context_squares[column]
        error = vector[width] + context[width] - targets[cell]
        for k in range(width):
            error += vector[k] * context[k]
        pull = weights[cell] * error
        loss += 0.5 * pull * error
        for k in range(width):
            of_vector, of_context = pull * context[k], pull * vector[k]
            vector[k] -= rate * of_vector / np.sqrt(vector_square[k])
            context[k] -= rate * of_context / np.sqrt(context_square[k])
            vector_square[k] += of_vector * of_vector
            context_square[k] += of_context * of_context
        vector[width] -= rate * pull / np.sqrt(vector_square[width])
        context[width] -= rate * pull / np.sqrt(context_square[width])
        vector_square[width] += pull * pull
        context_square[width] += pull * pull
    return loss / len(order)
