"""64 games of Undercover by five CoMet agents each, against a mock model server with 200 ms a call.

The bound is on the time from the first question to the last answer, relative to the critical path:
the longest chain of calls, in any of the games, each of which needs the answer before it. Within a
move each module needs what the module before it has found, but the statements since the last move
are read, and their metaphors thought about, at the same time; a call that was repeated needs the
answer that could not be used. Statements follow one another, and the votes of a round are cast at
the same time.
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks import create_parser
from benchmarks.at_once import read_call_spans
from tests.rehearsing import PARLOUR, rehearsing

GAMES, SEATS, DELAY, BOUND = 64, 5, 0.2, 1.15
STAGES = (
    ("feature-extractor", "metaphor-screen"),
    ("metaphor-reasoner",),
    ("belief-mapper",),
    ("self-monitor",),
    ("strategy-planner",),
    ("metaphor-feature",),
    ("metaphor-sentence", "speaker", "voter"),
)
"""The modules in the order in which they need one another."""


def main() -> int:
    """Print the ratio; 1 if the bound is missed."""
    create_parser(
        __doc__,
        bounds=f"{BOUND} times the critical path",
        takes="one minute",
    ).parse_args()
    with rehearsing("--delay", str(DELAY)) as url, TemporaryDirectory() as name:
        environment = {**os.environ, "OPENAI_BASE_URL": url, "PARLOUR_DATA": name}
        play(2, "warm", Path(name, "warm"), environment)  # the server has loaded its vectors
        folder = Path(name, "games")
        begun, before = perf_counter(), os.times()
        play(GAMES, "measured", folder, environment)
        whole, after = perf_counter() - begun, os.times()
        logs = sorted(folder.glob("*.calls.jsonl"))
        spans = [span for log in logs for span in read_call_spans(log)]
        longest = max(measure_path(log) for log in logs)
    busy = after.children_user - before.children_user
    busy += after.children_system - before.children_system
    took = max(end for _, end in spans) - min(start for start, _ in spans)
    least = longest * DELAY
    print(
        f"{GAMES} games of {SEATS} CoMet seats at once: {len(spans)} calls in {took:.2f} s, "
        f"{took / least:.2f} times the critical path of {longest} calls, {least:.2f} s (bound "
        f"{BOUND}); the whole command {whole:.2f} s, of them {busy:.2f} s of processor time"
    )
    return int(took > BOUND * least)


def play(games: int, seed: str, folder: Path, environment: dict[str, str]) -> None:
    """Play games at once, with journals in a folder."""
    folder.mkdir()
    seats = (word for n in range(1, SEATS + 1) for word in ("--seat", f"p{n}=comet:word2vec"))
    count = ("--games", str(games), "--at-once", str(games), "--seed", seed)
    kept = ("--set", "words=animals", "--journal", str(folder), "--json")
    subprocess.run(
        (*PARLOUR, "play", "undercover", *seats, *count, *kept),
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def measure_path(log: Path) -> int:
    """How many calls of a game had to follow one another, by its calls and its journal."""
    chains = measure_moves(read_lines(log))
    made: defaultdict[str, int] = defaultdict(int)
    total, at_the_same_time = 0, 0
    for entry in read_lines(log.with_name(log.name.replace(".calls.", "."))):
        if "move" not in entry:
            continue
        made[entry["seat"]] += 1
        chain = chains[entry["seat"], made[entry["seat"]]]
        if "Describe" in entry["move"]:
            total += at_the_same_time + chain
            at_the_same_time = 0
        else:
            at_the_same_time = max(at_the_same_time, chain)
    return total + at_the_same_time


def measure_moves(calls: list[dict[str, Any]]) -> dict[tuple[str, int], int]:
    """By seat and move: how many calls had to follow one another."""
    stages = {step: number for number, steps in enumerate(STAGES) for step in steps}
    attempts: defaultdict[tuple[str, int], defaultdict[int, int]]
    attempts = defaultdict(lambda: defaultdict(int))
    for call in calls:
        of_move, stage = attempts[call["seat"], call["move"]], stages[call["step"]]
        of_move[stage] = max(of_move[stage], call["attempt"])
    return {move: sum(of_stage.values()) for move, of_stage in attempts.items()}


def read_lines(file: Path) -> list[dict[str, Any]]:
    """Every line of a file as JSON."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    sys.exit(main())
