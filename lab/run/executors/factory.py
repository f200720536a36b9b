"""Create the executor of a run, and import only its module."""

from collections.abc import Callable, Mapping

from engine.config.settings import Settings
from engine.play import do_nothing
from lab.errors import ExecutorError
from lab.run.executors.executor import Executor
from lab.run.executors.local import LocalExecutor


def create_executor(
    processes: int,
    dask: str,
    at_once: int,
    limits: Mapping[str, int],
    settings: Settings,
    notify: Callable[[str], None] = do_nothing,
) -> Executor:
    """Create an executor, and import only its module.

    Args:
        processes: The number of processes to start; 0 for none.
        dask: The address of a scheduler, or the number of local workers to start; empty for none.
        at_once: The number of concurrent costly trials, over all workers.
        limits: By `build_model_key` (`question_gates.py`): the maximum number of concurrent
            questions.
        settings: The settings in force.
        notify: Called with messages for everybody, such as that a server is waited for; each worker
            sends its own.

    Raises:
        ExecutorError: If both are requested.
    """
    if dask and processes:
        raise ExecutorError("--processes and --dask: only one of them is possible.")
    if processes or dask:
        from lab.run.executors.dask import DaskExecutor  # noqa: PLC0415 - Dask: 0.25 s, if it is chosen

        workers = processes or (int(dask) if dask.isdecimal() else 0)
        return DaskExecutor(workers or dask, at_once, limits, settings, notify)
    return LocalExecutor(at_once, limits, settings, notify)
