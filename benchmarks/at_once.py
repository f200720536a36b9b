"""64 games of models at once, against a mock model server that waits 200 ms before each answer.

The bound is on the time from the first question to the last answer, relative to the time with
exactly 64 questions in progress throughout: calls x delay / 64. With one model per game there are
never more. With three, decoder and interceptor are asked at the same time, up to 128 in all, so the
second line-up is easier and may come out below 1.

The processor time of a call is measured apart, without a delay: the time of a series with at least
5,000 calls less that of one game, by the difference in calls. So start-up does not count. The time
of one game, which is mostly start-up, is printed beside it. Other work on the machine makes both
longer, so the bound is relative to bare requests over httpx2 to the same server.
"""

import json
import os
import subprocess
import sys
from asyncio import gather, run
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from httpx2 import AsyncClient

from benchmarks import create_parser
from tests.rehearsing import PARLOUR, rehearsing

GAMES = 64
ROUNDS = 24
DELAY = 0.2
BOUND = 1.4
CALLS = 5_000
MAX_REQUESTS = 5
"""The bound on the processor time of a call, in bare requests: 5 ms if one takes 1 ms."""
BARE_REQUESTS = 800
QUESTION_LENGTH = 5_000
SEATS = ("encoder", "decoder", "interceptor")
LINE_UPS = {
    "one model a game": ("llm:word2vec", "random", "random"),
    "three models a game": ("llm:word2vec", "llm:word2vec", "llm:glove"),
}


def main() -> int:
    """Print each ratio and what the time was spent on; 1 if a bound is missed."""
    create_parser(
        __doc__,
        bounds=f"{BOUND} times the time of {GAMES} questions in progress throughout; a call takes "
        f"{MAX_REQUESTS} times the processor time of a bare request",
        takes="one minute",
    ).parse_args()
    with rehearsing("--delay", str(DELAY)) as url:
        ratios = [measure_overhead(name, specs, url) for name, specs in LINE_UPS.items()]
    with rehearsing() as url:
        costs = [measure_call(name, specs, url) for name, specs in LINE_UPS.items()]
    return int(max(ratios) > BOUND or max(costs) > MAX_REQUESTS)


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


def measure_call(name: str, specs: tuple[str, ...], url: str) -> float:
    """Measure the processor time of a call; return it relative to a bare request."""
    players = tuple(spec.replace("word2vec", "random").replace("glove", "random") for spec in specs)
    games = -(-CALLS // (ROUNDS * sum(spec.startswith("llm:") for spec in players)))
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "OPENAI_BASE_URL": url, "PARLOUR_DATA": folder}
        before = run(time_bare_requests(url))
        few, start_up = play_counted(1, players, environment, Path(folder, "games"))
        many, total = play_counted(games, players, environment, Path(folder, "games"))
        bare = (before + run(time_bare_requests(url))) / 2
    cost = (total - start_up) / (many - few)
    print(
        f"{name}: {1000 * cost:.2f} ms of processor time a call beyond start-up over {many:,} "
        f"calls, {cost / bare:.1f} times a bare request of {1000 * bare:.2f} ms (bound "
        f"{MAX_REQUESTS}); {start_up:.2f} s for one game of {few} calls with start-up"
    )
    return cost / bare


async def time_bare_requests(url: str) -> float:
    """Processor time of a request over httpx2 with the length of a question, and its response."""
    body = {"messages": [{"role": "user", "content": "x" * QUESTION_LENGTH}]}
    async with AsyncClient() as client:

        async def send(count: int) -> None:
            for _ in range(count):
                await client.post(f"{url}/chat/completions", json=body)

        await send(10)
        started = process_time()
        await gather(*(send(BARE_REQUESTS // 8) for _ in range(8)))
        return (process_time() - started) / BARE_REQUESTS


def play_counted(
    games: int, specs: tuple[str, ...], environment: dict[str, str], folder: Path
) -> tuple[int, float]:
    """Play games; return the number of calls and the seconds of processor time."""
    _, busy = play(games, specs, environment, at_once=min(games, GAMES))
    files = list(folder.glob("*.calls.jsonl"))
    calls = sum(file.read_bytes().count(b"\n") for file in files)
    for file in folder.iterdir():
        file.unlink()
    return calls, busy


def play(
    games: int, specs: tuple[str, ...], environment: dict[str, str], at_once: int | None = None
) -> tuple[float, float]:
    """Play games at once, 24 rounds each; return seconds of wall time and of processor time."""
    pairs = zip(SEATS, specs, strict=True)
    seats = (word for seat, spec in pairs for word in ("--seat", f"{seat}={spec}"))
    length = ("--set", "play_on=yes", "--set", f"rounds={ROUNDS}", "--set", "reuse_hints=yes")
    stand_in = ("--on-failure", "random")  # three bad hints of the mock server end no game
    count = ("--games", str(games), "--at-once", str(at_once or games), "--json")
    started, before = perf_counter(), os.times()
    subprocess.run(
        (*PARLOUR, "play", "decrypto", *seats, *length, *stand_in, *count),
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
