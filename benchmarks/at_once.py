"""64 games of models at once against a rehearsal server that waits 200 ms before each answer.

The bound is on the time from the first question to the last answer, against what it would be if
exactly 64 questions were on their way all the time: calls x delay / 64.
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
DELAY = 0.2
BOUND = 1.15
SEATS = {"encoder": "llm:word2vec", "decoder": "llm:word2vec", "interceptor": "llm:glove"}


def main() -> int:
    """Print the ratio and what the time was spent on; 1 if the bound is missed."""
    with rehearsing("--delay", str(DELAY)) as url, TemporaryDirectory() as folder:
        environment = {**os.environ, "OPENAI_BASE_URL": url, "PARLOUR_DATA": folder}
        play(2, environment)  # the server has loaded its vectors
        for file in Path(folder, "games").iterdir():
            file.unlink()
        wall, busy = play(GAMES, environment)
        spans = [
            span for file in Path(folder, "games").glob("*.calls.jsonl") for span in spans_of(file)
        ]
    calls = len(spans)
    least = calls * DELAY / GAMES
    took = max(end for _, end in spans) - min(start for start, _ in spans)
    print(
        f"{GAMES} games at once: {calls} calls in {took:.2f} s, {took / least:.2f} times "
        f"{least:.2f} s (bound {BOUND}); the whole command {wall:.2f} s, of them {busy:.2f} s of "
        f"processor time, {1000 * busy / calls:.1f} ms a call"
    )
    return int(took / least > BOUND)


def play(games: int, environment: dict[str, str]) -> tuple[float, float]:
    """Seconds of wall and of processor time for so many games at once, 8 rounds each."""
    seats = (word for seat, spec in SEATS.items() for word in ("--seat", f"{seat}={spec}"))
    count = ("--games", str(games), "--at-once", str(games), "--set", "play_on=yes", "--json")
    started, before = perf_counter(), os.times()
    subprocess.run(
        (*PARLOUR, "play", "decrypto", *seats, *count),
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = os.times()
    busy = after.children_user - before.children_user
    return perf_counter() - started, busy + after.children_system - before.children_system


def spans_of(file: Path) -> list[tuple[float, float]]:
    """When each call of a file began and ended, in seconds."""
    calls = [json.loads(line) for line in file.read_text().splitlines()]
    starts = [datetime.fromisoformat(call["time"]).timestamp() for call in calls]
    return [(start, start + call["seconds"]) for start, call in zip(starts, calls, strict=True)]


if __name__ == "__main__":
    sys.exit(main())
