"""Baselines play Decrypto: how often teams miscommunicate, and games per second.

The table has a cell for each team (encoder and decoder) and K. The interceptor uses the
encoder's space, which is the strongest choice. Games are played for all 8 rounds, which changes no
outcome; so `missed` can say how the team would have done without an interceptor.
"""

import asyncio
import sys
from collections.abc import Iterable
from itertools import product
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks import create_parser
from engine.config.settings import Settings, load_settings
from engine.games.catalog import find
from engine.games.decrypto.options import Options
from engine.games.decrypto.view import View
from engine.play import play
from engine.players.spec import parse_spec
from engine.session import Session
from words.game_words import read_hint_corpus
from words.space.names import BUILTIN_SPACES

KS = (1, 4, 16, 64, 128, 256, 512, 1024)
NEAR, FAR = 16, 512
MOST_LOST, LEAST_LOST = 0.10, 0.50
"""Bounds on games that end in miscommunication across spaces, at K = `NEAR` and `FAR`."""
LEAST_SPEED = 300
"""Bound on games a second on one core."""
TIMED = 1000
"""Games in each measurement of speed."""


async def play_game(
    lineup: Iterable[str], options: Options, seed: str, path: Path | None, settings: Settings
) -> View:
    """The onlooker's view after one whole game, played as a headless run plays it."""
    definition = find("decrypto")
    seats = dict(zip(definition.usual_seats(), map(parse_spec, lineup), strict=True))
    session = Session.create(
        definition, options, seats, seed, path=path, durable=False, settings=settings
    )
    try:
        await play(session.match, session.create_players(), before_move=session.record_move)
    finally:
        session.close()
    view = session.match.view(None)
    assert isinstance(view, View)
    return view


async def play_games(
    lineup: Iterable[str], options: Options, seed: str, games: int, folder: Path | None = None
) -> list[View]:
    """The last views of games with seeds `seed`/1 and on, with journals in a folder or without."""
    paths = [folder / f"{n}.jsonl" if folder else None for n in range(games)]
    seats, settings = tuple(lineup), load_settings()  # read once, as a run of many games does
    return [
        await play_game(seats, options, f"{seed}/{n}", path, settings)
        for n, path in enumerate(paths, 1)
    ]


def wilson_interval(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z, share = 1.96, hits / of
    middle = share + z * z / (2 * of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)
    return max(low, 0), min(high, 1)


def format_share(hits: int, of: int) -> str:
    """A share in percent with its interval."""
    low, high = wilson_interval(hits, of)
    return f"{100 * hits / of:5.1f} [{100 * low:4.1f}, {100 * high:5.1f}]"


def measure_cell(encoder: str, decoder: str, k: int, games: int) -> bool:
    """Print one line of the table; whether it keeps its bound."""
    options = Options(k=k, play_on=True)
    views = asyncio.run(play_games((encoder, decoder, encoder), options, "table", games))
    reasons = [view.outcome.reason for view in views if view.outcome]
    both = reasons.count("both")
    lost, caught = reasons.count("miscommunication") + both, reasons.count("interception")
    missed = sum(view.miscommunications >= options.tokens for view in views)
    kept, bound = True, ""
    if encoder == decoder:
        kept, bound = not any(view.miscommunications for view in views), "never"
    elif k == NEAR:
        kept, bound = lost / games <= MOST_LOST, f"<= {MOST_LOST:.0%}"
    elif k == FAR:
        kept, bound = lost / games >= LEAST_LOST, f">= {LEAST_LOST:.0%}"
    told = f"{bound:6}{'' if kept else ' MISSED'}"
    print(
        f"{encoder + ' -> ' + decoder:20} {k:5} {format_share(lost, games)} {told:7} "
        f" {format_share(missed, games)}  {100 * caught / games:6.1f}",
        flush=True,
    )
    return kept


def measure_speed(*, play_on: bool, journal: bool) -> float:
    """Games a second of processor time, on one core, at K = 16 in 8 rounds."""
    options = Options(k=NEAR, play_on=play_on)
    lineup = (BUILTIN_SPACES[0], BUILTIN_SPACES[1], BUILTIN_SPACES[0])
    with TemporaryDirectory() as name:
        folder = Path(name) if journal else None
        wall, busy = perf_counter(), process_time()
        asyncio.run(play_games(lineup, options, f"speed/{play_on}", TIMED, folder))
        wall, busy = perf_counter() - wall, process_time() - busy
    rate = TIMED / busy
    print(
        f"  {'all 8 rounds' if play_on else 'to the end':12}  "
        f"{'journal' if journal else 'no file':7}  {rate:6.0f} games/s  "
        f"({TIMED / wall:.0f} by the clock)"
    )
    return rate


def main() -> int:
    """Print table and speed; 1 if a bound is missed."""
    parser = create_parser(
        __doc__,
        bounds=f"{LEAST_SPEED} games a second; across spaces at most {MOST_LOST:.0%} of games "
        f"lost by miscommunication at K {NEAR}, at least {LEAST_LOST:.0%} at K {FAR}; "
        "none within a space",
        takes="two minutes",
    )
    parser.add_argument("--games", type=int, default=400, help="games in each cell")
    games = parser.parse_args().games
    kept = []

    one, other = BUILTIN_SPACES
    started = perf_counter()
    asyncio.run(play_games((one, other, one), Options(), "first", 1))
    print(f"first game with both spaces, cold: {1000 * (perf_counter() - started):.0f} ms")
    asyncio.run(play_games((other, one, one), Options(), "warm", 2 * TIMED))
    print(
        f"speed, warm, one core, K {NEAR}, {len(read_hint_corpus()):,} hints (bound {LEAST_SPEED}):"
    )
    for play_on, journal in product((False, True), (False, True)):
        kept.append(measure_speed(play_on=play_on, journal=journal) >= LEAST_SPEED or play_on)

    print(f"\n{games} games a cell, 8 rounds, 2 tokens; percent with 95 % interval")
    head = f"{'encoder -> decoder':20} {'K':>5} {'lost to miscommunication':28}"
    print(f"{head}  {'missed twice in 8':20}  caught")
    cross = (BUILTIN_SPACES, BUILTIN_SPACES[::-1])
    for (encoder, decoder), k in product((*cross, *((one, one) for one in BUILTIN_SPACES)), KS):
        kept.append(measure_cell(encoder, decoder, k, games))
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
