"""Run trials in several processes on this machine, and replace those that die."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import TYPE_CHECKING, Any, Self

from lab.run.executors.executor import WorkerLost
from lab.run.executors.worker import run_worker
from lab.run.permits import PermitBank
from lab.run.task import Result, Task

if TYPE_CHECKING:
    from engine.config.settings import Settings


SPARE = 1
"""Queued bundles per worker, so that it need not wait for the coordinator."""


END_SECONDS = 2.0
"""Seconds a worker has to end by itself."""


class _Link:
    """The coordinator's end of the pipe to one worker."""

    def __init__(self, limits: Mapping[str, int], settings: "Settings", bank: PermitBank) -> None:
        context = get_context("spawn")
        self.pipe, other = context.Pipe()
        arguments = other, dict(limits), settings
        self.process = context.Process(target=run_worker, args=arguments, daemon=True)
        self.process.start()
        other.close()
        self.bundles: dict[int, asyncio.Future[list[Result]]] = {}
        self.lost = False
        self.asking = 0
        """The worker's last reported number of questions in progress."""
        self._bank = bank
        self._held: dict[str, int] = {}
        self._asking: set[asyncio.Task[None]] = set()
        Thread(
            target=self._read_pipe, args=(asyncio.get_running_loop(), self.pipe), daemon=True
        ).start()

    def _read_pipe(self, loop: asyncio.AbstractEventLoop, pipe: Connection) -> None:
        with suppress(RuntimeError):  # the loop is closed
            try:
                while True:
                    loop.call_soon_threadsafe(self._handle_message, pipe.recv())
            except (EOFError, OSError):
                loop.call_soon_threadsafe(self._end)

    def _handle_message(self, message: tuple[Any, ...]) -> None:
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
        """Send a message; for a dead worker it is dropped, and `_end` follows."""
        with suppress(OSError):
            self.pipe.send(message)

    def _end(self) -> None:
        """Handle the death of the worker: fail its bundles, and free its permits."""
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
    """An executor with several processes; dead ones are replaced."""

    bundle_seconds = 1.0

    def __init__(
        self, workers: int, at_once: int, limits: Mapping[str, int], settings: "Settings"
    ) -> None:
        """Create the executor; the processes start when the context is entered.

        Args:
            workers: The number of processes.
            at_once: The number of concurrent costly trials, in all processes together.
            limits: By `build_model_key`: the maximum number of concurrent questions.
            settings: The settings in force, which are sent to the processes.
        """
        self.workers = workers
        self.at_once = at_once
        self.limits = limits
        self.settings = settings
        self._bank = PermitBank(limits)
        self._links: list[_Link] = []
        self._numbers = count()

    @property
    def name(self) -> str:
        """The name of the executor."""
        return f"{self.workers} processes" if self.workers > 1 else "1 process"

    @property
    def asking(self) -> int:
        """Number of questions to models and programs in progress."""
        return sum(link.asking for link in self._links)

    @property
    def process_ids(self) -> list[int]:
        """The IDs of the running processes."""
        return [link.process.pid or 0 for link in self._links if not link.lost]

    def count_slots(self, *, costly: bool) -> int:
        """Count a few more bundles than workers, or all concurrent costly trials."""
        return self.at_once if costly else self.workers * (1 + SPARE)

    async def run(self, tasks: tuple[Task, ...]) -> list[Result]:
        """Run a bundle in the process with the fewest bundles.

        Raises:
            WorkerLost: If the process died.
        """
        for place, link in enumerate(self._links):
            if link.lost:
                self._links[place] = _Link(self.limits, self.settings, self._bank)
        link = min(self._links, key=lambda one: len(one.bundles))
        number = next(self._numbers)
        bundle: asyncio.Future[list[Result]] = asyncio.get_running_loop().create_future()
        link.bundles[number] = bundle
        link.send(("run", number, tasks))
        return await bundle

    async def __aenter__(self) -> Self:
        self._links = [_Link(self.limits, self.settings, self._bank) for _ in range(self.workers)]
        return self

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        """End the processes, even within a bundle, as costly trials are on disk."""
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
