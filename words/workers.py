"""Parsing blocks of lines in further processes, in order, with nothing left behind."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection

from words.layout import SpaceError
from words.parsing import Batch, parse_text

ALONE = 4
"""Blocks that are parsed in this process before others are started."""
MOST = 4
"""Processes at most: one core reads and writes as fast as these parse."""

ENDED = "A process that reads the file was ended from outside."
"""What is said when one does not answer."""


def parse_lines(blocks: Iterable[bytes], width: int) -> Generator[Batch]:
    """Parse blocks of whole lines, in order; a long stream in as many processes as there are cores.

    Raises:
        SpaceError: A process was ended from outside.
    """
    stream = iter(blocks)
    first = list(islice(stream, ALONE + 1))
    if len(first) <= ALONE:
        yield from (parse_text(block, width) for block in first)
        return
    with _workers(width) as workers:
        busy: deque[Connection] = deque()
        for block in chain(first, stream):
            if len(busy) < len(workers):
                worker, batch = workers[len(busy)], None
            else:
                worker = busy.popleft()
                batch = _answer(worker)
            _ask(worker, block)  # before the answer is passed on, so that it is never idle
            busy.append(worker)
            if batch is not None:
                yield batch
        for worker in busy:
            yield _answer(worker)


def _ask(worker: Connection, block: bytes) -> None:
    try:
        worker.send_bytes(block)
    except OSError as error:
        raise SpaceError(ENDED) from error


def _answer(worker: Connection) -> Batch:
    try:
        batch: Batch = worker.recv()
    except (EOFError, OSError) as error:
        raise SpaceError(ENDED) from error
    return batch


@contextmanager
def _workers(width: int) -> Iterator[list[Connection]]:
    """Start processes that end when their pipe does, however this process ends.

    They are spawned, never forked, so it does not matter which threads run here. Ctrl+C reaches the
    whole terminal group: it is blocked in them and left to this process to answer.
    """
    context = multiprocessing.get_context("spawn")
    resource_tracker.ensure_running()  # it changes the signal mask, so it has to come first
    with ExitStack() as stack:
        ends = []
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            for _ in range(min(MOST, max(2, os.cpu_count() or 1))):
                end, other = context.Pipe()
                process = context.Process(target=_work, args=(other, width), daemon=True)
                process.start()
                other.close()
                stack.callback(process.join)
                stack.callback(end.close)
                ends.append(end)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        yield ends


def _work(pipe: Connection, width: int) -> None:
    while True:
        try:
            block = pipe.recv_bytes()
            pipe.send(parse_text(block, width))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return
