"""Baselines play Dixit: how many listeners find the storyteller's card, and games per second.

Each line has one kind of storyteller and one kind of listener. If they differ, the storyteller has
the first seat, and only the rounds of that seat count.
"""

import asyncio
import sys
from collections import Counter
from time import perf_counter, process_time

from benchmarks import create_parser
from benchmarks.decrypto import format_share
from engine.config.settings import Settings, load_settings
from engine.games.catalog import find
from engine.games.dixit.options import Options
from engine.games.dixit.view import View
from engine.play import play
from engine.players.spec import parse_spec
from engine.session import Session
from words.space.names import BUILTIN_SPACES

LEAST_SPEED = 20
"""Bound on games of 24 rounds a second on one core."""
TIMED = 40
"""Games in the measurement of speed."""
OUTCOMES = ("partial", "all right", "all wrong")
LINES = (
    (BUILTIN_SPACES[0], BUILTIN_SPACES[0]),
    (BUILTIN_SPACES[1], BUILTIN_SPACES[1]),
    (BUILTIN_SPACES[0], BUILTIN_SPACES[1]),
    (BUILTIN_SPACES[1], BUILTIN_SPACES[0]),
    (BUILTIN_SPACES[0], "random"),
)
"""Storyteller and listeners; against random listeners clues mean nothing."""
RANDOM = 18 / 27
"""How often three listeners who each choose among three cards at random succeed in part."""


async def play_game(
    storyteller: str, listeners: str, seed: str, deck: str, settings: Settings
) -> View:
    """The onlooker's view after one whole game; the first seat is the storyteller's."""
    definition = find("dixit")
    options = Options(deck=deck)
    specs = (storyteller, *[listeners] * (options.players - 1))
    seats = dict(zip(options.seats, map(parse_spec, specs), strict=True))
    session = Session.create(definition, options, seats, seed, settings=settings)
    await play(session.match, session.create_players())
    view = session.match.view(None)
    assert isinstance(view, View)
    return view


def play_games(storyteller: str, listeners: str, seed: str, games: int, deck: str) -> list[View]:
    """The last views of games with seeds `seed`/0 and on."""
    settings = load_settings()  # once, as a run of many games does
    return [
        asyncio.run(play_game(storyteller, listeners, f"{seed}/{number}", deck, settings))
        for number in range(games)
    ]


def measure_line(storyteller: str, listeners: str, games: int, deck: str) -> bool:
    """Print one line of the table; whether it keeps its bound."""
    tally: Counter[str] = Counter()
    for view in play_games(storyteller, listeners, "table", games, deck):
        same = storyteller == listeners
        tally.update(done.outcome for done in view.rounds if same or done.storyteller == 0)
    rounds = tally.total()
    if listeners == "random":
        kept = abs(tally["partial"] / rounds - RANDOM) < 0.05
        bound = "2/3"
    else:
        kept = tally.most_common(1)[0][0] == "partial"
        bound = "most"
    cells = "  ".join(format_share(tally[outcome], rounds) for outcome in OUTCOMES)
    print(
        f"{storyteller + ' -> ' + listeners:20} {cells}  {rounds:6,}  "
        f"{bound}{'' if kept else ' MISSED'}",
        flush=True,
    )
    return kept


def measure_speed(deck: str) -> bool:
    """Print games a second of processor time, on one core; whether the bound is kept."""
    play_games(BUILTIN_SPACES[0], BUILTIN_SPACES[1], "warm", 1, deck)
    wall, busy = perf_counter(), process_time()
    play_games(BUILTIN_SPACES[0], BUILTIN_SPACES[1], "speed", TIMED, deck)
    wall, busy = perf_counter() - wall, process_time() - busy
    rate = TIMED / busy
    print(
        f"{rate:.0f} games of 24 rounds a second of processor time "
        f"({TIMED / wall:.0f} by the clock); bound {LEAST_SPEED}"
        f"{'' if rate >= LEAST_SPEED else ' MISSED'}"
    )
    return rate >= LEAST_SPEED


def main() -> int:
    """Print speed and table; 1 if a bound is missed."""
    parser = create_parser(
        __doc__,
        bounds=f"{LEAST_SPEED} games a second; in most rounds some listeners find the card, but "
        "not all, and in two of three if they choose at random",
        takes="one minute",
    )
    parser.add_argument("--games", type=int, default=200, help="games in each line")
    parser.add_argument(
        "--deck", default="", help="the folder of a deck; the house deck if left out"
    )
    given = parser.parse_args()

    started = perf_counter()
    play_games(BUILTIN_SPACES[0], BUILTIN_SPACES[1], "first", 1, given.deck)
    print(f"first game with both spaces, cold: {1000 * (perf_counter() - started):.0f} ms")
    kept = [measure_speed(given.deck)]
    print(f"\n{given.games} games of 24 rounds a line; percent of rounds with 95 % interval")
    print(f"{'storyteller -> listeners':20} " + "  ".join(f"{one:19}" for one in OUTCOMES))
    kept += [measure_line(*who, given.games, given.deck) for who in LINES]
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
