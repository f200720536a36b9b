"""Build the sections of a bench's own report: its solvers, their differences, its items."""

from collections.abc import Iterable

import pandas as pd

from engine.text import clean
from lab.papers.dixitworld.item_drawing import order_tiers
from lab.papers.dixitworld.solver_answers import VALIDATION
from lab.report.figure_text import DASH, format_number
from lab.report.section import TextTable

NAME_LENGTH = 80
SOLVERS_NOTE = (
    "Right answers, in percent of items with 95 % intervals over whole cards, as several items may "
    "mean the same card. Gap: the first tier minus the last, in percentage points. "
    "Held out: these solvers chose no item and fit no tier. Answers by readings of the whole deck "
    "are chances. Guessing at random: 16.7."
)


def build_solver_table(solvers: pd.DataFrame) -> TextTable:
    """Build the table of solvers: the share of right answers by tier, with denominators."""
    parts = [name.removeprefix("share_") for name in solvers if name.startswith("share_")]
    tiers = [*order_tiers(name for name in parts if name != "all"), "all"]
    rows = [
        (
            clean(str(solver), NAME_LENGTH),
            "held out" if row["use"] == VALIDATION else "fitted",
            clean(row["shown"], NAME_LENGTH),
            *(_format_share(row, tier) for tier in tiers),
            _format_gap(row),
            *_format_ability(row),
        )
        for solver, row in solvers.iterrows()
    ]
    has_ability = "ability" in solvers
    heads = ("solver", "use", "shown", *tiers, "gap", *(("ability",) if has_ability else ()))
    return TextTable("Solvers", heads, rows, 3, SOLVERS_NOTE)


def _format_share(row: pd.Series, tier: str) -> str:
    if pd.isna(row[f"share_{tier}"]):
        return DASH
    text, items = f"{100 * row[f'share_{tier}']:.1f} %", f"of {row[f'items_{tier}']:,}"
    low, high = row[f"low_{tier}"], row[f"high_{tier}"]
    ends = "" if pd.isna(low) else f" [{100 * low:.1f}, {100 * high:.1f}]"
    return f"{text} {items}{ends}"


def _format_gap(row: pd.Series) -> str:
    if pd.isna(row.get("gap")):
        return DASH
    return f"{100 * row['gap']:+.1f} [{100 * row['gap_low']:+.1f}, {100 * row['gap_high']:+.1f}]"


def _format_ability(row: pd.Series) -> Iterable[str]:
    if "ability" in row:
        known = pd.notna(row["ability"])
        yield f"{row['ability']:+.2f} ± {row['error']:.2f}" if known else DASH


def build_item_table(table: pd.DataFrame, *, changed: bool = False) -> TextTable:
    """Build the table of items: tiers, difficulties with errors and intervals, whether they fit.

    Args:
        table: As of `Refit`.
        changed: Whether items are left out that keep their tier and fit.
    """
    some = table[(table["before"] != table["tier"]) | ~table["fits"]] if changed else table
    rows = [
        (
            clean(str(item), NAME_LENGTH),
            row["before"],
            row["tier"],
            "yes" if row["fits"] else "no",
            f"{row['solvers']:,}",
            f"{100 * row['share']:.1f}",
            DASH if pd.isna(row["readers"]) else f"{100 * row['readers']:.1f}",
            format_number(row["rest"], "+.2f"),
            _format_difficulty(row["difficulty_before"], row["error_before"]),
            f"{_format_difficulty(row['difficulty'], row['error'])} "
            f"[{row['low']:+.2f}, {row['high']:+.2f}]",
        )
        for item, row in some.iterrows()
    ]
    shares = ("solvers", "% right", "% of readers", "item-rest")
    heads = ("item", "before", "tier", "fits", *shares, "difficulty before", "difficulty")
    note = (
        "Difficulty in logits ± its standard error, with its 95 % interval; % right with the "
        "weights of solvers: each reader 1, all machines together 1; where readers chose among the "
        "cards, all readers with the chance that the fit gives them. Item-rest: the correlation "
        "with the share of the other items that a solver found."
    )
    return TextTable("Items", heads, rows, 4, note)


def _format_difficulty(value: float, error: float) -> str:
    return DASH if pd.isna(value) else f"{value:+.2f} ± {error:.2f}"
