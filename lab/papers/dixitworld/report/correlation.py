"""Build the section on the correlation of DixitBench and the Arena."""

import pandas as pd

from lab.papers.dixitworld.arena_results import score_players
from lab.papers.dixitworld.bench_accuracy import measure_accuracy
from lab.papers.dixitworld.correlation import correlate, correlate_leaving_one_out
from lab.papers.dixitworld.report.interval_text import DASH, format_signed
from lab.report.figure_text import format_p
from lab.report.section import ReportSection, TextTable


def build_correlation_section(rounds: pd.DataFrame, answers: pd.DataFrame) -> list[ReportSection]:
    """Build the correlation of DixitBench and the Arena's listeners over players with both."""
    listener = score_players(rounds)["listener"]
    direct = answers[answers["strategy"] == "direct"]
    some = direct if len(direct) else answers
    accuracy = 100 * measure_accuracy(some)["accuracy"].astype(float)
    bench, arena = accuracy.to_dict(), listener.astype(float).to_dict()
    whole = correlate(bench, arena)
    if whole["n"] < 3 or whole["pearson"] is None:
        why = f"{whole['n']} players have figures of both: a correlation needs three that differ."
        return [ReportSection("DixitBench and Arena", note=why)]
    table = correlate_leaving_one_out(bench, arena)
    rows = [
        (
            str(name),
            f"{row['n']}",
            format_signed(row["pearson"], row["low"], row["high"], 3),
            f"{row['spearman']:.3f}" if pd.notna(row["spearman"]) else DASH,
        )
        for name, row in table.iterrows()
    ]
    note = (
        f"Accuracy on DixitBench and normalised listener points in the Arena, n = {whole['n']} "
        f"players; Fisher's interval. Pearson p {format_p(whole['pearson_p'])}, Spearman p "
        f"{format_p(whole['spearman_p'])}."
    )
    heads = ("player dropped", "n", "Pearson's r", "Spearman's rho")
    return [
        ReportSection(
            "DixitBench and Arena",
            [TextTable("DixitBench and Arena", heads, rows, 1, note)],
            frames={"correlation": table},
        )
    ]
