"""Run the open trials of an experiment, until none is left or a limit is reached.

`Runner` coordinates a run: it sends bundles of trials to an executor, stores their results, sends
trials again whose worker died, and stops at a limit of budget, time or failures. It is the only
one that writes results to the run file.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from time import monotonic

from engine.play import do_nothing
from lab.run.budget import RunBudget, read_unfinished_usage
from lab.run.executors.executor import Executor, WorkerLost
from lab.run.run_part import EVERYTHING, Part
from lab.run.store import RunFile
from lab.run.task import Result, Task
from lab.run.trial_files import create_games_folder, delete_trial_files

TRIES = 3
"""Maximum number of starts of a trial whose worker dies."""
LOST = f"The worker died {TRIES} times while it ran this trial."
SHARES = 2
"""At the end, bundles are smaller: this many more are made for each slot, so that none waits long
for the last one."""
BEAT_SECONDS = 0.5
"""Interval in which progress is written and requests are read."""


class RunStopped(Exception):
    """The run stops before all trials are finished; the message gives the reason."""


@dataclass(slots=True)
class Runner:
    """Works on a run until no trial can be run."""

    run_file: RunFile
    executor: Executor
    sitting: int
    part: Part = EVERYTHING
    budget: RunBudget | None = None
    deadline: float | None = None
    """The monotonic time at which it stops."""
    stop_after_failures: int = 20
    on_progress: Callable[[int], object] = do_nothing
    """Called with the number of new outcomes."""
    _losses: Counter[int] = field(default_factory=Counter)
    _failures_in_a_row: int = 0
    _under_way: int = 0
    _paused: bool = False
    _bundle_size: int = 4
    _alone: set[int] = field(default_factory=set)
    """Trials that were in progress when a worker died; each is run in its own bundle."""
    _last_try: bool = False
    """Whether a costly trial is in its last try. Only one such trial runs at a time, so that others
    in the same worker are not blamed if it dies."""
    _stop: "RunStopped | None" = None
    _unstored: list[tuple[Task, Result]] = field(default_factory=list)
    """Results of costly trials that are not being written yet."""
    _storing: "asyncio.Task[None] | None" = None

    async def run_trials(self) -> None:
        """Run cheap trials, then costly ones, then those that they have made possible.

        Raises:
            RunStopped: If a limit is reached, or a stop was requested.
        """
        self._sweep()
        if self.budget is not None:
            self.budget.add(self.run_file.sum_usage() + read_unfinished_usage(self.run_file))
        state = "stopped"
        self.run_file.take_requests()  # old requests were for an earlier process
        beat = asyncio.create_task(self._sync_run_file())
        try:
            while await self._run_all(costly=False) + await self._run_all(costly=True):
                pass
            state = "finished"
        finally:
            beat.cancel()
            with suppress(OSError):  # unfinished trials have files in it
                self.run_file.games_folder.rmdir()
            self._write_progress(state)
            self.run_file.end_sitting(self.sitting)

    def _sweep(self) -> None:
        """Delete the files of trials that were stored just before a kill."""
        delete_trial_files(self.run_file.games_folder, self.run_file.read_finished_keys())

    async def _run_all(self, *, costly: bool) -> int:  # noqa: C901, PLR0912 - one loop starts, awaits and stores trials: its order is what matters
        """Run all open cheap or costly trials; return their number."""
        tasks = deque(self.run_file.open_tasks(self.part, costly=costly))
        count = len(tasks)
        if not count:
            return 0
        if costly:
            create_games_folder(self.run_file.games_folder)
        under_way: set[asyncio.Task[None]] = set()
        try:
            while tasks or under_way or self._storing:
                while tasks and self._may_start() and self._has_room(under_way, costly=costly):
                    bundle = self._next_bundle(tasks, costly=costly)
                    if bundle is None:
                        break
                    self._under_way += len(bundle)
                    under_way.add(asyncio.create_task(self._run(bundle, tasks, costly=costly)))
                storing = {self._storing} if self._storing else set()
                if not under_way and not storing:
                    if self._stop is not None:
                        raise self._stop
                    await asyncio.sleep(BEAT_SECONDS)  # paused
                    continue
                done, _ = await asyncio.wait(
                    under_way | storing, timeout=BEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED
                )
                under_way -= done
                if self._storing in done:
                    self._storing = None
                for one in done:
                    one.result()
        finally:
            for one in under_way:
                one.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
            if self._storing is not None:  # results are stored, whatever ends the run
                await asyncio.shield(self._storing)
                self._storing = None
        if self._stop is not None:
            raise self._stop
        return count

    def _may_start(self) -> bool:
        if self.deadline is not None and monotonic() >= self.deadline:
            self._stop = self._stop or RunStopped("The time of this sitting is over.")
        return self._stop is None and not self._paused

    def _has_room(self, under_way: set[asyncio.Task[None]], *, costly: bool) -> bool:
        return len(under_way) < self.executor.count_slots(costly=costly)

    def _next_bundle(self, tasks: deque[Task], *, costly: bool) -> tuple[Task, ...] | None:
        """Build the next bundle; `None` while other trials have reserved the budget."""
        if not costly:
            if tasks[0].number in self._alone:
                return (tasks.popleft(),)
            share = ceil(len(tasks) / (SHARES * self.executor.count_slots(costly=False)))
            size = min(self._bundle_size, share)
            return tuple(_take_until(tasks, size, self._alone))
        for _ in range(len(tasks)):
            if not (self._last_try and self._losses[tasks[0].number] == TRIES - 1):
                break
            tasks.rotate(-1)
        else:
            return None
        task = tasks.popleft()
        last_try = self._losses[task.number] == TRIES - 1
        if self.budget is None:
            self._last_try |= last_try
            return (task,)
        allowance = self.budget.grant(task.number, others=self._under_way)
        if allowance is not None:
            self._last_try |= last_try
            return (_set_allowance(task, allowance),)
        tasks.appendleft(task)
        if not self._under_way and not self._storing:
            left = self.run_file.count_trials(self.part).left
            self._stop = RunStopped(
                f"The budget is used up: {self.budget}. {left} trials are left; "
                f"--budget AMOUNT carries on with a larger one."
            )
        return None

    async def _run(self, bundle: tuple[Task, ...], tasks: deque[Task], *, costly: bool) -> None:
        """Run a bundle, and store its results."""
        last_try = costly and self._losses[bundle[0].number] == TRIES - 1
        try:
            results = await self.executor.run(bundle)
        except WorkerLost:
            results = []
            for task in bundle:
                self._losses[task.number] += 1
                self._alone.add(task.number)
                if self._losses[task.number] < TRIES:
                    tasks.append(task)
                else:
                    results.append(Result(task.number, LOST))
        else:
            if not costly:
                self._fit_bundle(len(bundle), sum(result.seconds for result in results))
        finally:
            self._last_try &= not last_try
            self._under_way -= len(bundle)
            if self.budget is not None:
                for task in bundle:
                    self.budget.release(task.number)
        self._keep(bundle, results, tasks, costly=costly)

    def _keep(
        self,
        bundle: tuple[Task, ...],
        results: list[Result],
        tasks: deque[Task],
        *,
        costly: bool,
    ) -> None:
        """Store results; a trial whose allowance was too small is run again."""
        by_number = {task.number: task for task in bundle}
        over = []
        for result in results:
            if self.budget is not None and result.used is not None:
                self.budget.add(result.used, finished=not result.over_allowance)
                self.budget.release(result.number, result.used)
            if result.over_allowance:
                tasks.appendleft(by_number[result.number])
            else:
                over.append(result)
        for result in over:
            self._count_failure(result)
        if costly:
            self._unstored += [(by_number[result.number], result) for result in over]
            if self._unstored and (self._storing is None or self._storing.done()):
                self._storing = asyncio.create_task(self._store_costly())
        elif over:
            self.run_file.store(over, self.sitting)
            self.on_progress(len(over))

    async def _store_costly(self) -> None:
        """Store results of costly trials in a thread, as waiting for the disk would block others.

        Results that arrive meanwhile are stored together. Until then a trial keeps its own files,
        from which it can be resumed after a kill.
        """
        while self._unstored:
            batch, self._unstored = self._unstored, []
            await asyncio.to_thread(self._store_batch, batch)
            self.on_progress(len(batch))

    def _store_batch(self, batch: list[tuple[Task, Result]]) -> None:
        self.run_file.store([result for _, result in batch], self.sitting)
        done = {Path(task.path).stem for task, result in batch if task.path and not result.failure}
        delete_trial_files(self.run_file.games_folder, done)

    def _count_failure(self, result: Result) -> None:
        """Stop the run after too many consecutive failures."""
        self._failures_in_a_row = self._failures_in_a_row + 1 if result.failure else 0
        if self._failures_in_a_row >= self.stop_after_failures and self._stop is None:
            self._stop = RunStopped(
                f"{self._failures_in_a_row} trials in a row failed, the last one so: "
                f"{result.failure} When that is fixed, --retry-failed runs them again."
            )

    def _fit_bundle(self, count: int, seconds: float) -> None:
        """Adjust the size of bundles of cheap trials to their target duration."""
        ideal = self.executor.bundle_seconds * count / max(seconds, 1e-6)
        self._bundle_size = max(1, min(int(ideal), 2 * self._bundle_size))

    async def _sync_run_file(self) -> None:
        """Write progress and read requests."""
        while True:
            for request in self.run_file.take_requests():
                self._paused = request == "pause"
                if request == "stop":
                    self._stop = RunStopped("Stopped on request.")
            self._write_progress("paused" if self._paused else "running")
            await asyncio.sleep(BEAT_SECONDS)

    def _write_progress(self, state: str) -> None:
        detail = {
            "under_way": self._under_way,
            "asking": self.executor.asking,
            "executor": self.executor.name,
            "budget": str(self.budget) if self.budget else "",
            "sitting": self.sitting,
            "reason": str(self._stop or ""),
        }
        self.run_file.set_progress(state, detail)


def _take_until(tasks: deque[Task], size: int, alone: set[int]) -> Iterator[Task]:
    """Take tasks that can share a bundle."""
    while tasks and size and tasks[0].number not in alone:
        yield tasks.popleft()
        size -= 1


def _set_allowance(task: Task, allowance: tuple[float, str]) -> Task:
    return replace(task, allowance=allowance)
