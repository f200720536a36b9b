"""Training the word2vec space: skip-gram with negative sampling (Mikolov et al. 2013)."""

import logging
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np
from gensim.models import Word2Vec
from numpy.typing import NDArray

from words.making.corpora import Glosses
from words.making.graph import Graph
from words.making.vocabulary import Vocabulary
from words.making.walks import Plan, walk

WIDTH = 100
"""Numbers in a vector."""

WINDOW = 5
"""Words on each side that a word learns from."""

PLAN = Plan(walks=2_000_000, frequency=0.5)
"""How to walk over WordNet."""

GLOSS_TIMES = 2
"""How often each gloss is read."""

log = logging.getLogger(__name__)


def train_word2vec(
    graph: Graph, glosses: Glosses, vocabulary: Vocabulary, build: Path, seed: int
) -> NDArray[np.float32]:
    """Train on walks and glosses with one worker, so that a seed gives the same vectors.

    Args:
        graph: What is walked.
        glosses: What is read.
        vocabulary: The words, in the order of the rows.
        build: The folder for the corpus file.
        seed: Of the walks and of the training.

    Returns:
        Shape (words, WIDTH); zero for a word that never occurs.
    """
    corpus = build / "word2vec.txt"
    walks = walk(graph, vocabulary, PLAN, seed)
    log.info("walked over %s words", f"{len(walks.tokens):,}")
    with corpus.open("w", encoding="ascii") as file:
        for sentence in chain(walks, _gloss_sentences(glosses)):
            if len(sentence) > 1:
                file.write(" ".join(vocabulary.words[number] for number in sentence) + "\n")
    model = Word2Vec(
        corpus_file=str(corpus),
        vector_size=WIDTH,
        window=WINDOW,
        sg=1,
        negative=5,
        epochs=3,
        sample=3e-4,
        min_count=1,
        seed=seed,
        workers=1,
        alpha=0.025,
        min_alpha=1e-4,
    )
    vectors = np.zeros((len(vocabulary.words), WIDTH), np.float32)
    for number, word in enumerate(vocabulary.words):
        if word in model.wv:
            vectors[number] = model.wv[word]
    return vectors


def _gloss_sentences(glosses: Glosses) -> Iterator[list[int]]:
    """Glosses with their headwords repeated so often that they are in every word's window."""
    for text, heads in zip(glosses.texts, glosses.heads, strict=True):
        sentence = text
        if heads:
            parts = (text[start : start + WINDOW] for start in range(0, len(text), WINDOW))
            sentence = [word for part in parts for word in (*heads[:3], *part)]
        for _ in range(GLOSS_TIMES):
            yield sentence
