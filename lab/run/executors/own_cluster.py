"""The scheduler and the workers that a run starts, in processes below one of their own.

That one is started with Python's option -P, which Python passes on to all that it starts. So none
of them imports a module from the working folder, where another person's `threading.py` may lie;
`multiprocessing`, which Dask starts them with, has no option for that.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import dask
import distributed
import psutil

from engine.players.process.core_dumps import forbid_core_dumps
from lab.errors import ExecutorError

Security: Any = distributed.Security
LocalCluster: Any = distributed.LocalCluster
"""Untyped, because Dask has no type hints here."""
CONFIGURATION = {
    "distributed.scheduler.allowed-failures": 0,
    "distributed.scheduler.locks.lease-validation-interval": "1s",
    "distributed.scheduler.locks.lease-timeout": "15s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.worker.profile.enabled": False,
    "distributed.admin.log-length": 0,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.tick.limit": "60s",
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}
"""The runner starts trials of a lost worker again, each by itself, and what the worker held of a
semaphore is free after 15 seconds. Dask's diagnostics, which nobody looks at, would take a tenth of
a processor, as each of its servers wakes up 50 times a second. Its web pages ask for no certificate
and would tell every user of this computer about the run, so that they have no content."""
CERTIFICATES = (
    *("tls_ca_file", "tls_client_key", "tls_client_cert", "tls_scheduler_key"),
    *("tls_scheduler_cert", "tls_worker_key", "tls_worker_cert"),
)
"""The fields of a `Security` made for a run, which hold texts and not names of files."""
START = (
    "import json, sys; told = json.loads(sys.stdin.readline()); sys.path[:] = told.pop('path'); "
    "from lab.run.executors.own_cluster import serve_cluster; serve_cluster(**told)"
)
"""What the process runs; it finds modules where this one does, once Python's own are imported."""
END_SECONDS = 15.0
"""Seconds the processes have to end by themselves."""


@asynccontextmanager
async def open_cluster(workers: int, security: Any) -> AsyncIterator[str]:  # noqa: ANN401 - a distributed.Security
    """Start a scheduler and workers, and end them with the context, or with this process.

    Args:
        workers: The number of workers.
        security: The certificates, made for this run.

    Yields:
        The address of the scheduler.

    Raises:
        ExecutorError: If they do not start.
    """
    reading, writing = os.pipe()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-c", START),
        stdin=asyncio.subprocess.PIPE,
        pass_fds=(writing,),
    )
    os.close(writing)
    assert process.stdin is not None
    told = {
        "path": sys.path,
        "workers": workers,
        "answer": writing,
        "certificates": {name: getattr(security, name) for name in CERTIFICATES},
    }
    answer = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(answer), os.fdopen(reading, "rb")
    )
    try:
        process.stdin.write(f"{json.dumps(told)}\n".encode())
        address = (await answer.read()).decode()
        if not address:
            raise ExecutorError(f"{workers} processes could not be started.")
        yield address
    finally:
        transport.close()
        process.stdin.close()  # it waits for that
        await _wait_for_end(process)


async def _wait_for_end(process: asyncio.subprocess.Process) -> None:
    """Wait until a process has ended, and kill it with all below it if it takes too long."""
    try:
        async with asyncio.timeout(END_SECONDS):
            await process.wait()
    except TimeoutError:
        for one in psutil.Process(process.pid).children(recursive=True):
            one.kill()
        process.kill()
        await process.wait()


def serve_cluster(workers: int, answer: int, certificates: Mapping[str, str]) -> None:
    """Run a scheduler and workers until stdin ends.

    Args:
        workers: The number of workers.
        answer: The file descriptor to which the address of the scheduler is written.
        certificates: The certificates, by field of `Security`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all its processes
    forbid_core_dumps()
    security = Security(require_encryption=True, **certificates)
    asyncio.run(_serve_cluster(workers, answer, security))


async def _serve_cluster(workers: int, answer: int, security: Any) -> None:  # noqa: ANN401 - a distributed.Security
    with dask.config.set(CONFIGURATION):
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            memory_limit=0,  # it would be watched ten times a second
            asynchronous=True,
            host="127.0.0.1",
            # None would use port 8787 on every interface, and warn if it is in use.
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            security=security,
            silence_logs=50,
        )
        async with cluster:
            os.write(answer, cluster.scheduler_address.encode())
            os.close(answer)
            await asyncio.to_thread(sys.stdin.read)
