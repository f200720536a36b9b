"""64 games of models at once, against a rehearsal server that waits 200 ms before each answer.

The bound is on the time from the first question to the last answer, relative to the time with
exactly 64 questions in progress throughout: calls x delay / 64. With one model per game there are
never more. With three, decoder and interceptor are asked at the same time, up to 128 in all, so the
second line-up is easier and may come out below 1.
"""

import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.rehearsing import PARLOUR, rehearsing

GAMES = 64
ROUNDS = 24
DELAY = 0.2
BOUND = 1.15
SEATS = ("encoder", "decoder", "interceptor")
LINE_UPS = {
    "one model a game": ("llm:word2vec", "random", "random"),
    "three models a game": ("llm:word2vec", "llm:word2vec", "llm:glove"),
}


def main() -> int:
    """Print each ratio and what the time was spent on; 1 if a bound is missed."""
    with rehearsing("--delay", str(DELAY)) as url:
        ratios = [measure_overhead(name, specs, url) for name, specs in LINE_UPS.items()]
    return int(max(ratios) > BOUND)


def measure_overhead(name: str, specs: tuple[str, ...], url: str) -> float:
    """Play, and return the time relative to the least possible."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "OPENAI_BASE_URL": url, "PARLOUR_DATA": folder}
        play(2, specs, environment)  # the server has loaded its vectors
        for file in Path(folder, "games").iterdir():
            file.unlink()
        wall, busy = play(GAMES, specs, environment)
        kept = Path(folder, "games").glob("*.calls.jsonl")
        spans = [span for file in kept for span in read_call_spans(file)]
    calls = len(spans)
    least = calls * DELAY / GAMES
    took = max(end for _, end in spans) - min(start for start, _ in spans)
    print(
        f"{GAMES} games at once, {name}: {calls} calls in {took:.2f} s, {took / least:.2f} times "
        f"{least:.2f} s (bound {BOUND}); the whole command {wall:.2f} s, of them {busy:.2f} s of "
        f"processor time, {1000 * busy / calls:.1f} ms a call"
    )
    return took / least


def play(games: int, specs: tuple[str, ...], environment: dict[str, str]) -> tuple[float, float]:
    """Play games at once, 24 rounds each; return seconds of wall time and of processor time."""
    pairs = zip(SEATS, specs, strict=True)
    seats = (word for seat, spec in pairs for word in ("--seat", f"{seat}={spec}"))
    length = ("--set", "play_on=yes", "--set", f"rounds={ROUNDS}")
    count = ("--games", str(games), "--at-once", str(games), "--json")
    started, before = perf_counter(), os.times()
    subprocess.run(
        (*PARLOUR, "play", "decrypto", *seats, *length, *count),
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = os.times()
    busy = after.children_user - before.children_user
    return perf_counter() - started, busy + after.children_system - before.children_system


def read_call_spans(file: Path) -> list[tuple[float, float]]:
    """When each call of a file began and ended, in seconds."""
    calls = [json.loads(line) for line in file.read_text().splitlines()]
    starts = [datetime.fromisoformat(call["time"]).timestamp() for call in calls]
    return [(start, start + call["seconds"]) for start, call in zip(starts, calls, strict=True)]


if __name__ == "__main__":
    sys.exit(main())
