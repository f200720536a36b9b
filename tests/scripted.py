"""Scripted games for tests of the command line: what is played is known beforehand."""

import json
from pathlib import Path
from typing import Any

from engine.move_json import encode_move
from engine.seat import Seat
from tests.samples.decrypto import SAMPLE as DECRYPTO

SEED = "scripted"
CANARIES = tuple(DECRYPTO.material["keywords"])
"""The keywords of every scripted game: words that occur nowhere else."""
GAME = DECRYPTO.game({})
MOVES: list[tuple[Seat, Any]] = DECRYPTO.finished(GAME, SEED)
"""The moves of the scripted game, in the order in which they are sealed."""


def write_scripts(folder: Path, moves: list[tuple[Seat, Any]] = MOVES) -> list[str]:
    """Write a script for each seat; returns the arguments that play them, and all chance."""
    arguments = ["--seed", SEED, "--set", f"keywords={','.join(CANARIES)}"]
    folder.mkdir(exist_ok=True)
    for place, name in enumerate(GAME.usual_seats()):
        lines = [json.dumps(encode_move(move)) + "\n" for seat, move in moves if seat == place]
        path = folder / f"{name}.jsonl"
        path.write_text("".join(lines))
        arguments += ["--seat", f"{name}=script:{path}"]
    return arguments


def rounds() -> list[dict[str, list[Any]]]:
    """The rounds of the scripted game, codes aside, as its result has to tell them."""
    hints, decoder, interceptor = (
        [move for seat, move in MOVES if seat == place] for place in range(3)
    )
    return [
        {"hints": list(h.words), "decoder": list(d.code), "interceptor": list(i.code)}
        for h, d, i in zip(hints, decoder, interceptor, strict=True)
    ]
