"""Seven spaces of word vectors that Parlour's own player never saw, to measure it against.

They are trained by other recipes than the spaces that come with Parlour: other mixes of their
texts, windows, widths and algorithms, and two on texts that no space of Parlour has read. None
knows the association lists. They are not shipped:

    python -m tools.vectors.unseen --out build/unseen
"""

import argparse
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from gensim.models import FastText, Word2Vec
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, csr_matrix
from scipy.sparse.linalg import svds

from tools.lists.lists import KEYWORDS
from tools.lists.reading import read_list
from tools.lists.sources import PACKAGES, SourceError, Sources, add_data_option, fetch
from tools.lists.vocabulary import Vocabulary, choose_vocabulary
from tools.lists.wordnet import read_wordnet
from tools.vectors import other_texts
from tools.vectors.corpora import Glosses, read_bible, read_glosses
from tools.vectors.packing import pack
from tools.vectors.webster import read_webster
from words.space.folder import SUFFIX

HEADS = 3
"""How many headwords stand before a definition."""

type Texts = Sequence[Sequence[int]]
type Vectors = NDArray[np.float32]

log = logging.getLogger(__name__)


def count_pairs(texts: Texts, size: int, window: int) -> csr_matrix:
    """Count how often words stand within a window, nearer ones more; shape (words, words)."""
    first: list[NDArray[np.int64]] = []
    second: list[NDArray[np.int64]] = []
    weights: list[NDArray[np.float64]] = []
    for text in texts:
        words = np.array(text)
        for distance in range(1, min(window, len(words) - 1) + 1):
            first.append(words[:-distance])
            second.append(words[distance:])
            weights.append(np.full(len(words) - distance, 1 / distance))
    cells = (np.concatenate(first), np.concatenate(second))
    pairs = coo_matrix((np.concatenate(weights), cells), shape=(size, size)).tocsr()
    return csr_matrix(pairs + pairs.T)


def train_information(texts: Texts, vocabulary: Vocabulary, seed: int) -> Vectors:
    """Reduce the pointwise mutual information of pairs within four words to 200 numbers."""
    size = len(vocabulary.words)
    pairs = count_pairs(texts, size, 4).tocoo()
    total = np.bincount(pairs.row, pairs.data, size)
    context = total**0.75
    information = np.log(pairs.data / (total[pairs.row] * (context / context.sum())[pairs.col]))
    kept = information > 0
    table = csr_matrix((information[kept], (pairs.row[kept], pairs.col[kept])), (size, size))
    return _reduce(table, 200, 0.5, seed)


def train_topics(texts: Texts, vocabulary: Vocabulary, seed: int) -> Vectors:
    """Reduce which definitions a word stands in to 120 numbers: latent semantic analysis."""
    lengths = [len(text) for text in texts]
    words = np.fromiter((word for text in texts for word in text), np.int64, sum(lengths))
    cells = (words, np.repeat(np.arange(len(texts)), lengths))
    counts = coo_matrix((np.ones(len(words)), cells), (len(vocabulary.words), len(texts))).tocsr()
    counts.data = 1 + np.log(counts.data)
    rarity = np.log(len(texts) / np.maximum(1, np.diff(counts.indptr)))
    return _reduce(csr_matrix(counts.multiply(rarity[:, None])), 120, 1.0, seed)


def train_network(
    model: Callable[..., FastText | Word2Vec], texts: Texts, vocabulary: Vocabulary, seed: int
) -> Vectors:
    """Train a model of gensim with one worker."""
    sentences = [[vocabulary.words[word] for word in text] for text in texts if len(text) > 1]
    known = model(sentences, min_count=1, workers=1, seed=seed).wv
    found = np.zeros((len(vocabulary.words), known.vector_size), np.float32)
    for number, word in enumerate(vocabulary.words):
        if word in known.key_to_index:
            found[number] = known[word]
    return found


def _reduce(table: csr_matrix, width: int, power: float, seed: int) -> Vectors:
    start = np.random.default_rng(seed).standard_normal(min(table.shape))
    left, sizes, _ = svds(table, k=width, v0=start)
    found: Vectors = (left * sizes**power).astype(np.float32)
    return found


RECIPES: Mapping[str, tuple[Callable[[Texts, Vocabulary, int], Vectors], tuple[str, ...]]] = {
    "information": (train_information, ("webster", "bible")),
    "topics": (train_topics, ("glosses", "webster")),
    "skipgram": (
        partial(
            train_network,
            partial(Word2Vec, vector_size=64, window=10, sg=1, hs=1, negative=0, epochs=6),
        ),
        ("glosses",),
    ),
    "bag": (
        partial(train_network, partial(Word2Vec, vector_size=300, window=8, sg=0, epochs=8)),
        ("webster", "bible", "glosses"),
    ),
    "fasttext": (
        partial(
            train_network,
            partial(FastText, vector_size=100, window=3, sg=1, epochs=4, bucket=200_000),
        ),
        ("glosses", "webster"),
    ),
    "sayings": (
        partial(
            train_network,
            partial(Word2Vec, vector_size=150, window=5, sg=1, negative=10, epochs=8),
        ),
        ("fortunes", "essays", "computing", "handbook"),
    ),
    "essays": (train_information, ("essays", "fortunes")),
}
"""By name of the space: how it is trained, and on which texts."""


def train_unseen(sources: Sources, folder: Path, names: Iterable[str]) -> None:
    """Train spaces into a folder, each under its name."""
    wordnet = read_wordnet(sources.wordnet)
    vocabulary = choose_vocabulary(wordnet, read_list(KEYWORDS))
    texts: Mapping[str, Texts] = {
        "glosses": list(_join_heads(read_glosses(wordnet, vocabulary))),
        "webster": list(_join_heads(read_webster(sources.gcide, vocabulary))),
        "bible": list(read_bible(sources.bible(), vocabulary)),
        **{name: list(text) for name, text in other_texts.read(sources, vocabulary).items()},
    }
    folder.mkdir(parents=True, exist_ok=True)
    for seed, name in enumerate(RECIPES, 1):
        if name in names:
            log.info("training %s", name)
            train, wanted = RECIPES[name]
            read = [text for one in wanted for text in texts[one] if len(text)]
            vectors = train(read, vocabulary, seed)
            pack(folder / f"{name}{SUFFIX}", name, vocabulary, vectors)


def _join_heads(glosses: Glosses) -> Iterator[list[int]]:
    for text, heads in zip(glosses.texts, glosses.heads, strict=True):
        yield [*heads[:HEADS], *text]


def main() -> int:
    """Train what is asked for; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.vectors.unseen", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/unseen"), help="the folder")
    parser.add_argument("--only", choices=RECIPES, help="train one of them")
    add_data_option(parser)
    asked = parser.parse_args()
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)
    for one in (log, logging.getLogger("tools")):  # run as a program, this module is no part of it
        one.setLevel(logging.INFO)
    sources = Sources(asked.data)
    try:
        sources.folder.mkdir(parents=True, exist_ok=True)
        fetch(sources, {**PACKAGES, **other_texts.PACKAGES})
        train_unseen(sources, asked.out, [asked.only] if asked.only else RECIPES)
    except SourceError as error:
        log.error("%s", error)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
