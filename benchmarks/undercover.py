"""Baselines play Undercover: who wins, three against two, and games per second."""

import asyncio
import sys
from collections import Counter
from time import perf_counter, process_time

from benchmarks import create_parser
from benchmarks.decrypto import format_share
from engine.config.settings import Settings, load_settings
from engine.games.catalog import find
from engine.games.undercover.options import Options
from engine.games.undercover.view import View
from engine.play import play
from engine.players.spec import parse_spec
from engine.session import Session
from words.space.names import BUILTIN_SPACES

LEAST_SPEED = 100
"""Bound on games a second on one core."""
TIMED = 500
"""Games in the measurement of speed, and played before it."""
OUTCOMES = ("civilians", "undercover", "draw")
TABLES = {
    "word2vec": (BUILTIN_SPACES[0],) * 5,
    "glove": (BUILTIN_SPACES[1],) * 5,
    "mixed": (*BUILTIN_SPACES, *BUILTIN_SPACES, BUILTIN_SPACES[0]),
    "random": ("random",) * 5,
}
"""Who sits at the five seats."""
THEMES = ("animals", "food", "things", "places")


async def play_game(
    lineup: tuple[str, ...], options: Options, seed: str, settings: Settings
) -> View:
    """The onlooker's view after one whole game, played as a headless run plays it."""
    definition = find("undercover")
    seats = dict(zip(options.names, map(parse_spec, lineup), strict=True))
    session = Session.create(definition, options, seats, seed, settings=settings)
    await play(session.match, session.create_players())
    view = session.match.view(None)
    assert isinstance(view, View)
    return view


async def play_games(
    lineup: tuple[str, ...], options: Options, seed: str, games: int
) -> list[View]:
    """The last views of games with seeds `seed`/0 and on."""
    settings = load_settings()  # once, as a run of many games does
    return [
        await play_game(lineup, options, f"{seed}/{number}", settings) for number in range(games)
    ]


def measure_line(name: str, lineup: tuple[str, ...], options: Options, games: int) -> None:
    """Print one line of the table."""
    views = asyncio.run(play_games(lineup, options, "table", games))
    tally = Counter[str](view.outcome or "" for view in views)
    cells = "  ".join(format_share(tally[outcome], games) for outcome in OUTCOMES)
    print(f"{name:20} {cells}  {sum(view.number for view in views) / games:6.1f}", flush=True)


def measure_speed() -> bool:
    """Print games a second of processor time, on one core; whether the bound is kept."""
    kept = True
    for name in ("mixed", "word2vec"):
        asyncio.run(play_games(TABLES[name], Options(), "warm", TIMED))
        wall, busy = perf_counter(), process_time()
        asyncio.run(play_games(TABLES[name], Options(), "speed", TIMED))
        wall, busy = perf_counter() - wall, process_time() - busy
        kept &= TIMED / busy >= LEAST_SPEED
        print(
            f"{name}: {TIMED / busy:.0f} games of five a second of processor time "
            f"({TIMED / wall:.0f} by the clock); bound {LEAST_SPEED}"
        )
    return kept


def main() -> int:
    """Print speed and table; 1 if the bound is missed."""
    parser = create_parser(
        __doc__,
        bounds=f"{LEAST_SPEED} games a second",
        takes="three minutes",
    )
    parser.add_argument("--games", type=int, default=1000, help="games in each line")
    games = parser.parse_args().games

    started = perf_counter()
    asyncio.run(play_games(TABLES["mixed"], Options(), "first", 1))
    print(f"first game with both spaces, cold: {1000 * (perf_counter() - started):.0f} ms")
    kept = measure_speed()
    print(f"\n{games} games a line; percent with 95 % interval; rounds on average")
    print(f"{'five seats':20} " + "  ".join(f"{one:19}" for one in OUTCOMES) + "  rounds")
    for name, lineup in TABLES.items():
        measure_line(name, lineup, Options(), games)
    for theme in THEMES:
        measure_line(f"mixed, {theme}", TABLES["mixed"], Options(words=theme), games)
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
