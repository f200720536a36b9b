"""Counting which words occur together, as GloVe learns from it."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tools.vectors.compiling import compiled
from tools.vectors.corpora import Glosses, Sentences


class Cells(NamedTuple):
    """The cells of a symmetric matrix of co-occurrence, each pair of words once."""

    rows: NDArray[np.int32]
    """The smaller number of each pair."""
    columns: NDArray[np.int32]
    """The larger one."""
    weights: NDArray[np.float32]
    """How much they occur together."""

    @classmethod
    def sum_of(cls, parts: list[tuple[NDArray[np.int64], NDArray[np.float32]]], words: int) -> Self:
        """Add up pairs, given as row x words + column, with their weights."""
        pairs = np.concatenate([pairs for pairs, _ in parts])
        weights = np.concatenate([weights for _, weights in parts])
        order = np.argsort(pairs, kind="stable")
        pairs, weights = pairs[order], weights[order]
        firsts = np.flatnonzero(np.diff(pairs, prepend=-1))
        summed = np.add.reduceat(weights, firsts)
        rows, columns = np.divmod(pairs[firsts], words)
        return cls(rows.astype(np.int32), columns.astype(np.int32), summed)

    def above(self, least: float) -> Self:
        """Keep the cells with at least this weight."""
        kept = self.weights >= least
        return self._replace(
            rows=self.rows[kept], columns=self.columns[kept], weights=self.weights[kept]
        )

    def with_absent(self, tries: int, weight: float, words: int, seed: int) -> Self:
        """Add pairs that never occur together, drawn by their words' weight to the 3/4."""
        rng = np.random.default_rng(seed)
        totals = np.bincount(self.rows, self.weights, words)
        totals += np.bincount(self.columns, self.weights, words)
        cumulated = np.cumsum(totals**0.75)
        drawn = np.searchsorted(cumulated, rng.random((2, tries)) * cumulated[-1])
        first, second = drawn[:, drawn[0] != drawn[1]].astype(np.int64)
        pairs = np.unique(np.minimum(first, second) * words + np.maximum(first, second))
        present = self.rows.astype(np.int64) * words + self.columns
        rows, columns = np.divmod(pairs[~np.isin(pairs, present)], words)
        return self._replace(
            rows=np.concatenate([self.rows, rows.astype(np.int32)]),
            columns=np.concatenate([self.columns, columns.astype(np.int32)]),
            weights=np.concatenate([self.weights, np.full(len(rows), weight, np.float32)]),
        )


def in_window(
    sentences: Sentences, window: int, weight: float, words: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Pair the words of a sentence up to `window` apart; a pair at distance d weighs weight / d."""
    room = len(sentences.tokens) * window
    pairs, weights = np.empty(room, np.int64), np.empty(room, np.float32)
    count = _in_window(sentences.tokens, sentences.starts, window, weight, words, pairs, weights)
    return pairs[:count], weights[:count]


def with_heads(
    glosses: Glosses, weight: float, words: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Pair the headwords of a gloss with each other and with its words, the first ones more."""
    room = len(glosses.texts.tokens) * 4 + len(glosses.heads.tokens) * 4
    pairs, weights = np.empty(room, np.int64), np.empty(room, np.float32)
    texts, heads = glosses.texts, glosses.heads
    count = _with_heads(
        *(texts.tokens, texts.starts, heads.tokens, heads.starts, weight, words, pairs, weights)
    )
    return pairs[:count], weights[:count]


@compiled
def _pair(first: int, second: int, words: int) -> int:
    """Number a pair of words."""
    return int(min(first, second) * np.int64(words) + max(first, second))


@compiled
def _in_window(
    tokens: NDArray[np.int32],
    starts: NDArray[np.int64],
    window: int,
    weight: float,
    words: int,
    pairs: NDArray[np.int64],
    weights: NDArray[np.float32],
) -> int:
    count = 0
    for sentence in range(len(starts) - 1):
        end = starts[sentence + 1]
        for place in range(starts[sentence], end):
            for other in range(place + 1, min(end, place + 1 + window)):
                if tokens[place] != tokens[other]:
                    pairs[count] = _pair(tokens[place], tokens[other], words)
                    weights[count] = weight / (other - place)
                    count += 1
    return count


@compiled
def _with_heads(
    tokens: NDArray[np.int32],
    starts: NDArray[np.int64],
    heads: NDArray[np.int32],
    head_starts: NDArray[np.int64],
    weight: float,
    words: int,
    pairs: NDArray[np.int64],
    weights: NDArray[np.float32],
) -> int:
    count = 0
    for gloss in range(len(starts) - 1):
        start, last = starts[gloss], min(head_starts[gloss + 1], head_starts[gloss] + 4)
        for head in range(head_starts[gloss], last):
            for place in range(start, starts[gloss + 1]):
                if heads[head] != tokens[place]:
                    pairs[count] = _pair(heads[head], tokens[place], words)
                    weights[count] = weight / (place - start + 1.0) ** 0.25
                    count += 1
            for other in range(head + 1, last):
                if heads[head] != heads[other]:
                    pairs[count] = _pair(heads[head], heads[other], words)
                    weights[count] = weight
                    count += 1
    return count
