"""Tabulate how many items of each tier solvers find, with intervals, and how far tiers differ."""

from collections.abc import Iterable

import pandas as pd

from lab.papers.dixitworld.item_drawing import Item, order_tiers
from lab.statistics.independent import subtract_shares
from lab.statistics.rates import estimate_share


def tabulate_solvers(items: Iterable[Item], answers: pd.DataFrame) -> pd.DataFrame:
    """Tabulate the share of right answers of each solver, by tier.

    Args:
        items: The items, with their tiers.
        answers: A row for each solver and item: `solver`, `use`, `shown`, `item`, `right`.

    Returns:
        By solver: `use`, `shown`; for each tier and `all`: `right_TIER` (a sum, with chances no
        whole number), `items_TIER`, `share_TIER`, `low_TIER`, `high_TIER`; `gap`, the first tier
        minus the last, with `gap_low` and `gap_high`.
    """
    known = {item.id: item for item in items}
    own = answers[answers["item"].isin(known)]
    own = own.assign(
        tier=[known[name].tier for name in own["item"]],
        target=[known[name].target for name in own["item"]],
    )
    order = order_tiers(item.tier for item in known.values())
    rows = {}
    for solver, some in own.groupby("solver", sort=False):
        row = {"use": some["use"].iloc[0], "shown": ", ".join(sorted({*some["shown"]}))}
        found = {}
        for tier in (*order, "all"):
            part = some if tier == "all" else some[some["tier"] == tier]
            share = found[tier] = estimate_share(part["right"], part["target"])
            row |= {
                f"right_{tier}": float(part["right"].sum()),
                f"items_{tier}": len(part),
                f"share_{tier}": share.value,
                f"low_{tier}": share.low,
                f"high_{tier}": share.high,
            }
        ends = [found[order[0]], found[order[-1]]]
        if None not in (ends[0].low, ends[1].low):
            row["gap"] = float(ends[0].value or 0) - float(ends[1].value or 0)
            row["gap_low"], row["gap_high"] = subtract_shares(*ends)
        rows[solver] = row
    table = pd.DataFrame.from_dict(rows, orient="index")
    table.index.name = "solver"
    return table.sort_values("use", kind="stable")
