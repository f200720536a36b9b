"""Compute our figures for the tables and figures of the DixitWorld paper."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from lab.analysis.evaluation import Report
from lab.papers.dixitworld.accuracy import measure_accuracy
from lab.papers.dixitworld.answers import read_answers
from lab.papers.dixitworld.arena import measure_outcomes, score_players
from lab.papers.dixitworld.points import OUTCOMES
from lab.papers.dixitworld.rounds import read_rounds
from lab.papers.evidence import Compute
from lab.papers.finding import Finding

SCORES = {"Storyteller": "storyteller", "Listener": "listener", "Overall": "overall"}
"""By column of Table 1: the score of ours."""
OVER_TARGETS = "Intervals of items are over targets, the cards that clues are for"
TIERS = {"Easy": "easy", "Medium": "medium", "Hard": "hard"}
"""By column of Tables 2 and 7: the tier of ours."""


def _read_arena(report: Report) -> pd.DataFrame:
    return read_rounds(report.run) if report.is_tournament else pd.DataFrame()


def compute_scores(report: Report) -> Iterator[Finding]:
    """Compute Table 1: scores as storyteller, as listener and overall."""
    rounds = _read_arena(report)
    if rounds.empty:
        return
    deals = rounds.groupby("player", observed=True)["deal"].nunique()
    for player, row in score_players(rounds).iterrows():
        for quantity, name in SCORES.items():
            ends = {f"{name}{end}": _to_share(row[f"{name}{end}"]) for end in ("", "_low", "_high")}
            told = {**ends, f"{name}_count": row["rounds"], "deals": deals[player]}
            yield Finding.of_row(told, name, (str(player),), quantity, unit="rounds")


def compute_outcomes(report: Report) -> Iterator[Finding]:
    """Compute Figure 3: outcomes of storytellers' rounds."""
    rounds = _read_arena(report)
    if rounds.empty:
        return
    deals = rounds.groupby("player", observed=True)["deal"].nunique()
    for player, row in measure_outcomes(rounds).iterrows():
        for outcome in OUTCOMES:
            told = {**row, f"{outcome}_count": row["rounds"], "deals": deals[player]}
            yield Finding.of_row(told, outcome, (str(player),), outcome, unit="rounds")


def _compute_accuracy(report: Report, strategy: str) -> Iterator[Finding]:
    """Compute the accuracy by tier of one strategy, apart by what was shown."""
    answers = read_answers(report.run)
    some = answers[answers["strategy"] == strategy] if len(answers) else answers
    if some.empty:
        return
    tiers = measure_accuracy(some, ["player", "shown", "tier"])
    for (player, shown), own in some.groupby(["player", "shown"], observed=True):
        where = f"shown: {shown}"
        for quantity, tier in TIERS.items():
            if (player, shown, tier) in tiers.index:
                row = tiers.loc[player, shown, tier]
                yield _describe_accuracy(row, str(player), quantity, where)
        both = own[own["tier"].isin(("easy", "hard"))]
        if both["tier"].nunique() > 1:  # the paper's total is of these, and both have equally many
            row = measure_accuracy(both, ["player"]).loc[player]
            yield _describe_accuracy(row, str(player), "Total", where)


def _describe_accuracy(row: pd.Series, player: str, quantity: str, where: str) -> Finding:
    told = {**row, "accuracy_low": row["low"], "accuracy_high": row["high"]}
    found = Finding.of_row(
        {**told, "accuracy_count": row["items"]},
        *("accuracy", (player,), quantity),
        where=where,
        unit="items",
    )
    return replace(found, differences=(OVER_TARGETS,))


def compute_direct(report: Report) -> Iterator[Finding]:
    """Compute Table 2: DixitBench by direct selection."""
    yield from _compute_accuracy(report, "direct")


def compute_entailment(report: Report) -> Iterator[Finding]:
    """Compute Table 7: DixitBench by entailment scoring."""
    yield from _compute_accuracy(report, "entailment")


def _to_share(percent: float | None) -> float | None:
    return None if percent is None or pd.isna(percent) else percent / 100


COMPUTED: dict[str, Compute] = {
    "table-1": compute_scores,
    "figure-3": compute_outcomes,
    "table-2": compute_direct,
    "table-7": compute_entailment,
}
"""By name of the exhibit: what computes our figures from a run."""
