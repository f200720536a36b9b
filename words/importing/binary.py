"""Parse word vectors from word2vec's binary format."""

import struct
from collections.abc import Iterable, Iterator

import numpy as np

from words.importing.row_batch import LONGEST_WORD, Batch, Fault, build_batch, find_word_fault


def parse_binary(blocks: Iterable[bytes], width: int, rows: int) -> Iterator[Batch]:
    """Parse word2vec's binary format: word, space, `width` float32, with or without a line break.

    Args:
        blocks: The bytes after the header line, split anywhere.
        width: Numbers per vector.
        rows: The number of rows in the header; further rows are not read.
    """
    rest = b""
    for block in blocks:
        buffer = rest + block
        batch, used = _parse_binary_rows(buffer, width, rows)
        rest = buffer[used:]
        rows -= batch.lines
        if batch.lines:
            yield batch
        if not rows:
            return
    if rest.strip():
        yield build_batch(1, [], [], np.empty((0, width), np.float32), [(0, Fault.CUT)])


def _parse_binary_rows(buffer: bytes, width: int, rows: int) -> tuple[Batch, int]:
    words: list[bytes] = []
    places: list[int] = []
    vectors = []
    faults: list[tuple[int, Fault]] = []
    position = row = 0
    while row < rows and (end := _find_word_end(buffer, position, width)) is not None:
        word = buffer[position:end].lstrip(b"\n")
        position = end + 1 + 4 * width
        if fault := find_word_fault(word):
            faults.append((row, fault))
        else:
            words.append(word)
            places.append(row)
            vectors.append(np.frombuffer(buffer, "<f4", width, end + 1))
        row += 1
    matrix = np.stack(vectors) if vectors else np.empty((0, width), np.float32)
    return build_batch(row, words, places, matrix, faults), position


def _find_word_end(buffer: bytes, start: int, width: int) -> int | None:
    """Find the space between a word and its vector; None if the row is incomplete.

    The format does not mark spaces within a word. If the numbers after the first space are absurd,
    as they are when read from the wrong byte, try later spaces.
    """
    first = end = buffer.find(b" ", start, start + LONGEST_WORD + 2)
    sample = struct.Struct(f"<{min(width, 16)}f")
    while 0 <= end < len(buffer) - 4 * width:
        numbers = sample.unpack_from(buffer, end + 1)
        sane = all(number == 0 or 1e-18 < abs(number) < 1e6 for number in numbers)
        if sane and (end == first or find_word_fault(buffer[start:end].lstrip(b"\n")) is None):
            return end
        end = buffer.find(b" ", end + 1, start + LONGEST_WORD + 2)
    return first if 0 <= first < len(buffer) - 4 * width else None
