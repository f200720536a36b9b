"""Average figures over model seeds."""

import pandas as pd

from lab.statistics.estimate import Estimate
from lab.statistics.rates import estimate_ratio


def has_seeds(games: pd.DataFrame) -> bool:
    """Whether the games have several model seeds."""
    return "model_seed" in games and games["model_seed"].nunique() > 1


def average_seeds(events: pd.Series, chances: pd.Series, table: pd.DataFrame) -> Estimate:
    """Estimate the mean over model seeds of sum(events) / sum(chances), with its standard error.

    With one seed it is the ratio itself, and the error is the standard deviation of the bootstrap.
    """
    whole = estimate_ratio(events, chances, table["deal"])
    if not has_seeds(table):
        return whole
    sums = pd.DataFrame({"events": events, "chances": chances}).dropna()
    by_seed = sums.groupby(table.loc[sums.index, "model_seed"]).sum()
    rates = (by_seed["events"] / by_seed["chances"].where(by_seed["chances"] > 0)).dropna()
    error = float(rates.std(ddof=1) / len(rates) ** 0.5) if len(rates) > 1 else None
    value = float(rates.mean()) if len(rates) else None
    fields = (value, whole.low, whole.high, error, whole.events, whole.count, whole.unanswered)
    return Estimate(*fields)
