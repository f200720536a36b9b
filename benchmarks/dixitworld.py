"""The Arena; DixitBench by baselines and by a model with 200 ms an answer; runs that are killed.

The model is a stub that reads no pictures: what is measured is Parlour. The bound of the model is
on the time from the first question to the last answer, relative to calls x delay / 32.
"""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from benchmarks import create_parser
from lab import open_run
from lab.analysis.table_writer import select_reproducible, write_table
from tests.rehearsing import PARLOUR

AT_ONCE, DELAY = 32, 0.2
ENDS = 8_192
"""How many bytes at each end of a question the stub looks at."""
ARENA = """
name = "six"
game = "dixit"
games = 1
[players]
a = "word2vec"
b = "glove"
c = "random"
d = "word2vec"
e = "glove"
f = "random"
[teams]
seats = [["p1", "p2"], ["p3", "p4"]]
"""
BENCH = """
name = "bench"
game = "dixit"
games = 1
[players]
{players}
[bench]
strategies = [{strategies}]
show = "{show}"
[limits]
at_once = 32
"""
BASELINES = 'word2vec = "word2vec"\nglove = "glove"'
MODEL = 'model = "llm:stub"'
STREAMED = b'"stream":true,"stream_options":{"include_usage":true},'
"""How a question asks for a stream."""


class Answering(asyncio.Protocol):
    """Answers every question of a connection after the delay: a card or a score by its hash.

    It shares the processors with what is measured, so it looks at the ends of a body alone: the
    prompt is at its beginning, and the last picture and the settings are at its end.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.data = bytearray()
        self.length = -1

    def data_received(self, data: bytes) -> None:
        """Collect a question, and answer it when it is whole."""
        self.data += data
        if self.length < 0:
            head, found, _ = self.data.partition(b"\r\n\r\n")
            if not found:
                return
            sized = re.search(rb"content-length: (\d+)", head.lower())
            length = int(sized[1]) if sized else 0  # one that has no body, such as a GET
            self.length = len(head) + len(found) + length
        if len(self.data) >= self.length:
            reply = build_reply(bytes(self.data[:ENDS]), bytes(self.data[-ENDS:]))
            self.data, self.length = bytearray(), -1
            asyncio.get_running_loop().call_later(DELAY, self.transport.write, reply)


def build_reply(head: bytes, end: bytes) -> bytes:
    """Build the response to a question.

    Each process asks for streams until it has learnt that none come, so that is no part of it.
    """
    bodies = head.partition(b"\r\n\r\n")[2] + end.rpartition(b"\r\n\r\n")[2]
    asked = bodies.replace(STREAMED, b"")
    score = sha256(asked).digest()[0] % 101
    if b'"score": 50' in head or b'\\"score\\": 50' in head:
        text = json.dumps({"thoughts": "", "score": score})
    else:
        text = json.dumps({"thoughts": "", "card": "ABCDEF"[score % 6]})
    message = {"role": "assistant", "content": text}
    reply = {
        "id": "stub",
        "object": "chat.completion",
        "created": 1,
        "model": "stub",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18},
    }
    data = json.dumps(reply).encode()
    return (
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "
        + str(len(data)).encode()
        + b"\r\n\r\n"
        + data
    )


def serve() -> None:
    """Serve until the process ends; print the port first."""

    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(Answering, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    asyncio.run(run())


@contextmanager
def stub() -> Iterator[str]:
    """The stub in a process of its own; gives its base URL."""
    command = (sys.executable, "-m", "benchmarks.dixitworld", "serve")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        finally:
            process.terminate()


def run_parlour(environment: dict[str, str], *arguments: str) -> float:
    """Run a command; return how long it took."""
    begun = perf_counter()
    silent = subprocess.DEVNULL
    command = (*PARLOUR, *arguments)
    subprocess.run(command, env=environment, check=True, stdout=silent, stderr=silent)
    return perf_counter() - begun


def hash_answers(path: Path) -> str:
    """A hash of the table of answers, as far as it is the same in each run."""
    file = BytesIO()
    with open_run(path) as run:
        assert run.counts.left == run.counts.failed == 0, run.counts
        write_table(select_reproducible(run.games("item")), "csv", file)
    return sha256(file.getvalue()).hexdigest()


def measure_model(folder: Path, environment: dict[str, str], strategy: str) -> bool:
    """Print how long a model's items take from the first question to the last answer."""
    file, path = folder / f"{strategy}.toml", folder / f"{strategy}.run"
    file.write_text(
        BENCH.format(players=MODEL, strategies=f'"{strategy}"', show="pictures"), "utf-8"
    )
    command = ("lab", "run", str(file), "--into", str(path), "--at-once", str(AT_ONCE))
    run_parlour(environment, *command)
    with open_run(path) as run:
        calls = run.calls()
    begun = [datetime.fromisoformat(time).timestamp() for time in calls["time"]]
    ended = [start + took for start, took in zip(begun, calls["seconds"], strict=True)]
    took, least = max(ended) - min(begun), len(calls) * DELAY / AT_ONCE
    print(
        f"{strategy}: {len(calls)} calls in {took:.2f} s, {took / least:.2f} times {least:.2f} s "
        "(bound 1.15)"
    )
    return bool(took <= 1.15 * least)


def kill_run(folder: Path, environment: dict[str, str], kills: int) -> bool:
    """Kill a run of a model again and again; its answers have to be those of a run left alone."""
    file = folder / "kill.toml"
    both = '"direct", "entailment"'
    file.write_text(BENCH.format(players=MODEL, strategies=both, show="descriptions"), "utf-8")
    alone, path = folder / "alone.run", folder / "killed.run"
    run_parlour(environment, "lab", "run", str(file), "--into", str(alone))
    rng, done = Random(1), 0
    command = (*PARLOUR, "lab", "run", str(file), "--into", str(path))
    for _ in range(kills):
        silent = subprocess.DEVNULL
        process = subprocess.Popen(command, env=environment, stdout=silent, stderr=silent)
        killer = threading.Timer(rng.uniform(4, 12), os.kill, (process.pid, signal.SIGKILL))
        killer.start()
        process.wait()
        killer.cancel()
        done += process.returncode == -signal.SIGKILL
        sleep(0.1)
    run_parlour(environment, *command[len(PARLOUR) :])
    with open_run(path) as run:
        calls = run.calls()
    answered = calls[calls["verdict"] == "legal"]
    again = int(answered.duplicated(["trial", "question_hash"]).sum())
    same = hash_answers(alone) == hash_answers(path)
    print(f"{done} kills: {again} answered questions asked again, tables equal: {same}")
    return same and not again


def main() -> int:
    """Print each figure; 1 if a bound is missed."""
    create_parser(
        __doc__,
        bounds="60 s for the Arena with its report, 20 s for the bench, 1.15 times that time "
        "with the model; runs that were killed end with the same tables",
        takes="two minutes",
    ).parse_args()
    kept = []
    with TemporaryDirectory() as name, stub() as url:
        folder = Path(name)
        environment = {**os.environ, "OPENAI_BASE_URL": url, "PARLOUR_DATA": name}
        arena, bench = folder / "six.toml", folder / "bench.toml"
        arena.write_text(ARENA, "utf-8")
        bench.write_text(
            BENCH.format(players=BASELINES, strategies='"direct", "entailment"', show="pictures"),
            "utf-8",
        )
        run_path = str(folder / "six.run")
        took = run_parlour(environment, "lab", "run", str(arena), "--into", run_path)
        took += run_parlour(environment, "lab", "report", run_path)
        print(f"Arena of 6 baselines, 21 matches, with report: {took:.1f} s (bound 60)")
        kept.append(took <= 60)
        took = run_parlour(
            environment, "lab", "run", str(bench), "--into", str(folder / "bench.run")
        )
        print(f"DixitBench, 252 items, 2 baselines, 2 strategies: {took:.1f} s (bound 20)")
        kept.append(took <= 20)
        kept += [measure_model(folder, environment, one) for one in ("direct", "entailment")]
        kept.append(kill_run(folder, environment, int(os.environ.get("KILLS", "5"))))
    return int(not all(kept))


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve()
    sys.exit(main())
