"""Games that are killed at random moments and resumed: each must end as if uninterrupted.

Three scripted seats play in a real process. A third of the kills come when a random part of the
journal is on disk, a third at a random time after its first line, a third at any time.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from os import cpu_count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

from benchmarks import create_parser

PARLOUR = [sys.executable, "-c", "from tui.main import main; main()"]
SEATS = ("encoder", "decoder", "interceptor")
PATIENCE = 120
"""Seconds after which a process counts as hanging."""


@dataclass(frozen=True, slots=True)
class Game:
    """A scripted game, and how it ends if nobody disturbs it."""

    folder: Path
    command: tuple[str, ...]
    """Plays it; the journal's path is to follow."""
    size: int
    """Bytes of its whole journal."""
    start: float
    """Seconds from the start of the process to the first line of the journal."""
    span: float
    """Seconds from there to the last one."""
    result: dict[str, Any]
    """What it prints, without where the journal lies."""


def main() -> int:
    """Print how many of the killed games ended as they should; 1 unless all did."""
    parser = create_parser(
        __doc__,
        bounds="every game ends as if it had not been killed",
        takes="four minutes, less with --times",
    )
    parser.add_argument("--times", type=int, default=200, help="how many games to kill")
    times: int = parser.parse_args().times
    with TemporaryDirectory(prefix="parlour-kill-") as name:
        game = prepare(Path(name), "kill")
        with ThreadPoolExecutor(cpu_count() or 1) as pool:
            found = list(pool.map(lambda number: kill_and_resume(game, number), range(times)))
    for moment, count in sorted(Counter(moment for moment, _ in found).items()):
        print(f"  {count} killed {moment}")
    good = sum(same for _, same in found)
    print(f"kill -9 and resume: {good} of {times} ended with the uninterrupted game's result")
    return int(good < times)


def prepare(folder: Path, seed: str) -> Game:
    """Let chance play a game, write its moves into scripts, and play those uninterrupted."""
    model = folder / "model.jsonl"
    options = ("--seed", seed, "--json", "--set", "play_on=yes")
    run(*play(dict.fromkeys(SEATS, "random")), *options, "--journal", str(model))
    moves = [json.loads(line) for line in model.read_text().splitlines()[1:]]
    for seat in SEATS:
        lines = [json.dumps(one["move"]) + "\n" for one in moves if one["seat"] == seat]
        (folder / f"{seat}.jsonl").write_text("".join(lines))
    command = (*play({seat: f"script:{folder / seat}.jsonl" for seat in SEATS}), *options)
    whole = folder / "whole.jsonl"
    began = datetime.now(UTC)
    result = run(*command, "--journal", str(whole))
    header, *_, last = map(json.loads, whole.read_text().splitlines())
    first, end = (datetime.fromisoformat(text) for text in (header["created"], last["time"]))
    start, span = ((two - one).total_seconds() for one, two in ((began, first), (first, end)))
    return Game(folder, command, whole.stat().st_size, start, span, result)


def kill_and_resume(game: Game, number: int) -> tuple[str, bool]:
    """Kill one run of the game and resume it.

    Returns:
        Where it stood, and whether it ended as the uninterrupted game did.
    """
    rng = Random(f"kill/{number}")
    journal = game.folder / f"killed-{number}.jsonl"
    with running_process(*game.command, "--journal", str(journal)) as process:
        match number % 3:
            case 0:
                wait_for(journal, rng.randint(1, game.size), process)
            case 1:
                wait_for(journal, 1, process)
                sleep(rng.uniform(0, 1.1) * game.span)
            case 2:
                sleep(rng.uniform(0, 2) * (game.start + game.span))
        process.kill()
    if not journal.exists() or b"\n" not in journal.read_bytes():
        # No move was made, so there is nothing to resume: it is played anew.
        journal.unlink(missing_ok=True)
        return "before the first line", run(*game.command, "--journal", str(journal)) == game.result
    moment = describe_position(journal, game)
    resumed = run("resume", str(journal), "--json", "--read-files")
    if resumed != game.result:
        print(f"game {number}, killed {moment}: {resumed}")
    return moment, resumed == game.result


def describe_position(journal: Path, game: Game) -> str:
    """Say how far a killed game had come."""
    moves = journal.read_bytes().count(b"\n") - 1
    if moves == 3 * len(game.result["rounds"]):
        return "after the last move"
    return ("before a round", "between hints and guesses", "in a half-finished turn")[moves % 3]


def wait_for(journal: Path, size: int, process: "subprocess.Popen[bytes]") -> None:
    """Look until the journal has so many bytes, or the process has ended."""
    while process.poll() is None:
        try:
            if journal.stat().st_size >= size:
                return
        except FileNotFoundError:
            sleep(0.001)


def play(seats: dict[str, str]) -> tuple[str, ...]:
    """The command that plays a game with this line-up."""
    pairs = (f"{seat}={spec}" for seat, spec in seats.items())
    return "play", "decrypto", *(word for pair in pairs for word in ("--seat", pair))


@contextmanager
def running_process(*arguments: str) -> "Iterator[subprocess.Popen[bytes]]":
    """A process of Parlour, which has ended afterwards."""
    silent = subprocess.DEVNULL
    with subprocess.Popen([*PARLOUR, *arguments], stdout=silent, stderr=silent) as process:
        yield process
        process.wait(PATIENCE)


def run(*arguments: str) -> dict[str, Any]:
    """What a command of Parlour prints, without where the journal lies; or how it failed."""
    done = subprocess.run([*PARLOUR, *arguments], capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        return {"exit code": done.returncode, "said": done.stderr}
    result: dict[str, Any] = json.loads(done.stdout)
    del result["journal"]
    return result


if __name__ == "__main__":
    sys.exit(main())
