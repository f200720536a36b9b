"""The rows of the analysis: a figure for each line-up, with all that it says of itself."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

import pandas as pd

from lab.analysis.measure import Measure
from lab.statistics.estimate import Estimate

FIELDS = tuple(name for name in Estimate.__dataclass_fields__ if name != "reason")


def estimate_groups(
    table: pd.DataFrame,
    by: Sequence[str],
    measure: Measure,
    describe_pooled: Callable[[pd.DataFrame], str],
) -> pd.DataFrame:
    """Estimate a measure in a row for each group of trials.

    Args:
        table: The trials.
        by: The columns that tell groups apart; they are the index.
        measure: The measure.
        describe_pooled: Says over what the figures of some trials are pooled.

    Returns:
        Rows with `value`, the interval over deals from `low` to `high`, the standard `error`, the
        numerator `events` of a share, the denominator `count`, `unanswered`, why a value or
        interval is `undefined`, the numbers of `deals` and model `seeds`, and `pooled`, which names
        what varies within the row.
    """
    found = {}
    for key, rows in table.groupby(list(by), observed=True, dropna=False):
        estimate = measure.estimate(rows)
        found[key] = {
            **asdict(estimate),
            "undefined": estimate.reason,
            "deals": rows["deal"].nunique(),
            "seeds": rows["model_seed"].nunique() if "model_seed" in rows else 1,
            "pooled": describe_pooled(rows),
        }
    index = pd.MultiIndex.from_tuples(list(found), names=list(by)) if found else None
    columns = [*FIELDS, "undefined", "deals", "seeds", "pooled"]
    return pd.DataFrame(list(found.values()), index=index, columns=columns)
