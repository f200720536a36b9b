"""Simulate how often 95 % intervals over deals hold the true figure.

Counts of a deal are drawn from a beta-binomial distribution: the deal has a share of its own, with
a correlation of its chances, and line-ups of a pair share what is particular to a deal. Bounds are
for deals with at least 24 chances and figures between 0.3 and 0.7, in which hardly any deal has
none or all; for others the simulation is printed without a bound.
"""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats
from scipy.integrate import quad

from benchmarks import create_parser
from lab.statistics.estimate import Estimate
from lab.statistics.paired import Difference, compare_paired
from lab.statistics.rates import estimate_mean, estimate_ratio
from lab.statistics.ratings import rate_players

LOW, HIGH = 94.0, 96.0
"""The bounds of the coverage over all settings of a number of deals, in percent."""
DEALS = (2, 4, 8, 16, 32)
SHARES = (0.3, 0.5, 0.7)
CORRELATIONS = (0.0, 0.1, 0.3)
CHANCES = (24, 72)


def main() -> int:
    """Simulate each figure; 1 if the coverage of any is out of bounds."""
    parser = create_parser(
        __doc__,
        bounds=f"{LOW:g} to {HIGH:g} % of intervals hold the true figure, for each number of deals",
        takes="4 minutes",
    )
    parser.add_argument("--draws", type=int, default=2000, help="simulated runs for each setting")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    missed = False
    for title, simulate, bounded in (
        ("share over deals", simulate_shares, True),
        ("share, mean of 3 model seeds", simulate_seeds, True),
        ("mean of 3 games a deal", simulate_means, True),
        ("paired difference", simulate_differences, True),
        ("rating of two players", simulate_ratings, False),
        ("mean of 1 game a deal", simulate_single_games, False),
        ("share, 4 chances a deal", simulate_few_chances, False),
    ):
        rng = np.random.default_rng(given.seed)
        held = [simulate(rng, deals, given.draws) for deals in DEALS]
        cells = [100 * float(np.mean(one)) for one in held]
        out = bounded and any(not LOW <= one <= HIGH for one in cells)
        missed |= out
        pairs = zip(DEALS, cells, strict=True)
        shown = "  ".join(f"{deals:2} deals {one:5.1f}" for deals, one in pairs)
        reach = max(100 * 1.96 * float(np.std(one)) / len(one) ** 0.5 for one in held)
        drawn = f"± {reach:.1f}, of {len(held[0]):,} runs"
        print(f"{title:30} {shown}  {drawn}{'  out of 94 to 96' if out else ''}", flush=True)
    return int(missed)


def simulate_shares(rng: np.random.Generator, deals: int, draws: int) -> list[bool]:
    """Simulate the coverage of shares, over all settings."""
    return _simulate_ratios(rng, deals, draws, CHANCES, seeds=1)


def simulate_seeds(rng: np.random.Generator, deals: int, draws: int) -> list[bool]:
    """Simulate the coverage of shares that are means over model seeds."""
    return _simulate_ratios(rng, deals, draws // 2, CHANCES, seeds=3)


def simulate_few_chances(rng: np.random.Generator, deals: int, draws: int) -> list[bool]:
    """Simulate the coverage of shares of which a deal has few chances."""
    return _simulate_ratios(rng, deals, draws, (4,), seeds=1)


LENGTHS = {2: 0.1, 3: 0.15, 4: 0.15, 5: 0.15, 6: 0.15, 7: 0.1, 8: 0.2}
"""How likely a game of Decrypto is to last so many rounds."""


def simulate_means(rng: np.random.Generator, deals: int, draws: int) -> list[bool]:
    """Simulate the coverage of the mean length of games, of which a deal has three."""
    labels, ones = np.repeat(np.arange(deals), 3), np.ones(deals * 3)
    return _simulate_lengths(rng, deals * 3, draws, lambda row: estimate_ratio(row, ones, labels))


def simulate_single_games(rng: np.random.Generator, deals: int, draws: int) -> list[bool]:
    """Simulate the coverage of the mean length of games, of which a deal has one."""
    return _simulate_lengths(rng, deals, draws, estimate_mean)


def _simulate_lengths(
    rng: np.random.Generator, games: int, draws: int, estimate: Callable[[NDArray[Any]], Estimate]
) -> list[bool]:
    true = sum(length * chance for length, chance in LENGTHS.items())
    drawn = rng.choice(list(LENGTHS), (draws * 2, games), p=list(LENGTHS.values()))
    return [_holds(estimate(row), true) for row in drawn]


def simulate_differences(rng: np.random.Generator, deals: int, draws: int) -> list[bool]:
    """Simulate the coverage of differences of two shares on the same deals."""
    held = []
    for share in SHARES:
        for correlation in CORRELATIONS:
            gap = _find_gap(share, correlation)
            for draw in range(draws // 2):
                count = CHANCES[draw % len(CHANCES)]
                own = _draw_shares(rng, share, correlation, deals)
                other = np.minimum(own + GAP, 1)
                sides = [rng.binomial(count, one) / count for one in (own, other)]
                found = compare_paired(pd.Series(sides[1]), pd.Series(sides[0]))
                held.append(_holds(found, gap))
    return held


GAP = 0.1
"""By how much the share of the second line-up is larger on a deal, at most up to 1."""


def _find_gap(share: float, correlation: float) -> float:
    """Find the true difference: the mean over all deals that may be drawn, not over those drawn."""
    if not correlation:
        return GAP
    weight = 1 / correlation - 1
    shares = stats.beta(share * weight, (1 - share) * weight)
    cut, _ = quad(lambda own: (1 - own) * float(shares.pdf(own)), 1 - GAP, 1)
    return GAP * float(shares.cdf(1 - GAP)) + float(cut)


def simulate_ratings(rng: np.random.Generator, deals: int, draws: int) -> list[bool]:
    """Simulate the coverage of the ratings of two players with 12 games on a deal."""
    true, held = 0.4, []
    for _ in range(draws // 4):
        wins = rng.binomial(12, _draw_shares(rng, 1 / (1 + np.exp(-true)), 0.1, deals))
        games = [({"a": 1, "b": 2}, n) for n, won in enumerate(wins) for _ in range(won)]
        games += [({"a": 2, "b": 1}, n) for n, won in enumerate(wins) for _ in range(12 - won)]
        found = rate_players([one for one, _ in games], [deal for _, deal in games])
        row = found.loc["a"]
        held.append(bool(row["low"] <= true / 2 <= row["high"]))
    return held


def _simulate_ratios(
    rng: np.random.Generator, deals: int, draws: int, chances: tuple[int, ...], *, seeds: int
) -> list[bool]:
    held = []
    labels = np.repeat(np.arange(deals), seeds)
    groups = np.tile(np.arange(seeds), deals) if seeds > 1 else None
    for count in chances:
        for share in SHARES:
            for correlation in CORRELATIONS:
                for _ in range(draws // 4):
                    own = np.repeat(_draw_shares(rng, share, correlation, deals), seeds)
                    events = rng.binomial(count, own)
                    found = estimate_ratio(events, np.full(len(own), count), labels, groups)
                    held.append(_holds(found, share))
    return held


def _draw_shares(
    rng: np.random.Generator, share: float, correlation: float, deals: int
) -> NDArray[np.float64]:
    if not correlation:
        return np.full(deals, share)
    weight = 1 / correlation - 1
    return rng.beta(share * weight, (1 - share) * weight, deals)


def _holds(found: Estimate | Difference, true: float) -> bool:
    return found.low is not None and found.high is not None and found.low <= true <= found.high


if __name__ == "__main__":
    sys.exit(main())
