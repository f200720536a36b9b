"""Word vectors out of text and binary blocks, each bad row with what is wrong with it."""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from pydantic_core import from_json

from words.writer import quantise

LONGEST_WORD = 200
"""Bytes of the longest word that is taken."""


class Fault(StrEnum):
    """What can be wrong with a row of a file of vectors."""

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
    """Good rows of a stretch of a file, and the bad ones."""

    lines: int
    """Lines (text) or rows (binary) in the stretch."""
    words: list[bytes]
    """Words in UTF-8; may repeat."""
    places: list[int]
    """For each word the line it is in, counted from 0 in the stretch."""
    rows: NDArray[np.int8]
    """Quantised vectors, shape (words, width)."""
    scales: NDArray[np.float32]
    """One scale a row, shape (words,)."""
    faults: list[tuple[int, Fault]]
    """Bad lines, counted from 0 in the stretch, in order."""


def word_fault(word: bytes) -> Fault | None:
    """Say what is wrong with a word; control, bidi and zero-width characters are not printable."""
    try:
        text = word.decode()
    except UnicodeDecodeError:
        return Fault.ENCODING
    good = text.isprintable() and not text.isspace() and 0 < len(word) <= LONGEST_WORD
    return None if good else Fault.WORD


def parse_text(block: bytes, width: int) -> Batch:
    """Read lines of a word and `width` numbers each; blank lines are passed over.

    A word may contain spaces (as some of glove.840B do): the last `width` fields are the numbers.
    A bad last line without a line break counts as cut off.
    """
    lines = block.split(b"\n")
    unfinished = len(lines) - 1 if lines[-1] else None
    if unfinished is None:
        lines.pop()
    words, places, tails = [], [], []
    faults: list[tuple[int, Fault]] = []
    for place, line in enumerate(lines):
        stripped = line.rstrip()
        word, _, tail = stripped.partition(b" ")
        if tail.count(b" ") != width - 1 or b"\t" in word:
            fields = stripped.rsplit(maxsplit=width)
            if not fields:
                continue
            head = fields[0].split()
            # One number too many is no part of a word, but a word may be a number, such as a year.
            if len(fields) <= width or (len(head) > 1 and is_number(head[-1])):
                faults.append((place, Fault.WIDTH))
                continue
            word, tail = fields[0].strip(), b" ".join(fields[1:])
        if fault := word_fault(word):
            faults.append((place, fault))
            continue
        words.append(word)
        places.append(place)
        tails.append(tail)
    numbers = _numbers(b" ".join(tails))
    if numbers is None or len(numbers) != width * len(tails):
        parsed = [_numbers(tail) for tail in tails]
        good = []
        for index, one in enumerate(parsed):
            if one is None:
                faults.append((places[index], Fault.NUMBER))
            elif len(one) != width:
                faults.append((places[index], Fault.WIDTH))
            else:
                good.append(index)
        words = [words[index] for index in good]
        places = [places[index] for index in good]
        numbers = np.concatenate([np.empty(0, np.float32), *(parsed[index] for index in good)])
    vectors = numbers.reshape(len(words), width)
    batch = gather(len(lines), words, places, vectors, faults)
    if unfinished is not None and batch.faults and batch.faults[-1][0] == unfinished:
        batch.faults[-1] = (unfinished, Fault.CUT)
    return batch


def is_number(field: bytes) -> bool:
    """Tell whether a field of a line is a number, NaN and infinity included."""
    try:
        float(field)
    except ValueError:
        return False
    return True


def _numbers(text: bytes) -> NDArray[np.float32] | None:
    """Read numbers between spaces, None if something is not a number.

    Plain decimals go through the JSON reader of pydantic, which takes 0.6 of the time of numpy's
    own; whatever JSON does not know, such as NaN or `+.5`, goes through that.
    """
    with np.errstate(over="ignore"):
        if not text.translate(None, b"0123456789-+.eE "):
            try:
                return np.array(from_json(b"[%b]" % text.replace(b" ", b",")), np.float32)
            except (ValueError, OverflowError):
                pass
        try:
            return np.fromstring(text, np.float32, sep=" ")
        except ValueError:
            return None


def gather(
    lines: int,
    words: list[bytes],
    places: list[int],
    vectors: NDArray[np.float32],
    faults: list[tuple[int, Fault]],
) -> Batch:
    """Leave out vectors that have no direction and quantise the others."""
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
    rows, scales = quantise(vectors)
    return Batch(lines, words, places, rows, scales, sorted(faults))


def parse_binary(blocks: Iterable[bytes], width: int, rows: int) -> Iterator[Batch]:
    """Read word2vec's binary format: word, space, `width` float32, with or without a line break.

    Args:
        blocks: The bytes behind the header line, cut anywhere.
        width: Numbers in a vector.
        rows: How many rows the header promises; what follows them is not read.
    """
    rest = b""
    for block in blocks:
        buffer = rest + block
        batch, used = _binary_rows(buffer, width, rows)
        rest = buffer[used:]
        rows -= batch.lines
        if batch.lines:
            yield batch
        if not rows:
            return
    if rest.strip():
        yield gather(1, [], [], np.empty((0, width), np.float32), [(0, Fault.CUT)])


def _binary_rows(buffer: bytes, width: int, rows: int) -> tuple[Batch, int]:
    words: list[bytes] = []
    places: list[int] = []
    vectors = []
    faults: list[tuple[int, Fault]] = []
    position = row = 0
    while row < rows and (end := _word_end(buffer, position, width)) is not None:
        word = buffer[position:end].lstrip(b"\n")
        position = end + 1 + 4 * width
        if fault := word_fault(word):
            faults.append((row, fault))
        else:
            words.append(word)
            places.append(row)
            vectors.append(np.frombuffer(buffer, "<f4", width, end + 1))
        row += 1
    matrix = np.stack(vectors) if vectors else np.empty((0, width), np.float32)
    return gather(row, words, places, matrix, faults), position


def _word_end(buffer: bytes, start: int, width: int) -> int | None:
    """Find the space between a word and its vector; None if the row is not whole.

    The format does not mark spaces within a word. So where the numbers behind the first space are
    absurd, as they are when read from the wrong byte, later spaces are tried.
    """
    first = end = buffer.find(b" ", start, start + LONGEST_WORD + 2)
    sample = struct.Struct(f"<{min(width, 16)}f")
    while 0 <= end < len(buffer) - 4 * width:
        numbers = sample.unpack_from(buffer, end + 1)
        sane = all(number == 0 or 1e-18 < abs(number) < 1e6 for number in numbers)
        if sane and (end == first or word_fault(buffer[start:end].lstrip(b"\n")) is None):
            return end
        end = buffer.find(b" ", end + 1, start + LONGEST_WORD + 2)
    return first if 0 <= first < len(buffer) - 4 * width else None
