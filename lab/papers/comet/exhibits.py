"""Compute our figures for the tables and figures of the CoMet paper."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from engine.players.spec import parse_spec
from lab.analysis.evaluation import Report
from lab.analysis.groups import estimate_groups
from lab.analysis.measures import Measure
from lab.papers.comet.metrics import KEYS, build_belief_table, measure_players
from lab.papers.evidence import Compute
from lab.papers.finding import Finding
from lab.run.lineup import PLAYER

MODULES = {"met": "Met.", "fe": "FE", "bm": "BM", "sm": "SM", "sp": "SP"}
"""By setting of a `comet` seat: the module that it switches off, as the paper has it."""
PAPER_METRICS = ("wr", "ppc", "iisc", "fer", "siaa", "oiaa")
"""The metrics of Table 1; the report has further ones."""
REFERENCE = "CoMet w/o Met."
"""The opponent in Table 2."""
OFF = ("no", "off")
"""The values of a setting that switch its module off; a parsed SPEC has the first."""
PROMPTS = {"cot": "CoT", "naive": "Naive"}
"""By style of prompt: the method of the paper."""


def name_method(player: str, spec: str) -> str:
    """Name the method of a player as the paper does; the player's own name for other players."""
    parsed = parse_spec(spec)
    settings = dict(parsed.settings)
    if parsed.kind == "comet":
        off = [title for name, title in MODULES.items() if settings.get(name) in OFF]
        return f"CoMet w/o {'&'.join(off)}" if off else "CoMet"
    return PROMPTS.get(settings.get("prompt", ""), player) if parsed.asks_model else player


def compute_metrics(report: Report) -> Iterator[Finding]:
    """Compute Table 1: the six metrics by opponents, role and method."""
    yield from _list_metrics(report, balanced=False)


def compute_balanced(report: Report) -> Iterator[Finding]:
    """Compute Figure 5: the balanced metrics, which have no interval."""
    yield from _list_metrics(report, balanced=True)


def _list_metrics(report: Report, *, balanced: bool) -> Iterator[Finding]:
    if report.experiment.game != "undercover" or report.games.empty:
        return
    table, specs = build_belief_table(report.run), report.experiment.specs
    if table.empty:
        return
    figures = measure_players(table)
    some = figures[(figures["role"] == "balanced") == balanced]
    for row in some[some["metric"].isin(PAPER_METRICS)].to_dict("records"):
        player = str(row["player"])
        against = ", ".join(
            name_method(name, specs.get(name, name)) for name in str(row["against"]).split(" and ")
        )
        method = name_method(player, specs[player])
        role = () if balanced else (str(row["role"]),)
        labels = (f"against {against}", *role, method)
        own = table[(table[KEYS] == [row[name] for name in KEYS]).all(axis=1)]
        told = {**row, "count": row.get("of"), "deals": own["cluster"].nunique()}
        named = "" if method == player else f"player {player}"
        pool = f"pool {row['pool']}" if row["pool"] else ""
        where = ", ".join(filter(None, (named, pool, str(row["variant"]))))
        quantity = str(row["metric"]).upper()
        yield Finding.of_row(told, "value", labels, quantity, where=where, unit="occasions")


def compute_ablation(report: Report) -> Iterator[Finding]:
    """Compute Table 2: win rates against CoMet without metaphors, by method.

    The paper has the civilians' rate of CoMet, and the undercover players' of the other methods;
    the other role of each is a row of its own.
    """
    methods = {
        name_method(name, spec)
        for name, spec in report.experiment.specs.items()
        if parse_spec(spec).kind == "comet"
    }
    for one in compute_metrics(report):
        against, role, method = one.labels
        if one.quantity != "WR" or against != f"against {REFERENCE}" or method not in methods:
            continue
        published = "civilian" if method == "CoMet" else "undercover"
        label = method if role == published else f"{method}, as {role}"
        yield replace(one, labels=(label,), quantity="Win Rate", unit="games")


def compute_taboo(report: Report) -> Iterator[Finding]:
    """Compute Figure 4 (a): wins of either side and draws, by pair; a draw is no half point."""
    games = report.games
    if report.experiment.game != "taboo" or games.empty or report.kind != "match":
        return
    won = {
        name: (games[f"score_{seat}"] > games[f"score_{other}"]).astype(float)
        for name, (seat, other) in PAIRS.items()
    }
    won["draws"] = 1.0 - won["attacker wins"] - won["defender wins"]
    specs = report.experiment.specs
    seats = [f"{PLAYER}attacker", f"{PLAYER}defender"]
    rest = [name for name in report.layout.dimensions if name not in seats]
    for quantity, happened in won.items():
        measure = Measure(quantity, quantity, "happened", is_share=True)
        marked = games.assign(happened=happened)
        table = estimate_groups(marked, [*seats, *rest], measure, report.describe_pooled)
        for key, row in table.iterrows():
            players = [str(one) for one in key[:2]]
            labels = [name_method(one, specs.get(one, one)) for one in players]
            where = ", ".join(
                f"{name} {value}"
                for name, value in zip(rest, key[2:], strict=True)
                if pd.notna(value)
            )
            yield Finding.of_row(row, "value", labels, quantity, where=where, unit="games")


PAIRS = {"attacker wins": ("attacker", "defender"), "defender wins": ("defender", "attacker")}
"""By figure: the seat that scored more, and the other one."""
COMPUTED: dict[str, Compute] = {
    "table-1": compute_metrics,
    "table-2": compute_ablation,
    "figure-5": compute_balanced,
    "figure-4a": compute_taboo,
}
"""By name of the exhibit: what computes our figures from a run."""
