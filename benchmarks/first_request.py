"""Time from `parlour play decrypto --seat interceptor=exec:./bot.sh ...` to the first request."""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import time_ns

from benchmarks import create_parser
from tests.rehearsing import PARLOUR

TIMES = 11
BOUND = 1.0
BOT = """#!/bin/sh
read -r request
date +%s%N >asked
echo '{"code": [1, 2, 3]}'
"""
SEATS = ("encoder=word2vec", "decoder=glove", "interceptor=exec:./bot.sh")


def main() -> int:
    """Print median and worst; 1 if the median is above the bound."""
    create_parser(
        __doc__,
        bounds=f"{BOUND:g} s at the median",
        takes="20 seconds",
    ).parse_args()
    with TemporaryDirectory() as folder:
        bot = Path(folder, "bot.sh")
        bot.write_text(BOT)
        bot.chmod(0o755)
        times = [time_first_request(folder) for _ in range(TIMES + 1)][1:]
    print(
        f"bot's first request: {median(times):.2f} s (worst {max(times):.2f} s, "
        f"of {TIMES}; bound {BOUND:g} s)"
    )
    return int(median(times) > BOUND)


def time_first_request(folder: str) -> float:
    """Seconds from the start of the command until the bot has read a line."""
    seats = (word for seat in SEATS for word in ("--seat", seat))
    environment = {**os.environ, "PARLOUR_DATA": folder}
    started = time_ns()
    subprocess.run(
        (*PARLOUR, "play", "decrypto", *seats, "--set", "rounds=1", "--json"),
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return (int(Path(folder, "asked").read_text()) - started) / 1e9


if __name__ == "__main__":
    sys.exit(main())
