"""Find which cards of DixitBench are confused, and whether players prefer some positions.

Positions are compared by a chi-square test. The file also builds the report's section with the
pictures of the hardest items and of confused cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import nan
from typing import Any

import pandas as pd
from scipy import stats

from engine.games.dixit.pictures import encode_data_url
from engine.text import clean
from images.deck import Deck, DeckError
from lab.confidence_intervals import check_uniform
from lab.dixit.accuracy import index_rows, measure_accuracy
from lab.dixit.analysis_columns import prepare_answers, require_columns
from lab.report_tables import ReportSection, TextTable


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
        `target`, `chosen`, `times`, `shown` (how often both were shown together), `share`.
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
            "shown": int(together.get((target, chosen), 0)) or None,
        }
        for (target, chosen), number in times.items()
    ]
    table = pd.DataFrame(rows, columns=["target", "chosen", "times", "shown"])
    table["share"] = [
        t / s if s else nan for t, s in zip(table["times"], table["shown"], strict=True)
    ]
    return table.sort_values(["times", "share"], ascending=False, kind="stable").head(count)


DASH = "\N{EN DASH}"
SHOWN_ITEMS = 6
"""Maximum number of hardest items, and of confused pairs, that are shown with their cards."""


def describe_cards(answers: pd.DataFrame, deck: Deck | None) -> Iterator[ReportSection]:
    """Show the hardest items and the pairs of cards that were confused, with their pictures."""
    items = find_hardest_items(answers)
    rows = [
        (
            str(item),
            f"{row['right']:,} of {row['tries']:,}",
            str(row["lure"] or DASH),
            f"{row['lured']:,}",
        )
        for item, row in items.iterrows()
    ]
    clues = answers.drop_duplicates("item").set_index("item")["clue"]
    figures = [
        _show_cards(
            deck,
            f"\N{LEFT DOUBLE QUOTATION MARK}{clues[item]}\N{RIGHT DOUBLE QUOTATION MARK}: "
            f"{row['right']} of {row['tries']} right ({row['tier']})",
            [("meant", row["target"]), ("chosen instead", row["lure"])],
        )
        for item, row in items.head(SHOWN_ITEMS).iterrows()
    ]
    heads = ("item", "right", "most chosen instead", "times")
    table = TextTable("Hardest items", heads, rows, 1)
    yield ReportSection(
        "Hardest items", [table], html=_wrap_gallery(figures), frames={"items": items}
    )
    pairs = tabulate_confusion(answers)
    rows = [
        (
            str(row["target"]),
            str(row["chosen"]),
            f"{row['times']:,}",
            f"{100 * row['share']:.1f}" if pd.notna(row["share"]) else DASH,
        )
        for _, row in pairs.iterrows()
    ]
    figures = [
        _show_cards(
            deck,
            f"Taken for each other {row['times']} times",
            [("meant", row["target"]), ("chosen", row["chosen"])],
        )
        for _, row in pairs.head(SHOWN_ITEMS).iterrows()
    ]
    heads = ("card meant", "card chosen", "times", "% of the times that both were shown")
    table = TextTable("Confused cards", heads, rows, 2)
    yield ReportSection(
        "Confused cards", [table], html=_wrap_gallery(figures), frames={"confusion": pairs}
    )


def _wrap_gallery(figures: Sequence[str]) -> str:
    shown = "".join(figures)
    return f'<div class="cards">{shown}</div>' if shown else ""


def _show_cards(deck: Deck | None, caption: str, cards: Sequence[tuple[str, Any]]) -> str:
    """Show cards side by side under one caption; nothing if a picture is missing."""
    parts = []
    for role, card in cards:
        if deck is None or card not in deck.cards:
            continue
        try:
            source = encode_data_url(deck.get_path(card))
        except DeckError:
            continue
        title = escape(clean(deck.cards[card].title or card))
        words = escape(clean(", ".join(deck.cards[card].tags)))
        picture = f'<img src="{source}" alt="{title}: {words}">'
        parts.append(f"<span>{picture}<small>{role}: {title}</small></span>")
    if not parts:
        return ""
    return (
        f"<figure>{''.join(parts)}<figcaption>{escape(clean(caption, 300))}</figcaption></figure>"
    )


def check_positions(counts: Sequence[int], unparsed: int = 0) -> dict[str, Any]:
    """Test whether positions are equally frequent: Pearson's chi-square (sec. 3.4, appendix O).

    Args:
        counts: How often each position was chosen.
        unparsed: The number of answers that could not be read.

    Returns:
        `cells` (positions alone), `chi2`, `df`, `p`; and with the unparsed answers as one more
        cell, as two of the paper's values are: `chi2_with_unparsed`, `df_with_unparsed`,
        `p_with_unparsed`; `counts`, `unparsed`; `reason`: why there is no figure.

    Raises:
        ValueError: If a count is below 0 or no whole number.
    """
    if any(one < 0 or one != int(one) for one in (*counts, unparsed)):
        raise ValueError(f"Counts are whole numbers from 0 on, not {[*counts, unparsed]}.")
    short = "one position alone cannot be uneven" if sum(counts) else "nothing was counted"
    alone = check_uniform(list(counts)) or (None, None, None)
    both = check_uniform([*counts, unparsed]) if unparsed else None
    return {
        "cells": len(counts),
        "counts": list(counts),
        "unparsed": unparsed,
        **dict(zip(("chi2", "df", "p"), alone, strict=True)),
        **dict(
            zip(
                ("chi2_with_unparsed", "df_with_unparsed", "p_with_unparsed"),
                both or (None, None, None),
                strict=True,
            )
        ),
        "reason": "" if alone[0] is not None else short,
    }


def find_chi_square_p(chi2: float, df: int) -> float:
    """Compute the p-value of a chi-square statistic: .608 for 1.83 with 3 degrees of freedom."""
    return float(stats.chi2.sf(chi2, df))


def measure_positions(answers: pd.DataFrame, cells: int = 6) -> pd.DataFrame:
    """Measure which positions each player chooses (Table 10): counts and chi-square.

    Args:
        answers: A row for each item and try, with `player` and `chosen_position`, from 1.
        cells: The number of positions.

    Raises:
        ValueError: If a position is outside 1 to `cells`.
    """
    answers = require_columns(pd.DataFrame(answers), ["player", "chosen_position"])
    found = {}
    for name, some in answers.groupby("player", observed=True):
        counts = count_positions(some["chosen_position"], cells)
        row = check_positions(counts, int(some["chosen_position"].isna().sum()))
        del row["counts"]
        found[name] = {**{f"P{n}": count for n, count in enumerate(counts, 1)}, **row}
    return index_rows(found, ["player"])


def count_positions(positions: Iterable[float | None], cells: int) -> list[int]:
    """Count how often each position, from 1, was chosen; missing ones are left out.

    Raises:
        ValueError: If a position is outside 1 to `cells`.
    """
    known = pd.Series(list(positions), dtype=float).dropna()
    outside = known[(known < 1) | (known > cells) | (known % 1 != 0)]
    if len(outside):
        raise ValueError(f"Positions count from 1 to {cells}; {outside.iloc[0]:g} is none.")
    return [int((known == number).sum()) for number in range(1, cells + 1)]


def measure_accuracy_by_position(answers: pd.DataFrame) -> pd.DataFrame:
    """Measure the accuracy by the position of the target, over all items (appendix O)."""
    return measure_accuracy(answers, ["position"])
