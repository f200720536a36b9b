"""Baselines through the laboratory: against the bare loop, and in two processes (Dask workers).

The bare loop keeps a journal on disk for each game, as `parlour play --games` does. Slices
alternate, each with deals of its own: caches are warm for words, never for games. Processor time is
more telling than wall time if the machine has other work: from it follows how many times as fast
the workers would be with processors to themselves.
"""

import asyncio
import sys
from os import getloadavg
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import psutil

from benchmarks import create_parser
from engine.config.settings import load_settings
from engine.garbage_collection import reduce_garbage_collection
from engine.play import play
from engine.players.spec import parse_spec
from engine.session import Session
from lab.experiment.file import Experiment
from lab.run.executors.executor import Executor
from lab.run.executors.factory import create_executor
from lab.run.executors.local import LocalExecutor
from lab.run.plan import plan_trials
from lab.run.run_part import EVERYTHING
from lab.run.runner import Runner
from lab.run.store import RunFile

TEXT = """
name = "speed"
game = "decrypto"
seed = "{seed}"
games = {games}
[options]
rounds = 12
[players]
a = "word2vec"
b = "glove"
[lineups]
fixed = {{ encoder = "a", decoder = "b", interceptor = "a" }}
"""
PARTS = ("here", "workers")
WORKERS = 2
GAMES = 5_000
WARM = 800
"""Deals that each process plays before the clock starts."""
MAX_HERE, MIN_WORKERS = 1.0, 1.5


async def play_bare(experiment: Experiment, folder: Path) -> None:
    """The engine's loop with a journal on disk for each game."""
    definition = experiment.definition
    (options,) = experiment.list_option_variants()
    lineup = {
        seat: parse_spec(experiment.specs[name]) for seat, name in experiment.lineups.fixed.items()
    }
    for number in range(1, experiment.games + 1):
        path, seed = folder / f"{number}.jsonl", f"{experiment.seed}/{number}"
        session = Session.create(
            definition, options, lineup, seed, path=path, durable=False, settings=load_settings()
        )
        await play(session.match, session.create_players(), before_move=session.record_move)
        session.close()


async def play_in_lab(ready: Executor, seed: str, games: int) -> tuple[float, float, float]:
    """Wall seconds, and processor seconds of this process and of the workers, of one run."""
    experiment = Experiment.parse(TEXT.format(seed=seed, games=games))
    with TemporaryDirectory() as name, RunFile(Path(name, "x.run"), writing=True) as run:
        wall, busy, workers = perf_counter(), process_time(), _workers_seconds()
        run.add_trials(plan_trials(experiment, data=load_settings().data))
        await Runner(run, ready, run.begin_sitting({}, EVERYTHING)).run_trials()
        assert run.count_trials().done == games
        return perf_counter() - wall, process_time() - busy, _workers_seconds() - workers


def _workers_seconds() -> float:
    """The processor time of the workers that run now."""
    used = [one.cpu_times() for one in psutil.Process().children(recursive=True)]
    return float(sum(one.user + one.system for one in used))


def measure_overhead(games: int, rounds: int) -> float:
    """The lab's processor time relative to the bare loop's; slices alternate."""
    ratios = []
    for number in range(rounds + 1):
        with TemporaryDirectory() as folder:
            bare = Experiment.parse(TEXT.format(seed=f"bare-{number}", games=games))
            busy = process_time()
            asyncio.run(play_bare(bare, Path(folder)))
            bare_time = process_time() - busy
        lab = LocalExecutor(1, {}, settings=load_settings())
        _, lab_time, _ = asyncio.run(play_in_lab(lab, f"lab-{number}", games))
        if number:  # the first round warms the caches
            ratios.append(lab_time / bare_time)
            print(
                f"  bare {1000 * bare_time / games:.2f} ms a game, lab "
                f"{1000 * lab_time / games:.2f} ms, {ratios[-1]:.2f} times as much"
            )
    return median(ratios)


async def measure_workers(games: int, slices: int) -> float:
    """How many times as fast workers are as this process; slices alternate."""
    here = LocalExecutor(1, {}, settings=load_settings())
    ratios, alone, shared = [], [0.0, 0.0], [0.0, 0.0, 0.0]
    began = perf_counter()
    async with create_executor(WORKERS, "", 1, {}, settings=load_settings()) as workers:
        print(f"  {WORKERS} workers have started in {perf_counter() - began:.1f} s")
        for number in range(slices + 1):
            count = games // slices
            by_itself = await play_in_lab(here, f"here-{number}", count if number else WARM)
            together = await play_in_lab(
                workers, f"workers-{number}", count if number else WORKERS * WARM
            )
            if number:  # the first ones warm the caches
                ratios.append(by_itself[0] / together[0])
                alone = [a + b for a, b in zip(alone, by_itself, strict=False)]
                shared = [a + b for a, b in zip(shared, together, strict=True)]
    busy = shared[1] + shared[2]
    print(
        f"  here {games / alone[0]:.0f} games/s, {1000 * alone[1] / games:.2f} ms of processor "
        f"time a game; workers {games / shared[0]:.0f} games/s, {1000 * shared[2] / games:.2f} ms, "
        f"and {1000 * shared[1] / games:.2f} ms of the coordinator: "
        f"{WORKERS * alone[1] / busy:.2f} times as fast on {WORKERS} idle processors; "
        f"load {getloadavg()[0]:.1f}"
    )
    return median(ratios)


def main() -> int:
    """Print each ratio; 1 if a bound is missed."""
    parser = create_parser(
        __doc__,
        bounds=f"{MAX_HERE} times the processor time of the bare loop; {MIN_WORKERS} times as "
        f"fast in {WORKERS} processes",
        takes="one minute for each part, less with --games and --rounds",
    )
    parser.add_argument("--part", choices=PARTS, help="only this part")
    parser.add_argument("--games", type=int, default=GAMES, help="games in each place")
    parser.add_argument("--slice", type=int, default=1_000, help="games of a slice")
    parser.add_argument("--rounds", type=int, default=3, help="slices of each")
    given = parser.parse_args()
    kept = []
    with reduce_garbage_collection():
        if given.part != "workers":
            ratio = measure_overhead(given.slice, given.rounds)
            print(f"here: {ratio:.2f} times the bare loop's processor time (bound {MAX_HERE})")
            kept.append(ratio <= MAX_HERE)
        if given.part != "here":
            ratio = asyncio.run(measure_workers(given.games, given.rounds))
            print(f"{WORKERS} processes: {ratio:.2f} times as fast as here (bound {MIN_WORKERS})")
            kept.append(ratio >= MIN_WORKERS)
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
