"""Training the word2vec space: skip-gram with negative sampling (Mikolov et al. 2013)."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from gensim.models import Word2Vec
from numpy.typing import NDArray

from tools.lists.vocabulary import Vocabulary
from tools.vectors.corpora import Glosses, Sentences
from tools.vectors.graph import Graph
from tools.vectors.walks import Plan, walk

GLOSS_TIMES = 2
"""How often each gloss is read."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recipe:
    """How a space is trained."""

    plan: Plan
    """How to walk over WordNet."""
    width: int
    """Numbers in a vector."""
    window: int
    """Words on each side that a word learns from."""
    epochs: int
    """How often everything is read."""
    walk_seed: int
    """Added to the seed for the walks."""


WORD2VEC = Recipe(Plan(walks=2_000_000, frequency=0.5), 100, 5, 3, 0)
WEBSTER = Recipe(
    Plan(walks=600_000, frequency=0.5, relation=0.35, gloss=0.45, mention=0.2), 150, 6, 4, 6
)
"""Fewer walks, as there is more to read; more numbers, as it knows more."""


def train_word2vec(
    graph: Graph,
    definitions: Sequence[Glosses],
    texts: Sequence[Sentences],
    vocabulary: Vocabulary,
    build: Path,
    seed: int,
    recipe: Recipe = WORD2VEC,
) -> NDArray[np.float32]:
    """Train on walks and texts with one worker, so that a seed gives the same vectors.

    Args:
        graph: What is walked.
        definitions: What is read with its headwords.
        texts: What else is read.
        vocabulary: The words, in the order of the rows.
        build: The folder for the corpus file.
        seed: Of the walks and of the training.
        recipe: How.

    Returns:
        Shape (words, width); zero for a word that never occurs.
    """
    corpus = build / "word2vec.txt"
    walks = walk(graph, vocabulary, recipe.plan, seed + recipe.walk_seed)
    log.info("walked over %s words", f"{len(walks.tokens):,}")
    read = chain.from_iterable(_gloss_sentences(one, recipe.window) for one in definitions)
    with corpus.open("w", encoding="ascii") as file:
        for sentence in chain(walks, read, *texts):
            if len(sentence) > 1:
                file.write(" ".join(vocabulary.words[number] for number in sentence) + "\n")
    model = Word2Vec(
        corpus_file=str(corpus),
        vector_size=recipe.width,
        window=recipe.window,
        sg=1,
        negative=5,
        epochs=recipe.epochs,
        sample=3e-4,
        min_count=1,
        seed=seed,
        workers=1,
        alpha=0.025,
        min_alpha=1e-4,
    )
    vectors = np.zeros((len(vocabulary.words), recipe.width), np.float32)
    for number, word in enumerate(vocabulary.words):
        if word in model.wv:
            vectors[number] = model.wv[word]
    return vectors


def _gloss_sentences(glosses: Glosses, window: int) -> Iterator[list[int]]:
    """Glosses with their headwords repeated so often that they are in every word's window."""
    for text, heads in zip(glosses.texts, glosses.heads, strict=True):
        sentence = text
        if heads:
            parts = (text[start : start + window] for start in range(0, len(text), window))
            sentence = [word for part in parts for word in (*heads[:3], *part)]
        for _ in range(GLOSS_TIMES):
            yield sentence
