"""Compute our figures for the tables and figures of the CoMet paper."""

from collections.abc import Iterator
from dataclasses import asdict, replace

from engine.players.spec import parse_spec
from engine.text import clean
from lab.analysis.evaluation import Report
from lab.papers.comet.judge_verdicts import load_verdicts
from lab.papers.comet.method_name import PROMPTS, name_method, name_player, tick_modules
from lab.papers.comet.metrics import KEYS, build_belief_table, measure_players
from lab.papers.comet.pool_growth import compare_sizes, list_metaphors, measure_growth
from lab.papers.comet.reading_accuracy import list_readings, measure_readings
from lab.papers.comet.taboo_outcomes import SEATS, list_outcomes
from lab.papers.comparison import Compute
from lab.papers.finding import Finding

PAPER_METRICS = ("wr", "ppc", "iisc", "fer", "siaa", "oiaa")
"""The metrics of Table 1; the report has further ones."""
OCCASIONS = {"WR": "games", "SIAA": "moves"}
"""Of what a metric is a share, if not of statements."""
REFERENCE = "CoMet w/o Met."
"""The opponent in Table 2."""


def compute_metrics(report: Report) -> Iterator[Finding]:
    """Compute Table 1: the six metrics by opponents, role and method."""
    yield from _list_metrics(report, balanced=False)


def compute_balanced(report: Report) -> Iterator[Finding]:
    """Compute Figure 5: the balanced metrics."""
    yield from _list_metrics(report, balanced=True)


def _list_metrics(report: Report, *, balanced: bool) -> Iterator[Finding]:
    if report.experiment.game != "undercover" or report.games.empty:
        return
    table, specs = build_belief_table(report.run), report.experiment.specs
    if table.empty:
        return
    figures = measure_players(table)
    known = dict.fromkeys(
        one.judge for one in load_verdicts(report.run.file) if one.kind == "feature"
    )
    judges = f"judged by {next(iter(known))}" if known else ""
    some = figures[(figures["role"] == "balanced") == balanced]
    for row in some[some["metric"].isin(PAPER_METRICS)].to_dict("records"):
        player = str(row["player"])
        against = ", ".join(name_player(name, specs) for name in str(row["against"]).split(" and "))
        method = name_player(player, specs)
        role = () if balanced else (str(row["role"]),)
        labels = (f"against {against}", *role, method)
        own = table[(table[KEYS] == [row[name] for name in KEYS]).all(axis=1)]
        told = {**row, "count": row.get("of"), "deals": own["cluster"].nunique()}
        named = "" if method.casefold() == player.casefold() else f"player {player}"
        pools = [
            f"{whose} {clean(str(row[name]), 120)}"
            for name, whose in (("pool", "pool"), ("rival_pool", "the others' pool"))
            if row[name]
        ]
        quantity = str(row["metric"]).upper()
        judged = judges if quantity == "FER" and told["value"] is not None else ""
        where = ", ".join(filter(None, (named, *pools, str(row["variant"]), judged)))
        unit = OCCASIONS.get(quantity, "statements")
        seated = (player, *str(row["against"]).split(" and "))
        finding = replace(
            Finding.of_row(told, "value", labels, quantity, where=where, unit=unit), players=seated
        )
        if finding.value is None:
            finding = replace(
                finding, missing=_explain_missing(quantity, report, judged=bool(judges))
            )
        yield finding


def _explain_missing(quantity: str, report: Report, *, judged: bool) -> str:
    """Say which command gives a metric that is not known, or why none does."""
    if quantity == "FER" and not judged:
        return f"parlour lab judge {report.experiment.name} --by llm:MODEL --what feature"
    return UNKNOWN[quantity]


UNKNOWN = {
    "FER": "FER is not known where nobody says what it found, or some of that is not judged.",
    "IISC": "IISC is not known of players that declare no strategy.",
    "PPC": "PPC is not known where no opponent logs guesses.",
    "SIAA": "SIAA is not known of players that are not asked for their role.",
    "OIAA": "OIAA is not known of players that are not asked for beliefs about others.",
    "WR": "WR is not known of a role that was not played.",
}
"""Why a metric may have no value."""


def compute_ablation(report: Report) -> Iterator[Finding]:
    """Compute Table 2: win rates against CoMet without metaphors, by what is on.

    The paper has the civilians' rate of CoMet, and the undercover players' of the other methods;
    the other role of each is a row of its own.
    """
    methods = {
        name_method(name, spec): tick_modules(spec)
        for name, spec in report.experiment.specs.items()
        if parse_spec(spec).kind == "comet"
    }
    for one in compute_metrics(report):
        against, role, method = one.labels
        if one.quantity != "WR" or against != f"against {REFERENCE}" or method not in methods:
            continue
        published = "civilian" if method == "CoMet" else "undercover"
        label = method if role == published else f"{method}, as {role}"
        labels = (label, *methods[method])
        yield replace(one, labels=labels, quantity="Win Rate", unit="games")


def compute_taboo(report: Report) -> Iterator[Finding]:
    """Compute Figure 4 (a): wins of either side and draws, by pair; a draw is no half point."""
    outcomes = {"attacker wins": "attacker", "defender wins": "defender", "draws": ""}
    for players, finding in list_outcomes(report, outcomes):
        methods = tuple(_name(report, one) for one in players)
        named = [
            f"{seat} {player}"
            for seat, player, method in zip(SEATS, players, methods, strict=True)
            if player.casefold() != method.casefold()
        ]
        yield replace(
            finding,
            labels=methods,
            players=players,
            where=", ".join((*named, *filter(None, (finding.where,)))),
        )


def compute_defenders(report: Report) -> Iterator[Finding]:
    """Compute Figure 4 (b): wins and losses of defenders, by model, against chain of thought."""
    specs = report.experiment.specs
    outcomes = {"win": "defender", "loss": "attacker", "draw": ""}
    for (attacker, defender), finding in list_outcomes(report, outcomes):
        asked = [parse_spec(specs[one]) for one in (attacker, defender)]
        if not all(one.asks_model for one in asked) or _name(report, attacker) != PROMPTS["cot"]:
            continue
        labels = (asked[1].argument, _name(report, defender))
        against = f"defender {defender}, against {asked[0].argument}"
        where = ", ".join(filter(None, (against, finding.where)))
        yield replace(finding, labels=labels, players=(attacker, defender), where=where)


def _name(report: Report, player: str) -> str:
    return name_player(player, report.experiment.specs)


def compute_readings(report: Report) -> Iterator[Finding]:
    """Compute Figure 6 (a): the share of a common set of metaphors read right, by method."""
    specs = report.experiment.specs
    for row in measure_readings(list_readings(report)).to_dict("records"):
        spec = parse_spec(specs[row["player"]])
        method = REASONING[dict(spec.settings).get("reasoning", "hypothesis")]
        for quantity, name in (
            ("right", "value"),
            ("right, own word", "own"),
            ("right, other word", "other"),
        ):
            where = ", ".join(
                filter(None, (f"player {row['player']}", f"model {spec.argument}", row["variant"]))
            )
            found = Finding.of_row(row, name, (method,), quantity, where=where, unit="readings")
            yield replace(found, players=(str(row["player"]),))


REASONING = {
    "hypothesis": "hypotheses (HR)",
    "direct": "directly (DU)",
    "replace": "by replacement (RR)",
}
"""By setting: the method of Figure 6 (a)."""


def compute_growth(report: Report) -> Iterator[Finding]:
    """Compute Figure 6 (b): the share of successful metaphors by experience, and what it gains."""
    specs, said = report.experiment.specs, list_metaphors(report)
    for row in measure_growth(said).to_dict("records"):
        labels = (parse_spec(specs[row["player"]]).argument, str(row["size"]))
        where = ", ".join(
            filter(None, (f"player {row['player']}", f"{row['games']} games", str(row["variant"])))
        )
        for quantity, name in (
            ("success", "succeeded"),
            ("understood", "understood"),
            ("guessed", "guessed"),
        ):
            told = {**asdict(row[name]), "deals": row["pools"]}
            drawn = {"unit": "metaphors", "over": _name_clusters(row["pools"])}
            found = Finding.of_row(told, "value", labels, quantity, where=where, **drawn)
            yield replace(found, players=(str(row["player"]),))
    for row in compare_sizes(said).to_dict("records"):
        labels = (parse_spec(specs[row["player"]]).argument, f"{row['first']} to {row['last']}")
        where = ", ".join(filter(None, (f"player {row['player']}", str(row["variant"]))))
        over = _name_clusters(row["pools"])
        players = (str(row["player"]),)
        for one in Finding.of_difference(row, labels, "gain", where=where, unit=over, over=over):
            yield replace(one, players=players)


def _name_clusters(pools: int) -> str:
    """Name what is independent in self-play: pools, or the games of a single one."""
    return "pools" if pools > 1 else "games"


COMPUTED: dict[str, Compute] = {
    "table-1": compute_metrics,
    "table-2": compute_ablation,
    "figure-5": compute_balanced,
    "figure-4a": compute_taboo,
    "figure-4b": compute_defenders,
    "figure-6a": compute_readings,
    "figure-6b": compute_growth,
}
"""By name of the exhibit: what computes our figures from a run."""
