"""Parlour's own decoder and interceptor of Decrypto on hints that were written by hand.

`words/written_hints/` has games whose hints were written by several hands who saw only what an
encoder sees: keywords, code and their own past hints; its README says by whom and when. How much
each kind of evidence counts was learnt on the open half, so `python -m tools.reliability` says what
it is worth on games that it was not learnt on. `--locked` reads the other half, too: each look at
it is one more reason not to believe it. Each line says how many codes are missed, with the 95 %
interval over games (bootstrap), and, for interceptors, how many are hit from round 2 on.
"""

import sys
from itertools import pairwise

import numpy as np

from benchmarks import create_parser
from engine.games.decrypto.moves import CODES
from engine.games.decrypto.roles import Role
from engine.games.decrypto.written_games import (
    OPEN,
    Believe,
    WrittenGame,
    count_missed,
    list_views,
    read_by_listeners,
    read_by_vectors,
    read_written_games,
)
from engine.players.pragmatic.listeners import load_listeners
from engine.players.vectors.word_vectors import load_word_vectors
from engine.share_interval import format_share
from words.space.names import LISTENING_SPACES

BINS = (0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 1.01)
"""Limits of the decoder's confidence in the reliability table."""


def count_hits(believe: Believe, game: WrittenGame) -> tuple[float, int]:
    """Count the codes of a game that an interceptor hits from round 2 on, and all of them."""
    hit = []
    for view, code in list_views(game, Role.INTERCEPTOR):
        if view.number > 1:
            beliefs = believe(view)
            best = beliefs >= beliefs.max()
            hit.append(best[CODES.index(code)] / best.sum())
    return sum(hit), len(hit)


def main() -> int:
    """Print the tables."""
    parser = create_parser(__doc__, bounds="none", takes="half a minute")
    parser.add_argument("--locked", action="store_true", help="read the locked half, too")
    locked = parser.parse_args().locked
    writers = {
        name: games for name, games in read_written_games().items() if locked or name in OPEN
    }
    everybody = [game for games in writers.values() for game in games]
    own = read_by_listeners(load_listeners())
    players = {"pragmatic": own}
    players |= {name: read_by_vectors(load_word_vectors(name)) for name in LISTENING_SPACES}
    for player, believe in players.items():
        for name, games in {**writers, "all": everybody}.items():
            missed = format_share([count_missed(believe, game) for game in games])
            hit = format_share([count_hits(believe, game) for game in games])
            print(f"{player:10} {name:8} missed {missed:18}  intercepted {hit}", flush=True)
    sure = [
        (beliefs.max(), beliefs[CODES.index(code)] == beliefs.max())
        for game in everybody
        for view, code in list_views(game, Role.DECODER)
        for beliefs in [own(view)]
    ]
    print("how sure the own decoder was, and how often it was right:")
    for low, high in pairwise(BINS):
        inside = [(belief, found) for belief, found in sure if low <= belief < high]
        if inside:
            belief, right = 100 * np.mean(inside, axis=0)
            told = f"sure {belief:5.1f} %, right {right:5.1f} % of {len(inside)}"
            print(f"  {low:.2f} to {min(high, 1):.2f}: {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
