"""Where bundles of trials are run: what the runner asks of an executor, and one in this process."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol, Self

from lab.bundle import Result, Task, run_bundle
from lab.permits import Gates


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

    def count_slots(self, *, costly: bool) -> int:
        """How many bundles under way keep it busy."""

    async def run(self, tasks: tuple[Task, ...]) -> list[Result]:
        """Run a bundle.

        Raises:
            WorkerLost: If it has to be run again.
        """


class LocalExecutor:
    """The simplest executor. Baselines never wait, so one bundle of them at a time is best."""

    name = "here"

    def __init__(self, at_once: int, limits: Mapping[str, int]) -> None:
        """Create it.

        Args:
            at_once: How many costly trials are in progress at a time.
            limits: How many questions may be under way, by `lab.permits.build_model_key`.
        """
        self.at_once = at_once
        self._gates = Gates(limits)

    @property
    def asking(self) -> int:
        """How many questions to models and programs are under way."""
        return self._gates.asking

    def count_slots(self, *, costly: bool) -> int:
        """As many as are to be in progress."""
        return self.at_once if costly else 1

    async def run(self, tasks: tuple[Task, ...]) -> list[Result]:
        """Run a bundle in this event loop."""
        return await run_bundle(tasks, self._gates)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None
