"""Baselines through the laboratory: against the bare loop, in two processes, on two Dask workers.

The bare loop keeps a journal on disk for each game, as `parlour play --games` does. Slices
alternate, each with deals of its own: caches are warm for words, never for games. Processor time is
more telling than wall time if the machine has other work.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from engine.lineup import parse_spec
from engine.match import play
from engine.session import Session
from lab.experiment import Experiment
from lab.plan import plan_trials
from lab.run_file import EVERYTHING, RunFile
from lab.runner import Runner
from lab.sitting import create_executor, rare_garbage_collection

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
WARM = 400
"""Deals that each worker plays before the clock starts."""
MAX_HERE, MIN_PROCESSES, MIN_DASK = 1.0, 1.7, 1.5


async def play_bare(experiment: Experiment, folder: Path) -> None:
    """The engine's loop with a journal on disk for each game."""
    definition = experiment.definition
    (options,) = experiment.option_variants()
    lineup = {
        seat: parse_spec(experiment.specs[name]) for seat, name in experiment.lineups.fixed.items()
    }
    for number in range(1, experiment.games + 1):
        path, seed = folder / f"{number}.jsonl", f"{experiment.seed}/{number}"
        session = Session.create(definition, options, lineup, seed, path=path, durable=False)
        await play(session.match, session.create_players(), before_move=session.record_move)
        session.close()


async def play_in_lab(seeds: list[str], games: int, processes: int, dask: str) -> list[float]:
    """Wall and processor seconds of a run for each seed, after a run that warms the workers."""
    found = []
    async with create_executor(processes, dask, 1, {}) as ready:
        for seed in ("warm", *seeds):
            count = WARM if seed == "warm" else games
            experiment = Experiment.parse(TEXT.format(seed=seed, games=count))
            with TemporaryDirectory() as name, RunFile(Path(name, "x.run"), writing=True) as run:
                wall, busy = perf_counter(), process_time()
                run.add_trials(plan_trials(experiment))
                await Runner(run, ready, run.begin_sitting({}, EVERYTHING)).work()
                found += [perf_counter() - wall, process_time() - busy]
                assert run.count_trials().done == count
    return found[2:]


def measure_overhead(games: int, rounds: int) -> float:
    """The lab's processor time relative to the bare loop's; slices alternate."""
    ratios = []
    for number in range(rounds + 1):
        with TemporaryDirectory() as folder:
            bare = Experiment.parse(TEXT.format(seed=f"bare-{number}", games=games))
            busy = process_time()
            asyncio.run(play_bare(bare, Path(folder)))
            bare_time = process_time() - busy
        _, lab_time = asyncio.run(play_in_lab([f"lab-{number}"], games, 0, ""))
        if number:  # the first round warms the caches
            ratios.append(lab_time / bare_time)
            print(
                f"  bare {1000 * bare_time / games:.2f} ms a game, lab "
                f"{1000 * lab_time / games:.2f} ms, {ratios[-1]:.2f} times as much"
            )
    return median(ratios)


def measure_workers(games: int, processes: int, dask: str) -> float:
    """How many times as fast workers are as this process."""
    here, _ = asyncio.run(play_in_lab(["here"], games, 0, ""))
    workers, busy = asyncio.run(play_in_lab(["workers"], games, processes, dask))
    print(
        f"  here {games / here:.0f} games/s, workers {games / workers:.0f} games/s; "
        f"the coordinator {1000 * busy / games:.2f} ms a game"
    )
    return here / workers


def main() -> int:
    """Print each ratio; 1 if a bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20_000, help="games of each kind of worker")
    parser.add_argument("--slice", type=int, default=1_000, help="games of a slice")
    parser.add_argument("--rounds", type=int, default=5, help="slices of each")
    given = parser.parse_args()
    kept = []
    with rare_garbage_collection():
        ratio = measure_overhead(given.slice, given.rounds)
        print(f"here: {ratio:.2f} times the bare loop's processor time (bound {MAX_HERE})")
        kept.append(ratio <= MAX_HERE)
        for name, processes, dask, bound in (
            ("2 processes", 2, "", MIN_PROCESSES),
            ("Dask, 2 workers", 0, "2", MIN_DASK),
        ):
            ratio = measure_workers(given.games, processes, dask)
            print(f"{name}: {ratio:.2f} times as fast as here (bound {bound})")
            kept.append(ratio >= bound)
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
