"""Compute how far DixitBench and DixitArena agree, over the players that have both."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from lab.analysis.evaluation import Report
from lab.papers.comparison import Origin
from lab.papers.dixitworld.arena_results import score_players
from lab.papers.dixitworld.correlation import correlate, correlate_leaving_one_out
from lab.papers.dixitworld.findings.arena import read_arena
from lab.papers.dixitworld.findings.bench import TIERS, split_answers
from lab.papers.finding import Finding

OVER = "players, by Fisher's z"
"""Over what intervals are."""
MORE_PLAYERS = "parlour lab run dixitworld-paper --join NAME=llm:MODEL"
"""What gives a correlation of too few players a value."""


def list_pairs(reports: Sequence[Report]) -> Iterator[tuple[Origin, str, pd.Series, pd.Series]]:
    """Yield the figures of each bench and each tournament by player, where both can be compared.

    A player is the same in both if its name and its SPEC are; others are left out.

    Returns:
        The runs, what else tells the figures apart, accuracy by player, listener score by player.
    """
    for asked in reports:
        accuracy: dict[str, dict[str, float]] = {}
        for player, where, answers in split_answers(asked, "direct"):
            some = answers[answers["tier"].isin(TIERS["Total"])]
            if len(some):
                accuracy.setdefault(where, {})[player] = float(some["right"].mean())
        if not accuracy:
            continue
        known = {name: one for each in accuracy.values() for name, one in each.items()}
        for played in reports:
            same = {
                name
                for name, spec in asked.experiment.specs.items()
                if played.experiment.specs.get(name) == spec
            }
            for where, rounds in read_arena(played):
                listener = score_players(rounds)["listener"].astype(float)
                bench = pd.Series(known).loc[lambda one, same=same: one.index.isin(same)]
                told = "; ".join(filter(None, (where, "direct, easy and hard", *accuracy)))
                yield Origin.of_reports((asked, played)), told, bench, listener


def compute_correlation(reports: Sequence[Report]) -> Iterator[tuple[Origin, Finding]]:
    """Compute section 3.2: the correlation of DixitBench and listeners in the Arena."""
    for origin, where, bench, arena in list_pairs(reports):
        found = correlate(bench, arena)
        about = _describe_pairs(found, where)
        for figure, name in (("Pearson", "pearson"), ("Spearman", "spearman")):
            ends = (found["low"], found["high"]) if name == "pearson" else (None, None)
            known = found[name] is not None  # without a value, the row only says why
            label = (f"{figure}, n = {found['n']}" if known else figure,)
            yield origin, Finding(label, "value", found[name], *ends, **about)
            yield origin, Finding(label, "p", found[f"{name}_p"], **about)


def compute_leaving_out(reports: Sequence[Report]) -> Iterator[tuple[Origin, Finding]]:
    """Compute Table 9: the same without one player each."""
    for origin, where, bench, arena in list_pairs(reports):
        for dropped, row in correlate_leaving_one_out(bench, arena).iterrows():
            label = ("None" if dropped == "none" else str(dropped),)
            value, low, high = (
                None if pd.isna(row[one]) else float(row[one]) for one in ("pearson", "low", "high")
            )
            about = _describe_pairs(row, where)
            yield origin, Finding(label, "Pearson r", value, low, high, **about)


def _describe_pairs(row: Mapping[str, Any] | pd.Series, where: str) -> dict[str, Any]:
    differences = (str(row["reason"]),) if row["reason"] else ()
    about = {"count": int(row["n"]), "where": where, "unit": "players", "missing": MORE_PLAYERS}
    return {**about, "differences": differences, "over": OVER}
