"""Run trials in this process."""

from collections.abc import Callable, Mapping
from typing import Self

from engine.config.settings import Settings
from engine.play import do_nothing
from lab.run.bundle import run_bundle
from lab.run.question_gates import Gates
from lab.run.task import Result, Task


class LocalExecutor:
    """Runs bundles in this process; cheap ones one at a time, as baselines never wait."""

    name = "here"
    bundle_seconds = 0.25  # baselines never wait, so that nothing else happens meanwhile

    def __init__(
        self,
        at_once: int,
        limits: Mapping[str, int],
        settings: Settings,
        notify: Callable[[str], None] = do_nothing,
    ) -> None:
        """Create the executor.

        Args:
            at_once: The number of concurrent costly trials.
            limits: By `build_model_key`: the maximum number of concurrent questions.
            settings: The settings in force.
            notify: Called with messages for everybody, such as that a server is waited for.
        """
        self.at_once = at_once
        self._gates = Gates(limits, settings)
        self._gates.notify = notify

    @property
    def asking(self) -> int:
        """Number of questions to models and programs in progress."""
        return self._gates.asking

    def count_slots(self, *, costly: bool) -> int:
        """Count the bundles that should be in progress."""
        return self.at_once if costly else 1

    async def run(self, tasks: tuple[Task, ...]) -> list[Result]:
        """Run a bundle in this event loop."""
        return await run_bundle(tasks, self._gates)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None
