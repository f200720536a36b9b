"""What the runner asks of an executor."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from lab.bundle import Result, Task


class WorkerLost(Exception):
    """A worker died, and with it the results that it had not handed over."""


class Executor(AbstractAsyncContextManager["Executor"], Protocol):
    """Runs bundles, several at a time."""

    @property
    def name(self) -> str:
        """What it is, such as `2 processes`."""

    @property
    def asking(self) -> int:
        """How many questions to models and programs are under way."""

    def slots(self, *, costly: bool) -> int:
        """How many bundles under way keep it busy."""

    async def run(self, tasks: tuple[Task, ...]) -> list[Result]:
        """Run a bundle.

        Raises:
            WorkerLost: If it has to be run again.
        """
