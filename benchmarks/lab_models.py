"""64 games of models at once through the laboratory, 200 ms a call, here and on two Dask workers.

The bound is on the time from the first question to the last answer, relative to the time with
exactly 64 questions in progress throughout: calls x delay / 64. All games begin at once and have
the same number of calls, so that no game is left to finish alone. What is beyond that time is
printed in its parts, as the mean over the games: from the first question of all to the game's
first; what its first answer and the others took beyond the delay, in sending, answering and
receiving; and the time between an answer and the next question.
"""

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import time

import psutil
from pandas import DataFrame

from benchmarks import create_parser
from lab import open_run
from tests.rehearsing import PARLOUR, rehearsing

GAMES, ROUNDS, DELAY = 64, 24, 0.2
TEXT = f"""
name = "models"
game = "decrypto"
games = {GAMES}
[options]
rounds = {ROUNDS}
play_on = true
reuse_hints = true
[players]
model = "llm:random"
chance = "random"
[lineups]
fixed = {{ encoder = "model", decoder = "chance", interceptor = "chance" }}
[limits]
at_once = {GAMES}
"""
BOUNDS = {"here": ((), 1.4), "Dask, 2 workers": (("--dask", "2"), 1.3)}


def main() -> int:
    """Print each ratio and its parts; 1 if a bound is missed."""
    create_parser(
        __doc__,
        bounds=", ".join(f"{how} {bound} times that time" for how, (_, bound) in BOUNDS.items()),
        takes="one minute",
    ).parse_args()
    kept: list[bool] = []
    with rehearsing("--delay", str(DELAY)) as url, TemporaryDirectory() as name:
        (server,) = psutil.Process().children()
        file = Path(name, "models.toml")
        file.write_text(TEXT, "utf-8")
        environment = {**os.environ, "OPENAI_BASE_URL": url, "PARLOUR_DATA": name}
        warm = Path(name, "warm.toml")
        warm.write_text(TEXT.replace(f"games = {GAMES}", "games = 1"), "utf-8")
        _run(warm, Path(name, "warm.run"), environment)  # the server loads its words
        for how, (options, bound) in BOUNDS.items():
            path = Path(name, f"{len(kept)}.run")
            begun, used = time(), (_children_seconds(), _processor_seconds(server))
            _run(file, path, environment, *options)
            ended = time()
            by_run, by_server = _children_seconds() - used[0], _processor_seconds(server) - used[1]
            with open_run(path) as run:
                calls = _time_calls(run.calls())
            first, last = calls["begun"].min(), calls["ended"].max()
            took, least = last - first, len(calls) * DELAY / GAMES
            print(
                f"{how}: {len(calls)} calls in {took:.2f} s, {took / least:.2f} times {least:.2f} s"
                f" (bound {bound})"
            )
            print(f"  beyond the delay, in the mean of the games: {_describe_parts(calls)}")
            print(
                f"  before the first question {first - begun:.1f} s, after the last answer "
                f"{ended - last:.1f} s; processor time: the run {by_run:.1f} s, the model server "
                f"{by_server:.1f} s; load {os.getloadavg()[0]:.1f}"
            )
            kept.append(took <= bound * least)
    return int(not all(kept))


def _run(file: Path, path: Path, environment: dict[str, str], *options: str) -> None:
    command = ("lab", "run", str(file), "--into", str(path), "--at-once", str(GAMES), *options)
    subprocess.run(
        (*PARLOUR, *command),
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _children_seconds() -> float:
    """The processor time of commands that have ended, their workers' included."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _processor_seconds(process: psutil.Process) -> float:
    used = process.cpu_times()
    return float(used.user + used.system)


def _time_calls(calls: DataFrame) -> DataFrame:
    begun = [datetime.fromisoformat(one).timestamp() for one in calls["time"]]
    timed = calls.assign(begun=begun).sort_values("begun")
    timed["ended"] = timed["begun"] + timed["seconds"]
    timed["beyond"] = timed["seconds"] - DELAY
    games = timed.groupby("trial")
    timed["between"] = timed["begun"] - games["ended"].shift()
    timed["first"] = games.cumcount() == 0
    return timed


def _describe_parts(calls: DataFrame) -> str:
    first, others = calls[calls["first"]], calls[~calls["first"]]
    return (
        f"{(first['begun'] - first['begun'].min()).mean():.2f} s before the first question, "
        f"{first['beyond'].mean():.2f} s the first answer, "
        f"{others['beyond'].sum() / GAMES:.2f} s the other {ROUNDS - 1}, "
        f"{others['between'].sum() / GAMES:.2f} s between answers and questions"
    )


if __name__ == "__main__":
    sys.exit(main())
