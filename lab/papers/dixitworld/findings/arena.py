"""Compute our figures for what the paper says of DixitArena."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pandas as pd

from engine.text import clean
from lab.analysis.evaluation import Report
from lab.papers.dixitworld.arena_results import (
    compare_phases,
    measure_head_to_head,
    measure_outcomes,
    measure_stability,
    score_players,
)
from lab.papers.dixitworld.option_split import split_by_options
from lab.papers.dixitworld.position_bias import check_positions, count_positions
from lab.papers.dixitworld.round_points import OUTCOMES
from lab.papers.dixitworld.rounds import read_rounds
from lab.papers.finding import Finding
from lab.statistics.jackknife import estimate_by_jackknife
from lab.statistics.rates import estimate_ratio

SCORES = {"Storyteller": "storyteller", "Listener": "listener", "Overall": "overall"}
"""By column of Table 1: the score of ours."""
SHORT_SCORES = {"Story.": "storyteller", "Listen.": "listener", "Overall": "overall"}
"""By column of Table 5: the score of ours."""
COUNTED = {"storyteller": "told", "listener": "heard", "overall": "matches", "accuracy": "heard"}
"""By score: the column with its denominator."""
UNITS = {"told": "rounds", "heard": "guesses", "matches": "matches"}
CASES = {2: "2 of 3 find it", 3: "all find it", 1: "1 of 3 finds it", 0: "nobody finds it"}
"""By number of listeners who find the card: the case of appendix K, in its order."""


def read_arena(report: Report) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the rounds of a tournament, apart by options that vary; none of other runs."""
    rounds = read_rounds(report.run) if report.is_tournament else pd.DataFrame()
    if len(rounds):
        yield from split_by_options(rounds)


def compute_head_to_head(report: Report) -> Iterator[Finding]:
    """Compute Figure 2: the overall score of each player against each other."""
    for where, rounds in read_arena(report):
        seeds = _count_seeds(rounds)
        for pair, row in measure_head_to_head(rounds).iterrows():
            told = {**row, "seeds": seeds}
            yield Finding.of_row(told, "overall", pair, "overall", where=where, unit="matches")


def compute_scores(report: Report) -> Iterator[Finding]:
    """Compute Table 1: scores as storyteller, as listener and overall, and right guesses."""
    columns = {**SCORES, "right guesses": "accuracy"}
    for where, rounds in read_arena(report):
        yield from _list_scores(rounds, columns, where)


def compute_scores_by_size(report: Report) -> Iterator[Finding]:
    """Compute the Arena's columns of Table 5, of players whose size is known or that are models."""
    for where, rounds in read_arena(report):
        for one in _list_scores(rounds, SHORT_SCORES, where):
            size = find_size(report, one.labels[0])
            if size is not None:
                yield replace(one, where=", ".join(filter(None, (size, where))))


def find_size(report: Report, player: str) -> str | None:
    """Find the size of a player: that of `sizes` in `[report] settings`, else unknown for models.

    Returns:
        `None` for a player that is no model.
    """
    sizes = report.experiment.report.settings.get("sizes")
    if isinstance(sizes, dict) and player in sizes:
        return f"size {clean(str(sizes[player]), 20)}"
    return "" if report.experiment.specs.get(player, "").startswith(("llm:", "comet:")) else None


def _list_scores(rounds: pd.DataFrame, columns: dict[str, str], where: str) -> Iterator[Finding]:
    seeds = _count_seeds(rounds)
    for player, row in score_players(rounds).iterrows():
        for quantity, name in columns.items():
            ends = (f"{name}{end}" for end in ("", "_low", "_high", "_error"))
            shares = {end: _to_share(row[end]) for end in ends}
            counted = COUNTED[name]
            told = {**shares, f"{name}_count": row[counted], "deals": row["deals"], "seeds": seeds}
            unit = UNITS[counted]
            yield Finding.of_row(told, name, (str(player),), quantity, where=where, unit=unit)


def compute_outcomes(report: Report) -> Iterator[Finding]:
    """Compute Figure 3: outcomes of storytellers' rounds."""
    for where, rounds in read_arena(report):
        deals = rounds.groupby("player", observed=True)["deal"].nunique()
        known = {"seeds": _count_seeds(rounds)}
        for player, row in measure_outcomes(rounds).iterrows():
            for outcome in (*OUTCOMES, "zero"):
                told = {**row, **known, f"{outcome}_count": row["rounds"], "deals": deals[player]}
                names = (outcome, (str(player),), outcome)
                yield Finding.of_row(told, *names, where=where, unit="rounds")


def compute_target_positions(report: Report) -> Iterator[Finding]:
    """Test whether targets lie in all positions equally often (section 3.4).

    Every pairing plays the same deals, in which the order of the cards is drawn once: each draw
    counts once.
    """
    for where, rounds in read_arena(report):
        draws = list_target_draws(rounds)
        cells = int(draws["cells"].max())
        deals = draws["deal"].nunique()
        found = check_positions(count_positions(draws["position"], cells))
        labels, about = (f"{cells} positions",), {"deals": deals, "where": where, "unit": "draws"}
        for quantity, name in (("chi-square", "chi2"), ("p", "p")):
            yield Finding(labels, quantity, found[name], count=len(draws), **about)
        for number in range(1, cells + 1):
            is_there = draws["position"] == number
            share = estimate_ratio(is_there, is_there | True, draws["deal"])
            yield Finding.of_estimate(share, (f"position {number}",), "share", **about)


def list_target_draws(rounds: pd.DataFrame) -> pd.DataFrame:
    """List the draws of the target's position: a row for each order of cards that was drawn.

    Rounds of the same deal with the target in the same place are one draw.

    Returns:
        `deal`, `round`, `position` from 1, and `cells`, the number of positions.
    """
    told = rounds[rounds["role"] == "storyteller"].drop_duplicates(["match", "round"])
    cards = [[one["card"] for one in cards] for cards in told["candidates"]]
    places = [row.index(target) + 1 for row, target in zip(cards, told["target"], strict=True)]
    drawn = told[["deal", "round"]].assign(position=places, cells=list(map(len, cards)))
    return drawn.drop_duplicates()


def compute_swap(report: Report) -> Iterator[Finding]:
    """Compute what the hand swap changes (section 3.4): points of phase 2 less those of phase 1."""
    for where, rounds in read_arena(report):
        if rounds["phase"].nunique() < 2:
            continue
        for player, row in compare_phases(rounds).iterrows():
            yield from Finding.of_difference(
                row, (str(player),), "difference", where=where, unit="deals with both phases"
            )


DELTA = "\N{GREEK CAPITAL LETTER DELTA}"
STABILITY = {f"Avg {DELTA}": "delta", f"Std {DELTA}": "sd", "Stability": "stability"}
"""By column of Table 8: the figure of ours."""
RANGES = {"sd": {"least": 0.0}, "stability": {"least": 0.0, "most": 1.0}}
"""What such a figure can be."""


def compute_stability(report: Report) -> Iterator[Finding]:
    """Compute Table 8: storytellers' points when one listener is left out."""
    for where, rounds in read_arena(report):
        told = rounds[(rounds["role"] == "storyteller") & ~rounds["failed"].astype(bool)]
        known = told.dropna(subset=["found", "listeners"])
        for player, some in known.groupby("player", observed=True):
            about = {"deals": some["deal"].nunique(), "seeds": _count_seeds(some), "where": where}
            points = 3 * ((some["found"] > 0) & (some["found"] < some["listeners"]))
            mean = estimate_ratio(points, points * 0 + 1, some["deal"], most=3)
            total = {"factor": len(some), "unit": "rounds", **about}
            yield Finding.of_estimate(mean, (player,), "Orig. Score", **total)
            for quantity, name in STABILITY.items():
                find = partial(_find_stability, name=name)
                found = estimate_by_jackknife(some, "deal", find, **RANGES.get(name, {}))
                yield Finding.of_estimate(found, (player,), quantity, unit="rounds", **about)


def _find_stability(rounds: pd.DataFrame, name: str) -> float | None:
    found: float | None = measure_stability(rounds["found"], rounds["listeners"])[name]
    return found


def compute_cases(report: Report) -> Iterator[Finding]:
    """Find the cases of appendix K: the first round of each kind, and how many there are."""
    for where, rounds in read_arena(report):
        told = rounds[(rounds["role"] == "storyteller") & ~rounds["failed"].astype(bool)]
        told = told[told["listeners"] == len(CASES) - 1].sort_values(["match", "round"])
        deals = told["deal"].nunique()
        for right, case in CASES.items():
            happened = told["found"] == right
            share = estimate_ratio(happened, happened | True, told["deal"])
            about = {"deals": deals, "where": where, "unit": "rounds"}
            yield Finding.of_estimate(share, (case,), "share of rounds", **about)
            for _, one in told[happened].head(1).iterrows():
                clue = clean(str(one["clue"]), 200)
                told_of = (
                    f"match {one['match']}, phase {one['phase']}, round {one['round']}",
                    f"{one['player']} said \N{LEFT DOUBLE QUOTATION MARK}{clue}"
                    f"\N{RIGHT DOUBLE QUOTATION MARK} for {one['target']}",
                    where,
                )
                place = "; ".join(filter(None, told_of))
                yield Finding(
                    (case,), "found", float(right), count=3, where=place, unit="listeners"
                )


def _count_seeds(rounds: pd.DataFrame) -> int:
    return max(1, rounds["model_seed"].nunique()) if "model_seed" in rounds else 1


def _to_share(percent: float | None) -> float | None:
    return None if percent is None or pd.isna(percent) else percent / 100
