"""Parse long text files of word vectors in several processes."""

import os
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from multiprocessing.connection import Connection, Pipe
from subprocess import Popen

from words.importing.row_batch import Batch
from words.importing.text import parse_text
from words.space.errors import SpaceError

FEWEST_BLOCKS = 4
"""Files with at most this many blocks are parsed only in this process."""


MOST_PROCESSES = 4
"""Maximum number of processes; more do not help, as one core cannot read and write faster."""


PROCESS_ENDED = "A process that reads the file was ended from outside."


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


WORKER = (
    "import sys, words.importing.worker_processes as parsing; "
    "parsing.run_worker(*map(int, sys.argv[1:]))"
)
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
