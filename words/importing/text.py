"""Parse word vectors from lines of text."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic_core import from_json

from words.importing.row_batch import Batch, Fault, build_batch, find_word_fault


def parse_text(block: bytes, width: int) -> Batch:
    """Parse lines of a word and `width` numbers; skip blank lines.

    A word may contain spaces (some of glove.840B do): the last `width` fields are the numbers. If
    the last line is bad and has no line break, it counts as cut off.
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
            if not stripped:
                continue
            split = _split_fields(stripped, width)
            if split is None:
                faults.append((place, Fault.WIDTH))
                continue
            word, tail = split
        if fault := find_word_fault(word):
            faults.append((place, fault))
            continue
        words.append(word)
        places.append(place)
        tails.append(tail)
    numbers = _parse_numbers(b" ".join(tails))
    if numbers is None or len(numbers) != width * len(tails):
        good, found = _parse_each(tails, places, width, faults)
        words = [words[index] for index in good]
        places = [places[index] for index in good]
        numbers = np.concatenate([np.empty(0, np.float32), *found])
    vectors = numbers.reshape(len(words), width)
    batch = build_batch(len(lines), words, places, vectors, faults)
    if unfinished is not None and batch.faults and batch.faults[-1][0] == unfinished:
        batch.faults[-1] = (unfinished, Fault.CUT)
    return batch


def _parse_each(
    tails: Sequence[bytes], places: Sequence[int], width: int, faults: list[tuple[int, Fault]]
) -> tuple[list[int], list[NDArray[np.float32]]]:
    """Parse the numbers of each line alone: the indices of good lines, and their numbers."""
    good, found = [], []
    for index, tail in enumerate(tails):
        one = _parse_numbers(tail)
        if one is None:
            faults.append((places[index], Fault.NUMBER))
        elif len(one) != width:
            faults.append((places[index], Fault.WIDTH))
        else:
            good.append(index)
            found.append(one)
    return good, found


def _split_fields(line: bytes, width: int) -> tuple[bytes, bytes] | None:
    """Split a line into a word, which may contain spaces, and its numbers; `None` if it has none.

    A number too many is not part of a word, but a word may be a number, such as a year.
    """
    fields = line.rsplit(maxsplit=width)
    head = fields[0].split()
    if len(fields) <= width or (len(head) > 1 and is_number(head[-1])):
        return None
    return fields[0].strip(), b" ".join(fields[1:])


def is_number(field: bytes) -> bool:
    """Whether a field is a number, including NaN and infinity."""
    try:
        float(field)
    except ValueError:
        return False
    return True


def _parse_numbers(text: bytes) -> NDArray[np.float32] | None:
    """Parse numbers separated by spaces; return None if a field is not a number.

    pydantic's JSON parser takes 0.6 of the time of numpy's; numpy parses what JSON does not allow,
    such as NaN or `+.5`.
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
