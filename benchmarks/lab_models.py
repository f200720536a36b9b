"""64 games of models at once through the laboratory, 200 ms a call, here and on two Dask workers.

The bound is on the time from the first question to the last answer, relative to the time with
exactly 64 questions in progress throughout: calls x delay / 64.
"""

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

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
[players]
model = "llm:word2vec"
chance = "random"
[lineups]
fixed = {{ encoder = "model", decoder = "chance", interceptor = "chance" }}
[limits]
at_once = {GAMES}
"""
BOUNDS = {"here": ((), 1.15), "Dask, 2 workers": (("--dask", "2"), 1.3)}


def main() -> int:
    """Print each ratio; 1 if a bound is missed."""
    kept: list[bool] = []
    with rehearsing("--delay", str(DELAY)) as url, TemporaryDirectory() as name:
        file = Path(name, "models.toml")
        file.write_text(TEXT, "utf-8")
        environment = {**os.environ, "OPENAI_BASE_URL": url, "PARLOUR_DATA": name}
        for how, (options, bound) in BOUNDS.items():
            path = Path(name, f"{len(kept)}.run")
            command = ("lab", "run", str(file), "--into", str(path), "--at-once", str(GAMES))
            subprocess.run(
                (*PARLOUR, *command, *options),
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            with open_run(path) as run:
                calls = run.calls()
            begun = [datetime.fromisoformat(time).timestamp() for time in calls["time"]]
            ended = [start + took for start, took in zip(begun, calls["seconds"], strict=True)]
            took, least = max(ended) - min(begun), len(calls) * DELAY / GAMES
            print(
                f"{how}: {len(calls)} calls in {took:.2f} s, {took / least:.2f} times {least:.2f} s"
                f" (bound {bound})"
            )
            kept.append(took <= bound * least)
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
