"""Baselines play Adversarial Taboo: how games end, and games per second."""

import asyncio
import sys
from collections import Counter
from time import perf_counter, process_time

from benchmarks import create_parser
from benchmarks.decrypto import format_share
from engine.config.settings import Settings, load_settings
from engine.games.catalog import find
from engine.games.taboo.options import Options
from engine.games.taboo.view import View
from engine.play import play
from engine.players.spec import parse_spec
from engine.session import Session
from words.space.names import BUILTIN_SPACES

LEAST_SPEED = 100
"""Bound on games a second on one core."""
TIMED = 500
"""Games in the measurement of speed, and played before it."""
REASONS = ("guessed", "wrong_guess", "said", "limit")
"""How a game may end where nobody slips."""
PAIRS = (
    (BUILTIN_SPACES[0], BUILTIN_SPACES[0]),
    (BUILTIN_SPACES[1], BUILTIN_SPACES[1]),
    (BUILTIN_SPACES[0], BUILTIN_SPACES[1]),
    (BUILTIN_SPACES[1], BUILTIN_SPACES[0]),
    ("random", BUILTIN_SPACES[0]),
    (BUILTIN_SPACES[0], "random"),
)
"""Attacker and defender."""


async def play_game(attacker: str, defender: str, seed: str, settings: Settings) -> View:
    """The onlooker's view after one whole game, played as a headless run plays it."""
    definition = find("taboo")
    seats = {"attacker": parse_spec(attacker), "defender": parse_spec(defender)}
    session = Session.create(definition, Options(), seats, seed, settings=settings)
    await play(session.match, session.create_players())
    view = session.match.view(None)
    assert isinstance(view, View)
    return view


async def play_games(attacker: str, defender: str, seed: str, games: int) -> list[View]:
    """The last views of games with seeds `seed`/0 and on."""
    settings = load_settings()  # once, as a run of many games does
    return [
        await play_game(attacker, defender, f"{seed}/{number}", settings) for number in range(games)
    ]


def measure_line(attacker: str, defender: str, games: int) -> None:
    """Print one line of the table."""
    views = asyncio.run(play_games(attacker, defender, "table", games))
    tally = Counter[str](view.outcome.reason for view in views if view.outcome)
    cells = "  ".join(format_share(tally[reason], games) for reason in REASONS)
    turns = sum(view.number for view in views) / games
    print(f"{attacker + ' -> ' + defender:20} {cells}  {turns:5.1f}", flush=True)


def measure_speed() -> bool:
    """Print games a second of processor time, on one core; whether the bound is kept."""
    asyncio.run(play_games(BUILTIN_SPACES[0], BUILTIN_SPACES[1], "warm", TIMED))
    wall, busy = perf_counter(), process_time()
    asyncio.run(play_games(BUILTIN_SPACES[0], BUILTIN_SPACES[1], "speed", TIMED))
    wall, busy = perf_counter() - wall, process_time() - busy
    rate = TIMED / busy
    print(
        f"{rate:.0f} games of at most 5 turns a second of processor time "
        f"({TIMED / wall:.0f} by the clock); bound {LEAST_SPEED}"
        f"{'' if rate >= LEAST_SPEED else ' MISSED'}"
    )
    return rate >= LEAST_SPEED


def main() -> int:
    """Print speed and table; 1 if the bound is missed."""
    parser = create_parser(
        __doc__,
        bounds=f"{LEAST_SPEED} games a second",
        takes="two minutes",
    )
    parser.add_argument("--games", type=int, default=1000, help="games in each line")
    games = parser.parse_args().games

    started = perf_counter()
    asyncio.run(play_games(BUILTIN_SPACES[0], BUILTIN_SPACES[1], "first", 1))
    print(f"first game with both spaces, cold: {1000 * (perf_counter() - started):.0f} ms")
    kept = measure_speed()
    print(
        f"\n{games} games of at most 5 turns a line; percent with 95 % interval; turns on average"
    )
    print(f"{'attacker -> defender':20} " + "  ".join(f"{one:19}" for one in REASONS) + "  turns")
    for pair in PAIRS:
        measure_line(*pair, games)
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
