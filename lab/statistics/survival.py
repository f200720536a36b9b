"""Estimate the share of games that are undecided after each turn."""

from collections.abc import Iterable
from math import nan
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats
from statsmodels.duration.survfunc import SurvfuncRight

from lab.statistics.estimate import CONFIDENCE, to_floats


def estimate_survival(
    durations: Iterable[Any], decided: Iterable[Any], confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Estimate the share of games that are undecided after each turn (Kaplan and Meier 1958).

    S(t) is the product over times u <= t of 1 - d(u) / n(u); the error is Greenwood's, and the
    interval is symmetric on the scale of log(-log S). A game that ended at a limit is censored.

    Args:
        durations: The number of turns of each game.
        decided: Whether each game was decided, and did not end at a limit.
        confidence: The confidence level of the interval.

    Returns:
        A row for each time, from 0: `time`, `share`, `error`, `low`, `high`, `at_risk`, `decided`.
        Undefined values are missing.
    """
    times = to_floats(durations)
    status = np.array(list(decided), bool).astype(int)
    whole = {"share": 1.0, "error": 0.0, "low": 1.0, "high": 1.0}
    rows = [{"time": 0.0, **whole, "at_risk": len(times), "decided": 0}]
    if status.any():
        curve = SurvfuncRight(times, status)
        z = float(stats.norm.ppf((1 + confidence) / 2))
        known = (curve.surv_times, curve.surv_prob, curve.surv_prob_se)
        counts = (curve.n_risk, curve.n_events)
        for time, share, error, risk, events in zip(*known, *counts, strict=True):
            low = high = error = nan if share <= 0 else error
            if 0 < share < 1:
                margin = z * error / (share * abs(np.log(share)))
                low, high = share ** np.exp(margin), share ** np.exp(-margin)
            row = {"time": time, "share": share, "error": error, "low": low, "high": high}
            rows.append({**row, "at_risk": int(risk), "decided": int(events)})
    if len(times) and times.max() > rows[-1]["time"]:
        at_end = {"time": times.max(), "at_risk": int((times >= times.max()).sum()), "decided": 0}
        rows.append({**rows[-1], **at_end})
    return pd.DataFrame(rows)
