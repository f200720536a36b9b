"""What Parlour's own player gains from a large imported space, and what it costs.

A space of 400,000 words and 300 numbers is made by program: the built-in spaces side by side, in
directions drawn at random, with so much noise that it agrees with each of them about as little as
a space trained on other texts; the other words are noise alone. It is imported under a name, and
used as anybody would: `pragmatic,space=large`. The measures:

- how many codes its decoder misses if a baseline in the large space gives the hints;
- how many games its team survives against interceptors in the large space;
- hints written by hand, of which the space knows nothing that the built-in ones do not;
- time for a hint and a guess, and memory, of a process of its own, with and without the space.
"""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks import create_parser
from benchmarks.decrypto import play_games
from benchmarks.memory import read_megabytes
from benchmarks.pragmatic import time_moves
from benchmarks.terminal import PYTHON
from engine.config.paths import get_vectors_folder
from engine.config.settings import load_settings
from engine.games.decrypto.options import Options
from engine.games.decrypto.view import View
from engine.games.decrypto.written_games import count_missed, read_by_listeners, read_written_games
from engine.players.pragmatic.listeners import load_listeners
from engine.players.spec import parse_spec
from engine.share_interval import format_share
from words.space.folder import SUFFIX, build_references
from words.space.names import LISTENING_SPACES
from words.space.reader import open_space
from words.space.writer import write_space

NAME = "large"
WORDS, WIDTH = 400_000, 300
NOISE = 1.0
"""Length of the noise of a word that the built-in spaces know, against 1 for what they say."""
K = 64
"""Near words of the baseline that gives hints: enough to be misunderstood elsewhere."""
HINT_MS, GUESS_MS = 150, 60
"""Bounds on the median time of a move with the space."""
MOST_MEMORY = 2.0
"""Bound on the peak memory with the space, against 1 without it."""
ONE_RUN = "--one"


def make_space(path: Path) -> None:
    """Write the space."""
    rng = np.random.default_rng(1)
    spaces = [open_space(name) for name in LISTENING_SPACES]
    words = list(dict.fromkeys(word for space in spaces for word in space.words))
    known = np.zeros((len(words), WIDTH), np.float32)
    for space in spaces:
        rows = [space.find_row(word) for word in words]
        at = [place for place, row in enumerate(rows) if row is not None]
        turn = rng.standard_normal((space.width, WIDTH)).astype(np.float32) / WIDTH**0.5
        known[at] += space.get_vectors([row for row in rows if row is not None]) @ turn
    known /= np.linalg.norm(known, axis=1, keepdims=True)
    noise = rng.standard_normal((WORDS, WIDTH)).astype(np.float32) / WIDTH**0.5
    noise[: len(words)] = known + NOISE * noise[: len(words)]
    others = (f"noise{number}" for number in range(WORDS - len(words)))
    write_space(path, [*words, *others], noise, name=NAME)


def measure_moves(spec: str, games: int) -> dict[str, float]:
    """Play games in this process: median milliseconds by kind of move, and peak megabytes."""
    moves = [
        move for game in range(games) for move in time_moves("decrypto", [spec] * 3, f"move/{game}")
    ]
    found = {"peak_mb": read_megabytes(os.getpid(), "VmHWM")}
    for kind, is_hint in (("hint", True), ("guess", False)):
        some = [times for seat, *times in moves if (seat == 0) is is_hint]
        busy, clock = (1000 * median(one) for one in zip(*some, strict=True))
        found |= {f"{kind}_ms": clock, f"{kind}_cpu_ms": busy}
    return found


def measure_in_new_process(spec: str, games: int) -> dict[str, float]:
    """Do the same as `measure_moves` in a process of its own."""
    command = (PYTHON, "-m", "benchmarks.large_space", ONE_RUN, spec, "--games", str(games))
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def count_decoded(view: View) -> tuple[float, int]:
    """Count the codes of a game that the decoder missed, and all."""
    return sum(done.miscommunication for done in view.rounds), len(view.rounds)


def count_survived(view: View) -> tuple[float, int]:
    """Whether a team survived a game."""
    return float(bool(view.outcome and view.outcome.reason == "survived")), 1


def play_with(own: str, games: int) -> None:
    """Print how the player does in games against, and with, those who know the space."""
    known = f"vectors:{NAME}"
    views = asyncio.run(
        play_games((f"{known},k={K}", own, "random"), Options(play_on=True), "decoder", games)
    )
    print(f"{own:24} misses of codes in its hints     {format_share(map(count_decoded, views))}")
    for interceptor in (known, f"{known},think=yes"):
        views = asyncio.run(play_games((own, own, interceptor), Options(), "team", games))
        share = format_share(map(count_survived, views))
        print(f"{own:24} survives {interceptor:24} {share}", flush=True)
    spaces = build_references(parse_spec(own).listeners, get_vectors_folder(load_settings().data))
    believe = read_by_listeners(load_listeners(spaces))
    written = [game for games in read_written_games().values() for game in games]
    missed = format_share(count_missed(believe, game) for game in written)
    print(f"{own:24} misses of codes in written hints {missed}", flush=True)


def main() -> int:
    """Print the table; 1 if a bound is missed."""
    parser = create_parser(
        __doc__,
        bounds=f"{HINT_MS} ms for a hint and {GUESS_MS} ms for a guess, at the median, and at "
        f"most {MOST_MEMORY:g} times the memory",
        takes="4 minutes",
    )
    parser.add_argument("--games", type=int, default=100, help="games in each line")
    parser.add_argument(ONE_RUN, metavar="SPEC", help="only time games of this player, as JSON")
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure_moves(given.one, given.games)))
        return 0
    players = "pragmatic", f"pragmatic,space={NAME}"
    with TemporaryDirectory() as folder:
        os.environ["PARLOUR_DATA"] = folder
        make_space(get_vectors_folder(load_settings().data) / f"{NAME}{SUFFIX}")
        for own in players:
            play_with(own, given.games)
        costs = [measure_in_new_process(own, 6) for own in players]
    for own, cost in zip(players, costs, strict=True):
        print(
            f"{own:24} hint {cost['hint_ms']:.0f} ms ({cost['hint_cpu_ms']:.0f} ms of processor "
            f"time), guess {cost['guess_ms']:.0f} ms ({cost['guess_cpu_ms']:.1f}), "
            f"{cost['peak_mb']:.0f} MB"
        )
    usual, large = costs
    return int(
        large["hint_ms"] > HINT_MS
        or large["guess_ms"] > GUESS_MS
        or large["peak_mb"] > MOST_MEMORY * usual["peak_mb"]
    )


if __name__ == "__main__":
    sys.exit(main())
