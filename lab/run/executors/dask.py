"""Run trials in several processes of this computer, or on a Dask cluster."""

import asyncio
import logging
import signal
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from functools import cache, partial
from itertools import count
from pathlib import Path
from pickle import dumps, loads
from secrets import token_hex
from typing import Any, Self
from urllib.parse import urlsplit

import dask
import distributed
from distributed import KilledWorker
from distributed.client import FutureCancelledError
from distributed.comm.core import CommClosedError
from distributed.diagnostics.plugin import WorkerPlugin
from distributed.utils import silence_logging_cmgr
from distributed.worker_state_machine import SecedeEvent

from engine.config.settings import Settings, load_settings
from engine.garbage_collection import collect_rarely
from engine.play import do_nothing
from engine.players.process.core_dumps import forbid_core_dumps
from files.removal import delete_file
from files.replacement import replace_file
from lab.errors import ExecutorError
from lab.run.bundle import run_bundle
from lab.run.executors.encryption import create_temporary_security, load_security
from lab.run.executors.executor import WorkerLost
from lab.run.executors.own_cluster import CONFIGURATION, open_cluster
from lab.run.question_gates import Gates
from lab.run.task import Result, Task

SPARE = 1
"""Queued bundles per thread, so that threads need not wait for the coordinator."""
Client: Any = distributed.Client
Semaphore: Any = distributed.Semaphore
"""Untyped, because Dask has no type hints here."""
ASK_SECONDS = 2.0
"""Interval in which workers are asked for their number of questions in progress."""
CONNECT_SECONDS = 15
"""Seconds the scheduler has to answer."""


class OwnWorker(WorkerPlugin):
    """Prepares the workers that a run starts.

    Ctrl+C is handled by the coordinator alone, and keys stay out of core dumps.
    """

    name = "parlour-own-worker"

    def setup(self, worker: Any) -> None:  # noqa: ANN401, ARG002 - a distributed.Worker
        """Ignore Ctrl+C, which a terminal sends to all its processes, and forbid core dumps."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        forbid_core_dumps()


class DaskExecutor:
    """Cheap bundles run in the workers' threads, costly trials in their event loops."""

    bundle_seconds = 1.0

    def __init__(
        self,
        where: str | int,
        at_once: int,
        limits: Mapping[str, int],
        settings: Settings,
        notify: Callable[[str], None] = do_nothing,
    ) -> None:
        """Create the executor; it connects when the context is entered.

        Args:
            where: The address of a scheduler, or the number of processes to start.
            at_once: The number of concurrent costly trials, in all workers together.
            limits: By `build_model_key`: the maximum number of concurrent questions.
            settings: The settings in force, which are sent to the workers.
            notify: Called with the messages of every worker for everybody, such as that a server is
                waited for.
        """
        self.where = where
        self.at_once = at_once
        self.limits = dict(limits)
        self.settings = settings
        self.notify = notify
        self._run = token_hex(4)
        self._numbers = count()
        self._stack = AsyncExitStack()
        self._client: Any = None
        self._folder = ""
        self._asking = 0
        self._counting: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The name of the executor."""
        if isinstance(self.where, int):
            return f"{self.where} processes" if self.where > 1 else "1 process"
        return f"Dask at {self.where}"

    @property
    def asking(self) -> int:
        """Number of questions to models and programs in progress, when last asked."""
        return self._asking

    def count_slots(self, *, costly: bool) -> int:
        """Count a few more bundles than threads, or all concurrent costly trials."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        threads = sum(one["nthreads"] for one in workers) or 1
        return self.at_once if costly else threads * (1 + SPARE)

    async def run(self, tasks: tuple[Task, ...]) -> list[Result]:
        """Run a bundle on some worker.

        Raises:
            WorkerLost: If the worker died.
            ExecutorError: If the cluster is lost, or its workers do not see the run's folder.
        """
        key = f"parlour-{self._run}-{next(self._numbers)}"
        arguments: tuple[Any, ...]
        sent = dumps((tasks, self.settings, isinstance(self.where, int)))
        if tasks[0].path:
            await self._require_shared_folder(Path(tasks[0].path).parent)
            if self._counting is None:
                self._counting = asyncio.create_task(self._count_asking())
            arguments = _run_costly, sent, key, self._run, self.limits
        else:
            arguments = _run_cheap, sent
        future = self._client.submit(*arguments, key=key)
        try:
            found: list[Result] = loads(await future)  # noqa: S301 - Dask pickles, too
        except KilledWorker:
            raise WorkerLost from None
        except (CommClosedError, FutureCancelledError):
            raise ExecutorError(f"The scheduler of {self.name} is gone.") from None
        finally:
            with suppress(Exception):
                future.release()
        return found

    async def _count_asking(self) -> None:
        """Ask the workers regularly for their number of questions in progress."""
        while True:
            with suppress(OSError, TimeoutError):  # a worker has just left
                found = await self._client.run(_count_questions, on_error="ignore")
                self._asking = sum(found.values())
            await asyncio.sleep(ASK_SECONDS)

    async def _require_shared_folder(self, folder: Path) -> None:
        """Check that every worker sees the folder with the files of costly trials."""
        if self._folder == str(folder):
            return
        self._folder = str(folder)
        mark = folder / f".seen-{self._run}"
        replace_file(mark, b"")
        try:
            seen = await self._client.run(_is_file, str(mark))
        finally:
            delete_file(mark)
        if blind := [worker for worker, found in seen.items() if not found]:
            raise ExecutorError(
                f"{len(blind)} of {len(seen)} workers do not see {folder}, in which games of "
                f"models are kept while they are played. Put the run on a disk that all of them "
                f"share: --into /shared/NAME.run"
            )

    async def __aenter__(self) -> Self:
        where: object = self.where
        # Without a certificate for each run, any user of this computer could run code as this one.
        security = (
            create_temporary_security()
            if isinstance(self.where, int)
            else load_security(self.where)
        )
        self._stack.enter_context(dask.config.set(CONFIGURATION))
        for name, model in self.settings.models.items():
            if not isinstance(where, int) and "@" in urlsplit(model.base_url or "").netloc:
                raise ExecutorError(
                    f"The address of models.{name} holds a password, which is not sent to other "
                    f"computers: name a variable in its extra_headers instead."
                )
        try:
            if isinstance(self.where, int):
                self._stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
                cluster = open_cluster(self.where, security)
                where = await self._stack.enter_async_context(cluster)
            local = isinstance(self.where, int)  # else its workers may be out of reach
            client = Client(
                where,
                asynchronous=True,
                timeout=CONNECT_SECONDS,
                direct_to_workers=local or None,
                security=security,
            )
            self._client = await self._stack.enter_async_context(client)
            if local:
                await self._client.register_plugin(OwnWorker())
        except ExecutorError:
            await self._stack.aclose()
            raise
        except (OSError, TimeoutError, ValueError) as error:
            await self._stack.aclose()
            raise ExecutorError(
                f"There is no Dask scheduler at {self.where} that answers: {error}"
            ) from None
        self._client.subscribe_topic(_name_topic(self._run), lambda event: self.notify(event[1]))
        for key in self.limits:
            close = self._client.scheduler.semaphore_close
            self._stack.push_async_callback(close, name=_name_semaphore(self._run, key))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Disconnect from the cluster, and shut it down if it was started here."""
        if self._counting is not None:
            self._counting.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await self._counting
        await self._stack.aclose()


def _run_cheap(sent: bytes) -> bytes:
    """Run CPU-bound trials in a thread of the worker.

    What is sent and returned is pickled in one piece; Dask would pickle it one by one, in three
    processes.
    """
    collect_rarely()
    tasks, settings = _unpack(sent)
    return dumps(asyncio.run(run_bundle(tasks, Gates({}, settings))))


async def _run_costly(sent: bytes, key: str, run: str, limits: Mapping[str, int]) -> bytes:
    """Run I/O-bound trials in the worker's event loop, which shares connections.

    The task releases its thread, so that a worker can have more tasks in progress than threads.
    """
    worker: Any = distributed.get_worker()
    tasks, settings = _unpack(sent)
    worker.handle_stimulus(
        SecedeEvent(key=key, compute_duration=0.0, stimulus_id=f"parlour-secede-{key}")
    )
    gates = getattr(worker, "parlour_gates", None)
    if gates is None or gates[0] != run:
        create = partial(_create_semaphore, run)
        gates = worker.parlour_gates = run, Gates(limits, settings, create)
        gates[1].notify = partial(worker.log_event, _name_topic(run))
    return dumps(await run_bundle(tasks, gates[1]))


def _create_semaphore(run: str, key: str, limit: int) -> Any:  # noqa: ANN401
    """Create a semaphore that all workers share; the scheduler frees what a lost one has taken."""
    return Semaphore(limit, name=_name_semaphore(run, key))


def _name_semaphore(run: str, key: str) -> str:
    return f"parlour-{run}-{key}"


def _name_topic(run: str) -> str:
    """Name the topic of Dask's events with the messages of this run's workers."""
    return f"parlour-{run}-messages"


def _unpack(sent: bytes) -> tuple[tuple[Task, ...], Settings]:
    """Unpack tasks and settings; a worker on another computer has a data folder of its own."""
    tasks, settings, here = loads(sent)  # noqa: S301
    if not here:
        settings = settings.model_copy(update={"data": _find_own_data_folder()})
    return tasks, settings


@cache
def _find_own_data_folder() -> Path:
    return load_settings().data


def _count_questions(dask_worker: Any) -> int:  # noqa: ANN401 - a distributed.Worker
    gates = getattr(dask_worker, "parlour_gates", None)
    return gates[1].asking if gates else 0


def _is_file(path: str) -> bool:
    return Path(path).is_file()
