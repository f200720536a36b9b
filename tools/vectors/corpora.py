"""The texts that the spaces learn from, as numbers of vocabulary words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tools.lists.vocabulary import Vocabulary
from tools.lists.wordnet import Synset, WordNet
from words.knowledge import read_word_associations


@dataclass(frozen=True)
class Sentences:
    """Sentences laid end to end."""

    tokens: NDArray[np.int32]
    """The numbers of their words."""
    starts: NDArray[np.int64]
    """Where each sentence starts, and last where the last one ends."""

    @classmethod
    def of(cls, sentences: Iterable[Sequence[int]]) -> Self:
        """Lay sentences end to end."""
        kept = list(sentences)
        starts = np.zeros(len(kept) + 1, np.int64)
        np.cumsum([len(sentence) for sentence in kept], out=starts[1:])
        tokens = np.fromiter((token for sentence in kept for token in sentence), np.int32)
        return cls(tokens, starts)

    def __iter__(self) -> Iterator[list[int]]:
        for start, end in zip(self.starts[:-1], self.starts[1:], strict=True):
            yield self.tokens[start:end].tolist()


@dataclass(frozen=True)
class Glosses:
    """Definitions, examples or associations, each with its headwords (examples have none)."""

    texts: Sentences
    """What is said."""
    heads: Sentences
    """Of which words it is said."""


def read_glosses(wordnet: WordNet, vocabulary: Vocabulary) -> Glosses:
    """Read every definition with its headwords, and every example."""
    texts: list[list[int]] = []
    heads: list[list[int]] = []
    for synset in wordnet.synsets:
        texts.append(vocabulary.read(synset.definition))
        heads.append(_headwords(synset, vocabulary))
        for example in synset.examples:
            texts.append(vocabulary.read(example))
            heads.append([])
    return Glosses(Sentences.of(texts), Sentences.of(heads))


def _headwords(synset: Synset, vocabulary: Vocabulary) -> list[int]:
    """The single words of a synset, the most frequent first; else parts of its phrases."""
    words = {vocabulary.find(lemma.lower()) for lemma in synset.lemmas if not compound(lemma)}
    known = sorted(
        (word for word in words if word is not None),
        key=lambda word: (-vocabulary.zipf[vocabulary.words[word]], word),
    )
    parts = [part for lemma in synset.lemmas if compound(lemma) for part in vocabulary.read(lemma)]
    return known or parts[:3]


def compound(lemma: str) -> bool:
    """Whether a lemma of WordNet is written as several words."""
    return "_" in lemma or "-" in lemma


def read_associations(vocabulary: Vocabulary, times: int) -> Glosses:
    """Read what people think of each word of the games, several times in different orders.

    Args:
        vocabulary: The words that are read.
        times: How often each word's associations are read.
    """
    chance = Random("associations")
    texts: list[list[int]] = []
    heads: list[list[int]] = []
    for word, responses in read_word_associations().items():
        for _ in range(times):
            texts.append(vocabulary.read(" ".join(chance.sample(responses, len(responses)))))
            heads.append(vocabulary.read(word))
    return Glosses(Sentences.of(texts), Sentences.of(heads))


def read_bible(verses: Iterable[str], vocabulary: Vocabulary) -> Sentences:
    """Read the Bible, a verse a sentence, without chapter and number."""
    return Sentences.of(vocabulary.read(re.sub(r"^\S+ ", "", verse)) for verse in verses if verse)
