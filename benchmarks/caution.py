"""How many games Parlour's own team of Decrypto survives, by how cautious its encoder is.

`--weights` tries other weights of not being intercepted and of hiding the keywords, such as
`80,0.3`. The named ones were chosen so, by what is survived in spaces that are left out.
"""

import sys
from collections.abc import Mapping

import numpy as np

from benchmarks import create_parser
from benchmarks.unseen import (
    Survived,
    count_missed,
    deal_games,
    describe_missed,
    draw_shares,
    find_unseen,
    format_survival,
    intercept_all,
    leave_out,
    take_spaces,
)
from engine.games.decrypto import pragmatic
from words.space.names import LISTENING_SPACES


def print_line(label: str, spaces: list[Survived]) -> None:
    """Print what is survived in spaces, by interceptor, with the interval over games and spaces."""
    shares = []
    for kind in spaces[0]:
        table = np.array([space[kind] for space in spaces])
        shares.append(f"{kind} {format_survival(table, draw_shares(table))}")
    print(f"  {label:10} {'; '.join(shares)}", flush=True)


def measure(team: str, games: int, seed: str, unseen: Mapping[str, str]) -> None:
    """Print how a team does."""
    played = deal_games(team, games, seed)
    print(f"{team}, games {seed}/1 to {games}: {describe_missed(count_missed(played))}", flush=True)
    print_line("seen", [intercept_all(played, name, name) for name in LISTENING_SPACES])
    print_line("left out", [leave_out(name, team, games, seed) for name in LISTENING_SPACES])
    if unseen:
        print_line("unseen", [intercept_all(played, *one) for one in unseen.items()])


def main() -> int:
    """Print the table."""
    parser = create_parser(__doc__, bounds="none", takes="10 minutes")
    parser.add_argument("--games", type=int, default=60, help="games in each line")
    parser.add_argument("--seed", default="caution", help="of the games; another draws others")
    parser.add_argument("--weights", nargs="+", help="try these, and no unseen spaces")
    take_spaces(parser)
    given = parser.parse_args()
    if given.weights is None:
        for caution in pragmatic.CAUTION:
            team = f"pragmatic,caution={caution}"
            measure(team, given.games, given.seed, find_unseen(given.spaces))
        return 0
    for text in given.weights:
        unread, hiding = map(float, text.split(","))
        print(f"weights {text}:")
        pragmatic.CAUTION = {**pragmatic.CAUTION, "usual": (unread, hiding)}
        measure("pragmatic", given.games, given.seed, {})
    return 0


if __name__ == "__main__":
    sys.exit(main())
