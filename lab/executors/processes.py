"""Run trials in processes of this computer."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Self

from lab.bundle import Result, Task
from lab.executors.protocol import WorkerLost
from lab.executors.worker import run_worker
from lab.permits import PermitBank

SPARE = 1
"""Bundles that wait in each worker, so that it never waits for the coordinator."""
END_SECONDS = 2.0
"""How long a worker has to end by itself."""


class _Link:
    """The coordinator's end of the pipe to one worker."""

    def __init__(self, limits: Mapping[str, int], bank: PermitBank) -> None:
        context = get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=run_worker, args=(other, dict(limits)), daemon=True)
        self.process.start()
        other.close()
        self.bundles: dict[int, asyncio.Future[list[Result]]] = {}
        self.lost = False
        self.asking = 0
        """How many questions the worker said to be under way."""
        self._bank = bank
        self._held: dict[str, int] = {}
        self._asking: set[asyncio.Task[None]] = set()
        Thread(
            target=self._listen, args=(asyncio.get_running_loop(), self.pipe), daemon=True
        ).start()

    def _listen(self, loop: asyncio.AbstractEventLoop, pipe: Connection) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            try:
                while True:
                    loop.call_soon_threadsafe(self._hear, pipe.recv())
            except (EOFError, OSError):
                loop.call_soon_threadsafe(self._end)

    def _hear(self, message: tuple[Any, ...]) -> None:
        match message:
            case ("done", number, results):
                if (bundle := self.bundles.pop(number, None)) and not bundle.done():
                    bundle.set_result(results)
            case ("failed", number, error):
                if (bundle := self.bundles.pop(number, None)) and not bundle.done():
                    bundle.set_exception(error)
            case ("take", number, key, wanted):
                asking = asyncio.create_task(self._take(number, key, wanted))
                self._asking.add(asking)
                asking.add_done_callback(self._asking.discard)
            case ("asking", number):
                self.asking = number
            case ("give back", key, permits):
                self._held[key] -= permits
                self._bank.give_back(key, permits)

    async def _take(self, number: int, key: str, wanted: int) -> None:
        permits = await self._bank.take(key, wanted)
        if self.lost:
            self._bank.give_back(key, permits)
            return
        self._held[key] = self._held.get(key, 0) + permits
        self.send(("granted", number, permits))

    def send(self, message: tuple[Any, ...]) -> None:
        """Send a message; a worker that is gone hears nothing, and `_end` follows."""
        with suppress(OSError):
            self.pipe.send(message)

    def _end(self) -> None:
        """The worker died: its bundles are lost, and its permits are free."""
        self.lost = True
        self.asking = 0
        for asking in self._asking:
            asking.cancel()
        for key, permits in self._held.items():
            self._bank.give_back(key, permits)
        self._held.clear()
        for bundle in self.bundles.values():
            if not bundle.done():
                bundle.set_exception(WorkerLost())
        self.bundles.clear()


class ProcessExecutor:
    """Some processes; one that dies is replaced."""

    def __init__(self, workers: int, at_once: int, limits: Mapping[str, int]) -> None:
        """Create it; the processes start with the context.

        Args:
            workers: How many processes.
            at_once: How many costly trials are in progress at a time, in all of them together.
            limits: How many questions may be under way, by `lab.permits.model_key`.
        """
        self.workers = workers
        self.at_once = at_once
        self.limits = limits
        self._bank = PermitBank(limits)
        self._links: list[_Link] = []
        self._numbers = count()

    @property
    def name(self) -> str:
        """What it is."""
        return f"{self.workers} processes" if self.workers > 1 else "1 process"

    @property
    def asking(self) -> int:
        """How many questions to models and programs are under way."""
        return sum(link.asking for link in self._links)

    @property
    def process_ids(self) -> list[int]:
        """The processes that run now."""
        return [link.process.pid or 0 for link in self._links if not link.lost]

    def slots(self, *, costly: bool) -> int:
        """A few more bundles than workers, or all costly trials that are to be in progress."""
        return self.at_once if costly else self.workers * (1 + SPARE)

    async def run(self, tasks: tuple[Task, ...]) -> list[Result]:
        """Run a bundle in the process that has the fewest.

        Raises:
            WorkerLost: If the process died.
        """
        for place, link in enumerate(self._links):
            if link.lost:
                self._links[place] = _Link(self.limits, self._bank)
        link = min(self._links, key=lambda one: len(one.bundles))
        number = next(self._numbers)
        bundle: asyncio.Future[list[Result]] = asyncio.get_running_loop().create_future()
        link.bundles[number] = bundle
        link.send(("run", number, tasks))
        return await bundle

    async def __aenter__(self) -> Self:
        self._links = [_Link(self.limits, self._bank) for _ in range(self.workers)]
        return self

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        """End the processes, within a bundle if need be: costly trials are on disk."""
        for link in self._links:
            if error is None:
                link.send(("end",))
            else:
                link.process.terminate()
        for link in self._links:
            await asyncio.to_thread(link.process.join, END_SECONDS)
            if link.process.is_alive():
                link.process.kill()
            link.pipe.close()
