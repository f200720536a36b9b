"""A measure of trials: the sum of one figure over the sum of another.

The report, the live matrix, comparisons and charts all have their figures from `Measure.estimate`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lab.analysis.seed_average import average_seeds, has_seeds
from lab.statistics.estimate import Estimate, to_floats
from lab.statistics.rates import estimate_mean, estimate_rate

if TYPE_CHECKING:
    import pandas as pd  # the live matrix, which has arrays, does not load it

type Games = Mapping[str, Any]
"""The columns of finished trials: a table, or arrays by name."""


@dataclass(frozen=True)
class Measure:
    """A measure that gives a figure for each line-up."""

    name: str
    title: str
    column: str
    """The figure in the numerator; for a share of games, `reason`."""
    ending: str = ""
    """The ending reason whose share of games it is, if any."""
    per: str = ""
    """The figure in the denominator; empty for the number of games."""
    unanswered: str = ""
    """The figure that is not counted in the denominator, if any."""
    is_share: bool = False
    """Whether it is between 0 and 1."""
    least: float | None = None
    """The least that the value of a game can be, if it is known."""
    highest: float | None = None
    """The most that it can be, if it is known."""
    limit: str = ""
    """The ending of games that are as long as they may be, if it is the length of games."""

    @property
    def is_per_turn(self) -> bool:
        """Whether games have several chances each."""
        return bool(self.per)

    def count_events(self, games: Games) -> NDArray[np.float64]:
        """Count the events of each trial; missing for recorded games that stop before the end."""
        if not self.ending:
            return to_floats(games[self.column])
        reasons = games[self.column]
        return np.array(
            [float(one == self.ending) if isinstance(one, str) else np.nan for one in reasons]
        )

    def count_chances(self, games: Games) -> NDArray[np.float64]:
        """Count the chances of each trial."""
        if not self.per:
            known = ~np.isnan(self.count_events(games))
            return np.where(known, 1.0, np.nan)
        chances = to_floats(games[self.per])
        return chances - to_floats(games[self.unanswered]) if self.unanswered else chances

    def rate_games(self, games: "pd.DataFrame") -> "pd.Series":
        """Compute a value for each game, for comparisons on the same deals."""
        import pandas as pd  # noqa: PLC0415 - pandas: 0.25 s, which the live board spares

        events, chances = self.count_events(games), self.count_chances(games)
        chances = np.where(chances > 0, chances, np.nan)
        return pd.Series(events / chances, index=games.index)

    @property
    def most(self) -> float | None:
        """The most that the value of a game can be, if there is one."""
        return 1.0 if self.is_share else self.highest

    def find_range(self, games: Games) -> tuple[float | None, float | None]:
        """Find the least and the most that the value of a game can be, as far as they are known.

        A game that ended by the limit is as long as games may be.
        """
        if self.is_share:
            return 0.0, 1.0
        if not self.limit or "reason" not in games:
            return self.least, self.highest
        ended = np.array([one == self.limit for one in games["reason"]], bool)
        longest = self.count_events(games)[ended]
        return self.least, float(np.nanmax(longest)) if np.isfinite(longest).any() else None

    def estimate(self, games: Games, *, interval: bool = True) -> Estimate:
        """Estimate the figure: the mean over model seeds, where there are several.

        Args:
            games: The trials of a line-up.
            interval: Whether to compute its interval, and an error that depends on deals.
        """
        events = self.count_events(games)
        least, most = self.find_range(games) if interval else (None, None)
        if self.per or has_seeds(games) or _is_clustered(games):
            found = average_seeds(
                *(events, self.count_chances(games), games),
                least=least,
                most=most,
                interval=interval,
            )
            if not self.unanswered:
                return found
            return replace(found, unanswered=int(np.nansum(to_floats(games[self.unanswered]))))
        if self.is_share:
            return estimate_rate(events, interval=interval)
        return estimate_mean(events, least=least, most=most, interval=interval)

    def describe_method(self, seeds: int) -> str:
        """Describe how its interval is computed, for the methods paragraph.

        Args:
            seeds: The number of model seeds of the games.
        """
        deals = "Student's with the linearised error of whole deals, within what is possible"
        if self.is_share:
            deals += ", for shares of which some deal has none or all exact for effective chances"
        if seeds > 1:
            return f"{deals}, as each deal was played with {seeds} model seeds"
        if self.per:
            return f"{deals}, for rates per turn"
        return (
            "Wilson's for shares of games, exact below 20 games"
            if self.is_share
            else "Student's for means, within what is possible"
        )

    def format(self, value: float | None) -> str:
        """Format the figure; a dash if it is undefined."""
        if value is None or np.isnan(value):
            return "\N{EN DASH}"
        return f"{value:.3f}" if self.is_share else f"{value:.2f}"

    def format_interval(self, row: Mapping[str, Any]) -> str:
        """Format the figure with its interval: `0.250 [0.174, 0.345]`.

        With several model seeds, the error over seeds stands between: `0.250 ± 0.012 [...]`.
        """
        low, high = self.format(row["low"]), self.format(row["high"])
        shown = self.format_error(row) if row.get("seeds", 1) > 1 else self.format(row["value"])
        return shown if low == self.format(None) else f"{shown} [{low}, {high}]"

    def format_error(self, row: Mapping[str, Any]) -> str:
        """Format the figure with its standard error: `0.250 ± 0.044`."""
        shown, error = self.format(row["value"]), self.format(row["error"])
        return shown if error == self.format(None) else f"{shown} ± {error}"


def _is_clustered(games: Mapping[str, Any]) -> bool:
    """Whether a deal was played several times, so that its games are not independent."""
    deals = games.get("deal", ())
    return len({*deals}) < len(deals)
