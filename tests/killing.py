"""Kill games at random moments, resume them, and tell whether anything confirmed was lost.

A process of its own, so that it can fork: `python -m tests.killing GAME FOLDER COUNT`. Each child
plays a scripted match into a journal and says after each move that it took effect, until SIGKILL.
"""

import asyncio
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.replay import load_game, restore_match
from engine.journal.writer import Journal
from engine.match import Match, MoveDetails
from engine.play import play
from engine.players.scripted_player import ScriptedPlayer
from engine.seat import Seat
from tests.samples import SAMPLES, Sample

SEED = "killed"
ENOUGH_MOVES = 12
"""The fewest moves of a match in which most kills come between two of them."""


def main(name: str, folder: Path, count: int) -> None:
    """Kill `count` games; print as JSON how many were killed at what moment, and how many lost."""
    sample, rng = SAMPLES[name], Random(SEED)
    game = sample.games[-1]
    moves = sample.finished(game, SEED)
    if len(moves) < ENOUGH_MOVES:
        raise SystemExit(
            f"The last of `variants` in the sample of {name} has {len(moves)} moves, which is too "
            f"short to kill in the middle: put one with at least {ENOUGH_MOVES} last."
        )
    whole = Match(game, SEED)
    for seat, move in moves:
        whole.submit(seat, move)
    _play(sample, folder / "warm", moves)
    started = time.monotonic()
    _play(sample, folder / "whole", moves)
    length = time.monotonic() - started
    told: Counter[str] = Counter()
    for number in range(count):
        path = folder / f"{number}"
        after = rng.randrange(len(moves) + 1)
        confirmed = _killed(sample, path, moves, after, 2 * rng.random() * length / len(moves))
        try:
            record = read_record(path)
        except JournalError:
            told["unborn" if confirmed == 0 else "lost"] += 1
            continue
        match = restore_match(record, load_game(sample.definition, record))
        told["half a turn" if match.sealed else "over" if match.score else "between turns"] += 1
        if len(record.moves) < confirmed:
            told["lost"] += 1
            continue
        rest = _rest(moves, Counter(moved.seat for moved in record.moves), game.seats)
        with Journal.reopen(record, durable=False) as journal:
            _finish(match, rest, journal, lambda: None)
        again = restore_match(read_record(path), game)
        told["lost"] += (again._state, again.score) != (whole._state, whole.score)
    sys.stdout.write(json.dumps({"games": count, **told}))


def _killed(
    sample: Sample, path: Path, moves: list[tuple[Seat, Any]], after: int, seconds: float
) -> int:
    """Kill a game some seconds after a move; how many were said to have taken effect.

    However long this process is held up, the game makes but two moves more until it is killed.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        made = 0

        def say() -> None:
            nonlocal made
            os.write(writing, b".")
            made += 1
            if made > after + 1:
                signal.pause()

        _play(sample, path, moves, say)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        told = len(said.read(after))
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return told + len(said.read())


def _play(
    sample: Sample, path: Path, moves: list[tuple[Seat, Any]], played: Any = lambda: None
) -> None:
    game = sample.games[-1]
    header = sample.header(sample.variants[-1], SEED)
    with Journal.create(path, header) as journal:
        _finish(Match(game, SEED), _rest(moves, Counter(), game.seats), journal, played)


def _rest(
    moves: list[tuple[Seat, Any]], made: Mapping[str, int], names: tuple[str, ...]
) -> dict[Seat, Any]:
    """Players for what is left of a script."""
    own: dict[Seat, Any] = {}
    for place, name in enumerate(names):
        left = [move for seat, move in moves if seat == place][made[name] :]
        own[Seat(place)] = ScriptedPlayer(left)
    return own


def _finish(match: Match[Any, Any, Any], players: Any, journal: Journal, played: Any) -> None:
    def moved(seat: Seat, move: Any, account: MoveDetails) -> None:
        journal.write_move(match.game.seats[seat], move, account)

    asyncio.run(play(match, players, before_move=moved, after_move=lambda _: played()))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
