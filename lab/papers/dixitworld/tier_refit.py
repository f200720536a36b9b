"""Fit the tiers of a bench again, when people and models have answered its items."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from engine.count_text import format_count
from lab.papers.dixitworld.bench_files import Bench, write_items
from lab.papers.dixitworld.clue_readings import READINGS, read_kept_readings, write_readings
from lab.papers.dixitworld.item_choices import (
    CHOICES,
    merge_choices,
    read_kept_choices,
    write_choices,
)
from lab.papers.dixitworld.item_drawing import Item
from lab.papers.dixitworld.item_fit import assign_tiers, fit_items
from lab.papers.dixitworld.solver_answers import (
    FIT,
    VALIDATION,
    answer_other_items,
    describe_answers,
    list_choices,
    write_answers,
)
from lab.papers.dixitworld.solver_shares import tabulate_solvers
from lab.statistics.rasch import RaschFit


@dataclass(frozen=True)
class Refit:
    """What a fit of all answers says of the items of a bench."""

    table: pd.DataFrame
    """By item with answers: the columns of `fit_items`, after `before` and `tier`, the tiers;
    `difficulty_before` and `error_before`: the fit of the answers that the bench keeps."""
    solvers: pd.DataFrame
    """By solver: `use`, `shown`, the shares by new tier, `ability` and `error` of those fitted."""
    fit: RaschFit
    items: tuple[Item, ...]
    """The items with their new tiers."""
    unanswered: int
    """The number of items without answers, which keep their tiers."""


def refit_tiers(bench: Bench, kept: pd.DataFrame, answers: pd.DataFrame) -> Refit:
    """Fit all items again, by the answers of solvers that are not held out.

    Args:
        bench: The bench.
        kept: The answers that it keeps.
        answers: All answers.
    """
    own = answers[answers["use"] == FIT]
    table, fit = _fit_answers(bench, own, answers)
    order = [item.id for item in bench.items]
    table["tier"] = assign_tiers(table, order)
    table = table.loc[[name for name in order if name in table.index]]
    table.insert(0, "before", [item.tier for item in bench.items if item.id in table.index])
    table.insert(1, "tier", table.pop("tier"))
    old = kept[kept["use"] == FIT]
    if old.reset_index(drop=True).equals(own.reset_index(drop=True)):
        before = table.copy()
    else:
        before = _fit_answers(bench, old, kept)[0] if len(old) else table.iloc[:0]
    for name in ("difficulty", "error"):
        table[f"{name}_before"] = before[name].reindex(table.index)
    table["fitted_before"] = before["fits"].reindex(table.index).astype("boolean")
    items = tuple(
        replace(item, tier=str(table["tier"].get(item.id, item.tier))) for item in bench.items
    )
    solvers = describe_solvers(items, answers, fit)
    return Refit(table, solvers, fit, items, len(order) - len(table))


def _fit_answers(
    bench: Bench, own: pd.DataFrame, answers: pd.DataFrame
) -> tuple[pd.DataFrame, RaschFit]:
    """Fit answers to the bench's items, beside those to items of other benches that it keeps."""
    held = sorted({*answers.loc[answers["use"] == VALIDATION, "solver"]})
    others = answer_other_items(bench, held)
    told = describe_answers(own, bench.items)
    table, fit = fit_items(pd.concat([told, others]) if len(others) else told)
    return table.loc[table.index.isin(own["item"])], fit


def describe_solvers(items: Iterable[Item], answers: pd.DataFrame, fit: RaschFit) -> pd.DataFrame:
    """Tabulate the shares of solvers by tier, and the abilities of those that were fitted."""
    table = tabulate_solvers(items, answers)
    for name in ("ability", "error"):
        table[name] = fit.solvers[name].reindex(table.index)
    return table


def describe_changes(refit: Refit) -> Iterator[str]:
    """Say what a fit has changed, in sentences."""
    table = refit.table
    moved = table[table["before"] != table["tier"]]
    if moved.empty:
        yield f"All {len(table):,} items keep their tiers."
    else:
        counts = moved.groupby(["before", "tier"], sort=False).size()
        ways = ", ".join(f"{old} to {new} {count}" for (old, new), count in counts.items())
        yield f"{len(moved):,} of {len(table):,} items change their tier: {ways}."
    known = table.dropna(subset=["difficulty_before"])
    if len(known):
        shift = (known["difficulty"] - known["difficulty_before"]).abs()
        error = known["error"].mean()
        yield (
            f"Difficulties move by {shift.mean():.2f} logits on average, and by {shift.max():.2f} "
            f"at most; their mean standard error is {error:.2f}, and was "
            f"{known['error_before'].mean():.2f}."
        )
    if refit.unanswered:
        yield f"{format_count(refit.unanswered, 'item')} without answers: their tiers stay."
    unfit = list(table.index[~table["fits"]])
    if unfit:
        names = ", ".join(map(str, unfit[:10])) + (", …" if len(unfit) > 10 else "")
        yield (
            f"{len(unfit):,} of {len(table):,} items do not fit: fewer than 30 % or more than 90 % "
            f"find them, or able solvers do not find them more often: {names}."
        )
    else:
        yield f"All {len(table):,} items fit."


def write_refit(bench: Bench, refit: Refit, answers: pd.DataFrame, out: Path) -> Bench:
    """Write a bench with new tiers, all answers, and the readings and choices that the bench has.

    The names of items stay, so that answers to them can be compared. If a tier has changed, the
    hash is a new one.

    Raises:
        BenchError: If the readings of the bench are damaged.
        OSError: If a file cannot be written.
    """
    deck = bench.open_deck()
    given = read_kept_readings(bench.folder, deck.cards)
    same = refit.items == bench.items
    told = f"by Rasch difficulty, of {len(refit.fit.solvers):,} solvers"
    about = {**bench.about, "tiers": bench.about["tiers"] if same else told}
    made = write_items(
        out, deck, refit.items, bench.read_similarity(), about,
        where=bench.deck, name=bench.name, version=bench.version if same else "",
    )  # fmt: skip
    write_answers(out, answers)
    if given:
        write_readings(out / READINGS, given)
    others = read_kept_choices(bench.folder, deck.cards)
    if choices := merge_choices(others, list_choices(made, deck.cards)):
        write_choices(out / CHOICES, choices)
    return made
