"""The process of a worker: it runs bundles, and requests permits before it asks models."""

import asyncio
import gc
import os
import signal
from collections.abc import Mapping
from itertools import count
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from lab.run.bundle import run_bundle
from lab.run.gates import Gates
from lab.run.task import Task

if TYPE_CHECKING:
    from engine.config.settings import Settings


RARELY = (50_000, 10, 100)
"""Thresholds of the garbage collector: games leave little garbage, and each collection pauses
all."""


TELL_SECONDS = 0.25
"""Interval in which a worker reports its number of questions in progress."""


class PipePermits:
    """Permits that a worker requests from the coordinator through the pipe."""

    def __init__(self, worker: "Worker") -> None:
        self._worker = worker
        self._numbers = count()
        self._asked: dict[int, asyncio.Future[int]] = {}

    async def take(self, key: str, wanted: int) -> int:
        """Request permits, and wait for them."""
        number = next(self._numbers)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        self._worker.send(("take", number, key, wanted))
        return await answer

    def give_back(self, key: str, permits: int) -> None:
        """Return permits."""
        self._worker.send(("give back", key, permits))

    def grant(self, number: int, count: int) -> None:
        """Handle the coordinator's answer to a request."""
        self._asked.pop(number).set_result(count)


class Worker:
    """The worker's end of the pipe."""

    def __init__(self, pipe: Connection, limits: Mapping[str, int], settings: "Settings") -> None:
        self._pipe = pipe
        self._lock = Lock()
        self._permits = PipePermits(self)
        self._gates = Gates(limits, settings, self._permits)
        self._bundles: set[asyncio.Task[None]] = set()

    def send(self, message: tuple[Any, ...]) -> None:
        """Send a message to the coordinator."""
        with self._lock:
            self._pipe.send(message)

    async def run_bundles(self) -> None:
        """Run bundles until the coordinator sends no more."""
        loop = asyncio.get_running_loop()
        messages: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()

        def listen() -> None:
            try:
                while True:
                    message = self._pipe.recv()
                    loop.call_soon_threadsafe(messages.put_nowait, message)
            except (EOFError, OSError):
                os._exit(1)  # the coordinator is dead; finished work is on disk

        Thread(target=listen, daemon=True).start()
        telling = asyncio.create_task(self._report_asking())
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

    async def _report_asking(self) -> None:
        """Report the number of questions in progress whenever it has changed."""
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


def run_worker(pipe: Connection, limits: Mapping[str, int], settings: "Settings") -> None:
    """Run a worker; Ctrl+C is ignored, as the coordinator handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*RARELY)
    asyncio.run(Worker(pipe, limits, settings).run_bundles())
