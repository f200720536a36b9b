"""Runs whose coordinator or workers are killed with `kill -9` at random moments.

Of each way to run, one run is left alone; the others are killed again and again and resumed. In
the end the tables have to be the same, but for times and usage; and no call that was answered is
sent again but those that were under way: in matches, in replays, and in the middle of groups of
questions about a position.
"""

import os
import signal
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil

from benchmarks import create_parser
from lab import open_run
from lab.analysis.table_writer import select_reproducible, write_table
from lab.run.trial import KINDS
from tests.rehearsing import PARLOUR, rehearsing

TEXT = """
name = "kills"
game = "decrypto"
games = {games}
[options]
rounds = 8
[players]
a = "{player}"
b = "glove"
[lineups]
seats.interceptor = ["a", "b"]
fixed = {{ encoder = "b", decoder = "b" }}
[[replays]]
seats.interceptor = ["a", "b"]
[[questions]]
ask = "predict-interceptor"
players = ["a"]
[[questions]]
ask = "beliefs"
players = ["a"]
context = "transcript"
"""
AT_ONCE = 16
WAYS = (
    ("baselines here", "word2vec", 150, ()),
    ("baselines, 2 processes", "word2vec", 300, ("--processes", "2")),
    ("models here", "llm:glove", 30, ()),
    ("models, 2 processes", "llm:glove", 30, ("--processes", "2")),
)

SAID = "said.txt"


def hash_tables(path: Path) -> tuple[str, int]:
    """A hash of every table, as far as it is the same in each run; and how many calls there are."""
    file = BytesIO()
    with open_run(path) as run:
        counts = run.counts
        assert counts.left == counts.failed == 0, counts
        for kind in KINDS:
            for table in (run.games(kind), run.turns(kind)):
                write_table(select_reproducible(table), "csv", file)
        calls = len(run.calls())
    return sha256(file.getvalue()).hexdigest(), calls


def start(command: tuple[str, ...], environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    """Begin or resume a run; what it says goes to `said.txt` in the data folder."""
    with Path(environment["PARLOUR_DATA"], SAID).open("wb") as said:
        return subprocess.Popen(
            (*PARLOUR, *command), env=environment, stdout=subprocess.DEVNULL, stderr=said
        )


def kill_one(process: "subprocess.Popen[bytes]", rng: Random) -> str:
    """Kill the coordinator, or one of its workers; say which.

    Without the process of the scheduler, which is beside the workers, a run ends with a sentence.
    """
    below = psutil.Process(process.pid).children(recursive=True)
    workers = [one for one in below if any("spawn_main" in part for part in one.cmdline())]
    if workers and rng.random() < 0.5:
        os.kill(rng.choice(workers).pid, signal.SIGKILL)
        return "worker"
    process.kill()
    process.wait()
    return "coordinator"


def measure(
    name: str, file: Path, options: tuple[str, ...], environment: dict[str, str], kills: int
) -> bool:
    """Kill runs so many times; whether all of them ended as the undisturbed one."""
    rng, folder = Random(name), file.parent
    whole = folder / f"{file.stem}-whole.run"
    at_once = ("--at-once", str(AT_ONCE))
    began = perf_counter()
    start(("lab", "run", str(file), "--into", str(whole), *at_once, *options), environment).wait()
    span = perf_counter() - began
    expected, calls = hash_tables(whole)
    killed, same, again, number = 0, True, 0, 0
    while killed < kills:
        number += 1
        path = folder / f"{file.stem}-{number}.run"
        command = ("lab", "run", str(file), "--into", str(path), *at_once, *options)
        process, mine = start(command, environment), 0
        while process.poll() is None or process.returncode:
            try:
                process.wait(rng.uniform(0.3, 1.0) * span if killed < kills else None)
            except subprocess.TimeoutExpired:
                if kill_one(process, rng) == "coordinator":
                    process = start(command, environment)
                killed, mine = killed + 1, mine + 1
            else:
                if process.returncode:
                    said = Path(environment["PARLOUR_DATA"], SAID).read_text("utf-8")
                    print(f"  exit code {process.returncode}: {said[-500:]}")
                    return False
        found, sent = hash_tables(path)
        same = same and found == expected
        again = max(again, sent - calls - mine * AT_ONCE)
    print(
        f"{name}: {killed} kills in {number} runs, tables {'the same' if same else 'DIFFERENT'}; "
        f"{calls} calls undisturbed, {'no' if again <= 0 else again} more than were under way",
        flush=True,
    )
    return same and again <= 0


def main() -> int:
    """Print what came of each way to run; 1 unless all tables are the same."""
    parser = create_parser(
        __doc__,
        bounds="the same tables, and no answered call is sent again",
        takes="ten minutes, less with --kills",
    )
    parser.add_argument("--kills", type=int, default=13, help="kills of each way to run")
    parser.add_argument("--only", default="", help="only ways whose name has this in it")
    given = parser.parse_args()
    kept = []
    with rehearsing("--delay", "0.05") as url, TemporaryDirectory() as name:
        environment = {**os.environ, "OPENAI_BASE_URL": url, "PARLOUR_DATA": name}
        for place, (way, player, games, options) in enumerate(WAYS):
            if given.only not in way:
                continue
            file = Path(name, f"{place}.toml")
            file.write_text(TEXT.format(games=games, player=player), "utf-8")
            kept.append(measure(way, file, options, environment, given.kills))
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
