"""A worker process: it runs bundles that come through a pipe, and asks for permits through it.

The pipe is also how it notices that the coordinator is gone.
"""

import asyncio
import gc
import os
import signal
from collections.abc import Mapping
from itertools import count
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any

from lab.bundle import Task, run_bundle
from lab.permits import Gates

RARELY = (50_000, 10, 100)
"""Thresholds of the garbage collector: games leave little behind, and each collection stops all."""


TELL_SECONDS = 0.25
"""How often the coordinator is told how many questions are under way."""


class PipePermits:
    """Permits of the coordinator, asked for through the pipe."""

    def __init__(self, worker: "Worker") -> None:
        self._worker = worker
        self._numbers = count()
        self._asked: dict[int, asyncio.Future[int]] = {}

    async def take(self, key: str, wanted: int) -> int:
        """Ask, and wait."""
        number = next(self._numbers)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        self._worker.send(("take", number, key, wanted))
        return await answer

    def give_back(self, key: str, permits: int) -> None:
        """Return permits."""
        self._worker.send(("give back", key, permits))

    def grant(self, number: int, count: int) -> None:
        """Hear an answer."""
        self._asked.pop(number).set_result(count)


class Worker:
    """The worker's end of the pipe."""

    def __init__(self, pipe: Connection, limits: Mapping[str, int]) -> None:
        self._pipe = pipe
        self._lock = Lock()
        self._permits = PipePermits(self)
        self._gates = Gates(limits, self._permits)
        self._bundles: set[asyncio.Task[None]] = set()

    def send(self, message: tuple[Any, ...]) -> None:
        """Send a message to the coordinator."""
        with self._lock:
            self._pipe.send(message)

    async def work(self) -> None:
        """Run bundles until the coordinator says that there are no more."""
        loop = asyncio.get_running_loop()
        messages: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()

        def listen() -> None:
            try:
                while True:
                    message = self._pipe.recv()
                    loop.call_soon_threadsafe(messages.put_nowait, message)
            except (EOFError, OSError):
                os._exit(1)  # the coordinator is gone, and what is on disk is all that counts

        Thread(target=listen, daemon=True).start()
        telling = asyncio.create_task(self._tell())
        self._bundles.add(telling)
        while True:
            match await messages.get():
                case ("run", int() as number, tuple() as tasks):
                    bundle = asyncio.create_task(self._run(number, tasks))
                    self._bundles.add(bundle)
                    bundle.add_done_callback(self._bundles.discard)
                case ("granted", int() as number, int() as permits):
                    self._permits.grant(number, permits)
                case _:
                    return

    async def _tell(self) -> None:
        """Tell how many questions are under way whenever that has changed."""
        told = 0
        while True:
            await asyncio.sleep(TELL_SECONDS)
            if (asking := self._gates.asking) != told:
                told = asking
                self.send(("asking", asking))

    async def _run(self, number: int, tasks: tuple[Task, ...]) -> None:
        try:
            results = await run_bundle(tasks, self._gates)
        except BaseException as error:  # noqa: BLE001 - a defect: the coordinator tells of it
            self.send(("failed", number, error.with_traceback(None)))
        else:
            self.send(("done", number, results))


def run_worker(pipe: Connection, limits: Mapping[str, int]) -> None:
    """Be a worker; Ctrl+C is the coordinator's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*RARELY)
    asyncio.run(Worker(pipe, limits).work())
