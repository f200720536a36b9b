"""Find the hardest items of DixitBench, and which cards are confused."""

from math import nan

import pandas as pd

from lab.papers.dixitworld.input_tables import prepare_answers


def find_hardest_items(answers: pd.DataFrame, count: int = 12) -> pd.DataFrame:
    """Find the items that fewest players solved; `lure` is the most chosen wrong card.

    Returns:
        By item: `tier`, `target`, `tries`, `right`, `accuracy`, `lure`, `lured`.
    """
    answers = prepare_answers(answers, ["item", "tier", "target", "chosen"])
    columns = ["tier", "target", "tries", "right", "accuracy", "lure", "lured"]
    rows = {}
    for item, some in answers.groupby("item", observed=True):
        wrong = some.loc[~some["right"], "chosen"].dropna().value_counts()
        rows[item] = {
            "tier": some["tier"].iloc[0],
            "target": some["target"].iloc[0],
            "tries": len(some),
            "right": int(some["right"].sum()),
            "accuracy": float(some["right"].mean()),
            "lure": wrong.index[0] if len(wrong) else None,
            "lured": int(wrong.iloc[0]) if len(wrong) else 0,
        }
    table = pd.DataFrame.from_dict(rows, "index", columns=columns).rename_axis("item")
    order = ["accuracy", "lured"]
    return table.sort_values(order, ascending=[True, False], kind="stable").head(count)


def tabulate_confusion(answers: pd.DataFrame, count: int = 12) -> pd.DataFrame:
    """Count which card was taken for which target, the most frequent pairs first.

    Returns:
        `target`, `chosen`, `times`, `together` (how often both were shown), `share`.
    """
    answers = prepare_answers(answers, ["target", "chosen"])
    wrong = answers[~answers["right"] & answers["chosen"].notna()]
    times = wrong.groupby(["target", "chosen"], observed=True).size()
    together = (
        answers.explode("candidates").groupby(["target", "candidates"], observed=True).size()
        if "candidates" in answers
        else pd.Series(dtype=int)
    )
    rows = [
        {
            "target": target,
            "chosen": chosen,
            "times": int(number),
            "together": int(together.get((target, chosen), 0)) or None,
        }
        for (target, chosen), number in times.items()
    ]
    table = pd.DataFrame(rows, columns=["target", "chosen", "times", "together"])
    table["share"] = [
        t / s if s else nan for t, s in zip(table["times"], table["together"], strict=True)
    ]
    return table.sort_values(["times", "share"], ascending=False, kind="stable").head(count)
