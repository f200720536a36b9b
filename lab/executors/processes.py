"""Run trials in several processes on this machine.

`ProcessExecutor` sends bundles of trials to its workers, and replaces workers that die. `Worker`
runs the bundles in its process. It requests permits from `ProcessExecutor` before it asks models,
so that all processes together respect the limits.
"""

import asyncio
import gc
import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Self

from lab.executors.local import WorkerLost
from lab.permits import Gates, PermitBank
from lab.trial_batch import Result, Task, run_bundle

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

    def __init__(
        self, workers: int, at_once: int, limits: Mapping[str, int], settings: "Settings"
    ) -> None:
        """Create the executor; the processes start when the context is entered.

        Args:
            workers: The number of processes.
            at_once: The number of concurrent costly trials, in all processes together.
            limits: By `lab.permits.build_model_key`: the maximum number of concurrent questions.
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
