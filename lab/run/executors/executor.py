"""The protocol of executors, which run bundles of trials."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from lab.run.task import Result, Task


class WorkerLost(Exception):
    """A worker died before it sent its results, so that its bundle must be run again."""


class Executor(AbstractAsyncContextManager["Executor"], Protocol):
    """Runs bundles of trials, several at a time."""

    @property
    def name(self) -> str:
        """The name of the executor, such as `2 processes`."""

    @property
    def bundle_seconds(self) -> float:
        """The target duration of a bundle of cheap trials."""

    @property
    def asking(self) -> int:
        """Number of questions to models and programs in progress."""

    def count_slots(self, *, costly: bool) -> int:
        """Count the bundles that should be in progress, so that it is never idle."""

    async def run(self, tasks: tuple[Task, ...]) -> list[Result]:
        """Run a bundle.

        Raises:
            WorkerLost: If the bundle must be run again.
        """
