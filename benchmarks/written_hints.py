"""Parlour's own decoder and interceptor of Decrypto on hints that were written by hand.

`benchmarks/hints/` has games whose hints were written by several hands who saw only what an
encoder sees: keywords, code and their own past hints. They were not used to build the player; its
README says by whom and when. Each line says how many codes are missed, with the 95 % interval over
games (bootstrap), and, for interceptors, how many are hit from round 2 on.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import create_parser
from engine.games.decrypto import baseline, reading
from engine.games.decrypto.moves import CODES, Code
from engine.games.decrypto.options import Options
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import Round, View
from engine.players.pragmatic.listeners import load_listeners
from engine.players.vectors.similarity import Floats, load_word_vectors
from words.space.names import LISTENING_SPACES

HINTS = Path(__file__).parent / "hints"
"""A file for each writer: a list of games with keywords, codes and hints."""
DRAWS = 2_000
"""Number of times that games are drawn again for an interval."""
BINS = (0.0, 0.5, 0.7, 0.9, 0.99, 1.01)
"""Limits of the decoder's confidence in the reliability table."""


def list_views(game: dict[str, Any], role: Role) -> Iterator[tuple[View, Code]]:
    """Yield what a guesser saw in each round, if nobody ever missed, and the code."""
    rounds: tuple[Round, ...] = ()
    for number, (code, hints) in enumerate(zip(game["codes"], game["hints"], strict=True), 1):
        right: Code = tuple(code)
        said = tuple(hints)
        view = View(
            role=role,
            number=number,
            keywords=tuple(game["keywords"]) if role is Role.DECODER else None,
            code=None,
            hints=said,
            rounds=rounds,
            options=Options(),
            outcome=None,
            over=False,
        )
        yield view, right
        rounds = (*rounds, Round(hints=said, code=right, decoder=right, interceptor=right))


def believe(player: str, view: View) -> Floats:
    """Compute a player's probability of each code; shape (24,)."""
    if player == "pragmatic":
        return np.array(reading.read_hints(load_listeners(), view).beliefs)
    best = baseline.read_hints(load_word_vectors(player), view).codes
    return np.array([(code in best) / len(best) for code in CODES])


def format_interval(games: Sequence[tuple[float, int]]) -> str:
    """Format a share of rounds and its interval over games, of (hits, rounds) by game."""
    table = np.array(games)
    drawn = np.random.default_rng(1).integers(len(table), size=(DRAWS, len(table)))
    hits, rounds = table[drawn].sum(axis=1).T
    low, high = np.percentile(hits / rounds, (2.5, 97.5))
    total = table.sum(axis=0)
    return f"{100 * total[0] / total[1]:5.1f} [{100 * low:4.1f}, {100 * high:5.1f}]"


def main() -> int:
    """Print the tables."""
    parser = create_parser(__doc__, bounds="none", takes="half a minute")
    parser.parse_args()
    writers = {path.stem: json.loads(path.read_text()) for path in sorted(HINTS.glob("*.json"))}
    everybody = [game for games in writers.values() for game in games]
    sure: list[tuple[float, bool]] = []
    for player in ("pragmatic", *LISTENING_SPACES):
        for name, games in {**writers, "all": everybody}.items():
            missed, hit = [], []
            for game in games:
                beliefs = [
                    (believe(player, view), code) for view, code in list_views(game, Role.DECODER)
                ]
                right = [belief[CODES.index(code)] for belief, code in beliefs]
                best = [belief.max() for belief, _ in beliefs]
                found = [own == most for own, most in zip(right, best, strict=True)]
                missed.append((len(found) - sum(map(float, found)), len(found)))
                if player == "pragmatic" and name == "all":
                    sure += zip(best, found, strict=True)
                guessed = [
                    belief[CODES.index(code)] >= belief.max()
                    for view, code in list_views(game, Role.INTERCEPTOR)
                    if view.number > 1
                    for belief in [believe(player, view)]
                ]
                hit.append((sum(map(float, guessed)), len(guessed)))
            print(
                f"{player:10} {name:8} missed {format_interval(missed)}  "
                f"intercepted {format_interval(hit)}",
                flush=True,
            )
    print("how sure the own decoder was, and how often it was right:")
    for low, high in pairwise(BINS):
        inside = [found for belief, found in sure if low <= belief < high]
        share = f"{100 * np.mean(inside):5.1f} %" if inside else "    -"
        print(f"  {low:.2f} to {min(high, 1):.2f}: right {share} of {len(inside)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
