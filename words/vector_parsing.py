"""Parse word vectors from text and from word2vec's binary format.

Each block of rows becomes a `Batch`: words, vectors as int8, and the faults of rows that cannot be
used. Long text files are parsed in several processes.
"""

import os
import signal
import struct
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, islice
from multiprocessing.connection import Connection, Pipe
from subprocess import Popen

import numpy as np
from numpy.typing import NDArray
from pydantic_core import from_json

from words.space_file_format_and_folders import SpaceError
from words.space_reader_and_writer import quantise

LONGEST_WORD = 200
"""Maximum length of a word in bytes."""
FEWEST_BLOCKS = 4
"""Files with at most this many blocks are parsed only in this process."""
MOST_PROCESSES = 4
"""Maximum number of processes; more do not help, as one core cannot read and write faster."""
PROCESS_ENDED = "A process that reads the file was ended from outside."


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
    scales: NDArray[np.float32]
    """One scale per row, shape (words,)."""
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
    rows, scales = quantise(vectors)
    return Batch(lines, words, places, rows, scales, sorted(faults))


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


def parse_lines(
    blocks: Iterable[bytes], width: int, environment: Mapping[str, str]
) -> Generator[Batch]:
    """Parse blocks of whole lines in order, long files in as many processes as there are cores.

    Args:
        blocks: The blocks.
        width: Numbers per vector.
        environment: The variables of the processes.

    Raises:
        SpaceError: If a process is ended from outside.
    """
    stream = iter(blocks)
    first = list(islice(stream, FEWEST_BLOCKS + 1))
    if len(first) <= FEWEST_BLOCKS:
        yield from (parse_text(block, width) for block in first)
        return
    with _start_workers(width, environment) as workers:
        busy: deque[Connection] = deque()
        for block in chain(first, stream):
            if len(busy) < len(workers):
                worker, batch = workers[len(busy)], None
            else:
                worker = busy.popleft()
                batch = _receive(worker)
            _send(worker, block)  # before the batch is yielded, so that the worker is never idle
            busy.append(worker)
            if batch is not None:
                yield batch
        for worker in busy:
            yield _receive(worker)


def _send(worker: Connection, block: bytes) -> None:
    try:
        worker.send_bytes(block)
    except OSError as error:
        raise SpaceError(PROCESS_ENDED) from error


def _receive(worker: Connection) -> Batch:
    try:
        batch: Batch = worker.recv()
    except (EOFError, OSError) as error:
        raise SpaceError(PROCESS_ENDED) from error
    return batch


WORKER = "import sys, words.vector_parsing as parsing; parsing.run_worker(*map(int, sys.argv[1:]))"
"""The program of a worker process."""


@contextmanager
def _start_workers(width: int, environment: Mapping[str, str]) -> Iterator[list[Connection]]:
    """Start worker processes that end when their pipe closes, however this process ends.

    They are not forks, because this process may run threads. Ctrl+C goes to the whole process
    group: the workers block it, so that only this process handles it.
    """
    with ExitStack() as stack:
        ends = []
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            for _ in range(min(MOST_PROCESSES, max(2, os.cpu_count() or 1))):
                end, other = Pipe()
                process = Popen(  # noqa: S603 - our own program
                    [sys.executable, "-P", "-c", WORKER, str(other.fileno()), str(width)],
                    env=environment,
                    pass_fds=(other.fileno(),),
                )
                other.close()
                stack.callback(process.wait)
                stack.callback(end.close)
                ends.append(end)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        yield ends


def run_worker(file: int, width: int) -> None:
    """Parse the blocks that come through a pipe until it closes.

    Args:
        file: The descriptor of the pipe.
        width: Numbers per vector.
    """
    pipe = Connection(file)
    while True:
        try:
            block = pipe.recv_bytes()
            pipe.send(parse_text(block, width))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return
