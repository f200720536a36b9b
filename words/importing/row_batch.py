"""The rows of a block of word vectors: good ones as int8, and the faults of the others."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from words.space.writer import quantise

LONGEST_WORD = 200
"""Maximum length of a word in bytes."""


class Fault(StrEnum):
    """The faults of rows."""

    CUT = "cut off"
    WIDTH = "wrong width"
    NUMBER = "not a number"
    INFINITE = "NaN or infinite"
    ZERO = "all zeros"
    TWICE = "duplicate word"
    ENCODING = "not UTF-8"
    WORD = "unprintable or overlong word"


@dataclass(frozen=True)
class Batch:
    """The rows of a block: good ones with their vectors, bad ones with their faults."""

    lines: int
    """Number of lines (text) or rows (binary) in the block."""
    words: list[bytes]
    """Words in UTF-8; may repeat."""
    places: list[int]
    """The line of each word, counted from 0 in the block."""
    rows: NDArray[np.int8]
    """Quantised vectors, shape (words, width)."""
    faults: list[tuple[int, Fault]]
    """Bad lines in order, counted from 0 in the block."""


def find_word_fault(word: bytes) -> Fault | None:
    """Check a word; control, bidi and zero-width characters count as unprintable."""
    try:
        text = word.decode()
    except UnicodeDecodeError:
        return Fault.ENCODING
    good = text.isprintable() and not text.isspace() and 0 < len(word) <= LONGEST_WORD
    return None if good else Fault.WORD


def build_batch(
    lines: int,
    words: list[bytes],
    places: list[int],
    vectors: NDArray[np.float32],
    faults: list[tuple[int, Fault]],
) -> Batch:
    """Quantise the vectors; leave out those without a direction and add their faults."""
    finite = np.isfinite(vectors).all(axis=1)
    good = finite & vectors.any(axis=1)
    if not good.all():
        for index in np.flatnonzero(~good):
            fault = Fault.ZERO if finite[index] else Fault.INFINITE
            faults.append((places[index], fault))
        chosen = np.flatnonzero(good)
        words = [words[index] for index in chosen]
        places = [places[index] for index in chosen]
        vectors = vectors[chosen]
    return Batch(lines, words, places, quantise(vectors), sorted(faults))
