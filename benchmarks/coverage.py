"""Simulate how often 95 % intervals over deals hold the true figure, and how wide they are.

Counts of a deal are drawn from a beta-binomial distribution: the deal has a share of its own, with
a correlation of its chances, and line-ups of a pair share what is particular to a deal. Settings
are base rates, correlations and numbers of chances, in equal parts.

Deals with many chances are held to 94 to 96 %, and differences, of which some are 0, to 97. Where
a deal has few chances, as a game that is won or lost, no interval can be exact: those that hold
the true figure at least so often hold it more often on average, so only the lower bound is strict.
A cell is out of bounds if it is so by more than two errors of the simulation.

Then come shares from 0.02 to 0.98 with correlations from 0 to 0.5: for each number of chances a
deal, the coverage in the worst of these 36 settings, which is lower than any of them is by chance,
the mean of all, and the mean width. The last lines are what is known to fail: differences where
rare deals go wrong, and skewed figures without a known upper end, of which few deals hardly ever
show the large ones.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats
from scipy.integrate import quad

from benchmarks import create_parser
from lab.statistics.estimate import Estimate
from lab.statistics.paired import Difference, compare_paired
from lab.statistics.rates import estimate_mean, estimate_rate, estimate_ratio
from lab.statistics.ratings import rate_players

LOW, HIGH = 94.0, 96.0
"""The bounds of the coverage over all settings of a number of deals, in percent."""
DEALS = (2, 4, 8, 16, 32)

type Drawn = Iterator[tuple[Estimate | Difference | pd.Series, float]]
"""Figures with intervals, each with the true figure."""
type Draw = Callable[[np.random.Generator, int, int], Drawn]
"""Draws figures over so many deals, about so many times."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The settings of simulated shares."""

    shares: tuple[float, ...]
    correlations: tuple[float, ...]
    chances: tuple[int, ...]
    seeds: int = 1

    def __iter__(self) -> Iterator[tuple[float, float, int]]:
        yield from product(self.shares, self.correlations, self.chances)

    def __len__(self) -> int:
        return len(self.shares) * len(self.correlations) * len(self.chances)


MANY = Cells((0.3, 0.5, 0.7), (0.0, 0.1, 0.3), (24, 72))
FEW = Cells((0.5, 0.8, 0.95), (0.0, 0.1, 0.5), (2, 4, 8))
SINGLE = Cells((0.5, 0.8, 0.95), (0.0,), (1,))
SKEWED = Cells((0.95,), (0.5,), (24, 72))
SHARES = (0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.98)
CORRELATIONS = (0.0, 0.1, 0.3, 0.5)
WORST = 93.0
"""The bound of the coverage in the worst setting, in percent."""
UNEQUAL = 0
"""Instead of a number of chances: 1 to 7, with equal probability."""
SWEPT = (2, 3, 4, 6, 8, 16, 32)
"""The numbers of deals for which all settings are simulated."""


def main() -> int:
    """Simulate each figure; 1 if the coverage of any is out of bounds."""
    parser = create_parser(
        __doc__,
        bounds=f"{LOW:g} to {HIGH:g} % of intervals hold the true figure, for each number of deals "
        f"from 2 on; {LOW:g} % or more where deals have few chances",
        takes="40 minutes",
    )
    parser.add_argument("--draws", type=int, default=4000, help="simulated runs of each cell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=("all", "figures", "settings"), default="all")
    given = parser.parse_args()
    missed = False
    if given.part != "settings":
        missed |= simulate_figures(given.seed, given.draws)
    if given.part != "figures":
        missed |= simulate_settings(given.seed, given.draws // 10)
    return int(missed)


def simulate_figures(seed: int, draws: int) -> bool:
    """Simulate each kind of figure over its settings; whether any is out of bounds."""
    missed = False
    print("coverage in percent, and mean width, from 2 to 32 deals", flush=True)
    for title, draw, part, bounds in (
        ("share, 24 or 72 chances a deal", draw_shares(MANY), 1, (LOW, HIGH)),
        ("share, mean of 3 model seeds", draw_shares(SEEDED), 1, (LOW, HIGH)),
        ("length, mean of 3 games a deal", draw_lengths(3), 1, (LOW, 100)),
        ("difference, 24 or 72 chances", draw_differences(MANY), 1, (LOW, HIGH + 1)),
        ("share of games, 1 a deal", draw_games, 1, (LOW, 100)),
        ("share, 2 to 8 chances a deal", draw_shares(FEW), 1, (LOW, 100)),
        ("length of 1 game a deal", draw_lengths(1), 1, (93, 100)),
        ("length, 80 % as long as may be", draw_lengths(1, MOSTLY_LONG), 1, (93, 100)),
        ("length without a limit", draw_unlimited(draw_geometric, 1), 1, (93, 100)),
        ("difference of games, 1 a deal", draw_differences(SINGLE), 1, (LOW, 100)),
        ("difference, 2 to 8 chances", draw_differences(FEW), 1, (LOW, 100)),
        ("rating of 2, 12 games a deal", draw_pair_ratings(12), 0.25, (LOW, 100)),
        ("rating of 2, 4 games a deal", draw_pair_ratings(4), 0.25, (LOW, 100)),
        ("rating of 4 in pairs", draw_ratings, 0.05, (93.0, 100)),
        ("share 0.95, correlation 0.5", draw_shares(SKEWED), 1, (WORST, 100)),
        ("difference of such shares", draw_differences(SKEWED), 1, (75, 100)),
        ("skewed figure without a limit", draw_unlimited(draw_lognormal, 0), 1, (90, 100)),
    ):
        rng = np.random.default_rng(seed)
        cells, out = [], False
        for deals in DEALS:
            held, width, count = measure_coverage(draw(rng, deals, int(part * draws)))
            cells.append((held, width))
            chance = 2 * (held * (100 - held) / count) ** 0.5  # of so many simulated runs
            out |= held + chance < bounds[0] or held - chance > bounds[1]
        missed |= out
        shown = "  ".join(f"{held:5.1f} ({width:4.2f})" for held, width in cells)
        told = f"  out of {bounds[0]:g} to {bounds[1]:g}" if out else ""
        print(f"{title:32}{shown}{told}", flush=True)
    return missed


def simulate_settings(seed: int, draws: int) -> bool:
    """Simulate shares in all settings; whether the worst is out of bounds."""
    missed = False
    print(f"\nall settings of shares, by deals ({', '.join(map(str, SWEPT))}): worst, mean, width")
    for chances in (1, 2, 4, 8, 24, UNEQUAL):
        rng = np.random.default_rng(seed)
        title = f"{chances} chances a deal" if chances else "1 to 7 chances a deal"
        found = [sweep_shares(rng, chances, deals, draws) for deals in SWEPT]
        shown = "  ".join(f"{low:5.1f} {mean:5.1f} ({width:4.2f})" for low, mean, width, _ in found)
        out = any(low + 3 * error < WORST for low, _, _, error in found)  # the least of 36
        missed |= out
        print(f"{title:24}{shown}{f'  out of {WORST:g} to 100' if out else ''}", flush=True)
    return missed


def sweep_shares(
    rng: np.random.Generator, chances: int, deals: int, draws: int
) -> tuple[float, float, float, float]:
    """Simulate all settings: the least coverage, the mean, the mean width, the least one's error.

    Args:
        rng: The source of chance.
        chances: The number of chances a deal, or `UNEQUAL`.
        deals: The number of deals.
        draws: The number of simulated runs of each setting.
    """
    cells = []
    for share, correlation in product(SHARES, CORRELATIONS):
        drawn = draw_share(rng, share, correlation, chances, deals, draws)
        cells.append(measure_coverage(drawn)[:2])
    held, widths = zip(*cells, strict=True)
    least = min(held)
    error = (least * (100 - least) / draws) ** 0.5
    return least, float(np.mean(held)), float(np.mean(widths)), error


def draw_share(
    rng: np.random.Generator,
    share: float,
    correlation: float,
    chances: int,
    deals: int,
    draws: int,
) -> Drawn:
    """Draw a share in one setting, see `sweep_shares`."""
    for _ in range(draws):
        counts = np.full(deals, chances) if chances else rng.integers(1, 8, deals)
        events = rng.binomial(counts, _draw_own(rng, share, correlation, deals))
        yield estimate_ratio(events, counts, range(deals)), share


def measure_coverage(drawn: Drawn) -> tuple[float, float, int]:
    """Measure how many intervals hold the true figure, in percent, and their mean width.

    The third figure is how many intervals there are.

    A figure without an interval, such as a rating of a player that always won, claims nothing: it
    does not count.
    """
    held, widths = [], []
    for found, true in drawn:
        low, high = found.low, found.high
        if low is None or high is None or np.isnan(low) or np.isnan(high):
            continue
        held.append(low - 1e-9 <= true <= high + 1e-9)
        widths.append(high - low)
    return 100 * float(np.mean(held)), float(np.mean(widths)), len(held)


SEEDED = Cells(MANY.shares, MANY.correlations, MANY.chances, seeds=3)


def draw_shares(cells: Cells) -> Draw:
    """Draw shares, as means over model seeds if there are several."""

    def draw(rng: np.random.Generator, deals: int, draws: int) -> Drawn:
        labels = np.repeat(np.arange(deals), cells.seeds)
        groups = np.tile(np.arange(cells.seeds), deals) if cells.seeds > 1 else None
        for share, correlation, count in cells:
            for _ in range(draws // len(cells) * 2):
                own = np.repeat(_draw_own(rng, share, correlation, deals), cells.seeds)
                events = rng.binomial(count, own)
                yield estimate_ratio(events, np.full(len(own), count), labels, groups), share

    return draw


def draw_games(rng: np.random.Generator, deals: int, draws: int) -> Drawn:
    """Draw shares of games, of which a deal has one."""
    for share, _, count in SINGLE:
        for _ in range(draws):
            yield estimate_rate(rng.binomial(count, share, deals)), share


LENGTHS = {2: 0.1, 3: 0.15, 4: 0.15, 5: 0.15, 6: 0.15, 7: 0.1, 8: 0.2}
"""How likely a game of Decrypto is to last so many rounds."""


MOSTLY_LONG = {3: 0.04, 4: 0.04, 5: 0.04, 6: 0.04, 7: 0.04, 8: 0.8}
"""The same where four games of five last as long as they may."""


def draw_lengths(games: int, chance_of: Mapping[int, float] = LENGTHS) -> Draw:
    """Draw mean lengths of games, of which a deal has so many."""

    def draw(rng: np.random.Generator, deals: int, draws: int) -> Drawn:
        true = sum(length * chance for length, chance in chance_of.items())
        labels, ones = np.repeat(np.arange(deals), games), np.ones(deals * games)
        shape, chances = (draws * 2, len(labels)), list(chance_of.values())
        lengths = rng.choice(list(chance_of), shape, p=chances)
        for row in lengths:
            most = max(chance_of)
            if games == 1:
                yield estimate_mean(row, least=1, most=most), true
            else:
                yield estimate_ratio(row, ones, labels, least=1, most=most), true

    return draw


def draw_geometric(rng: np.random.Generator, shape: tuple[int, int]) -> tuple[NDArray[Any], float]:
    """Draw lengths of games that each turn ends with a chance of 0.25; and their mean."""
    return rng.geometric(0.25, shape), 4.0


def draw_lognormal(rng: np.random.Generator, shape: tuple[int, int]) -> tuple[NDArray[Any], float]:
    """Draw figures of which few are large; and their mean."""
    return rng.lognormal(0, 0.8, shape), float(np.exp(0.32))


def draw_unlimited(
    draw_values: Callable[[np.random.Generator, tuple[int, int]], tuple[NDArray[Any], float]],
    least: float,
) -> Draw:
    """Draw means of figures with a known lower end alone, of which a deal has one."""

    def draw(rng: np.random.Generator, deals: int, draws: int) -> Drawn:
        values, true = draw_values(rng, (draws * 2, deals))
        for row in values:
            yield estimate_mean(row, least=least), true

    return draw


GAP = 0.1
"""By how much the share of the second line-up is larger on a deal, at most up to 1."""


def draw_differences(cells: Cells) -> Draw:
    """Draw differences of two shares on the same deals, of which one is larger or neither is."""

    def draw(rng: np.random.Generator, deals: int, draws: int) -> Drawn:
        for gap, (share, correlation, count) in product((0.0, GAP), cells):
            true = _find_gap(share, correlation, gap)
            for _ in range(draws // len(cells)):
                own = _draw_own(rng, share, correlation, deals)
                other = np.minimum(own + gap, 1)
                sides = [pd.Series(rng.binomial(count, one) / count) for one in (other, own)]
                yield compare_paired(*sides), true

    return draw


def _find_gap(share: float, correlation: float, gap: float) -> float:
    """Find the true difference: the mean over all deals that may be drawn, not over those drawn."""
    if not gap or not correlation:
        return min(gap, 1 - share)
    weight = 1 / correlation - 1
    shares = stats.beta(share * weight, (1 - share) * weight)
    below, _ = quad(lambda own: float(shares.cdf(own)), 1 - gap, 1)
    return float(below)  # of min(own + gap, 1) - own, integrated by parts


def draw_pair_ratings(games: int) -> Draw:
    """Draw ratings of two players with so many games on a deal."""

    def draw(rng: np.random.Generator, deals: int, draws: int) -> Drawn:
        for true, correlation in ((0.4, 0.0), (0.4, 0.1), (1.4, 0.1)):
            share = 1 / (1 + np.exp(-true))
            for _ in range(draws // 3):
                wins = rng.binomial(games, _draw_own(rng, share, correlation, deals))
                won = np.arange(games) < wins[:, None]
                places = [{"a": 2 - one, "b": 1 + one} for one in won.ravel().astype(int)]
                found = rate_players(places, np.repeat(np.arange(deals), games))
                # Its log odds are those of the mean share, which is on the scale of the model.
                yield found.loc["a"], true / 2

    return draw


RATINGS = np.array([-0.6, -0.2, 0.2, 0.6])


def draw_ratings(rng: np.random.Generator, deals: int, draws: int) -> Drawn:
    """Draw ratings of four players, of whom each pair plays twice on a deal."""
    pairs = [pair for pair in combinations(range(len(RATINGS)), 2) for _ in range(2)]
    chances = [1 / (1 + np.exp(RATINGS[b] - RATINGS[a])) for a, b in pairs]
    labels = np.repeat(np.arange(deals), len(pairs))
    for _ in range(draws):
        won: NDArray[Any] = (rng.random((deals, len(pairs))) < chances).astype(int)
        places = [
            {str(a): 2 - one, str(b): 1 + one}
            for row in won
            for (a, b), one in zip(pairs, row, strict=True)
        ]
        found = rate_players(places, labels)
        for number, true in enumerate(RATINGS):
            yield found.loc[str(number)], float(true)


def _draw_own(
    rng: np.random.Generator, share: float, correlation: float, deals: int
) -> NDArray[np.float64]:
    """Draw a share of its own for each deal."""
    if not correlation:
        return np.full(deals, share)
    weight = 1 / correlation - 1
    return rng.beta(share * weight, (1 - share) * weight, deals)


if __name__ == "__main__":
    sys.exit(main())
