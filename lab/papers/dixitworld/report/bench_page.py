"""Build the report on a bench itself: who finds how many items, differences, the items' fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from engine.export.template import render_page
from lab.errors import BenchError
from lab.papers.dixitworld.bench_files import Bench
from lab.papers.dixitworld.player_comparison import build_comparison_table, compare_players
from lab.papers.dixitworld.report.solvers import build_item_table, build_solver_table
from lab.papers.dixitworld.solver_answers import PICTURES, hold_out_solvers
from lab.papers.dixitworld.tier_refit import describe_solvers, refit_tiers
from lab.report.markdown import escape_markdown, format_markdown_table
from lab.report.section import ReportSection, TextTable

TITLE = "DixitBench and its solvers"
METHODS = (
    "Tiers are those of the bench. Difficulties are those of a Rasch model, fitted to the answers "
    "of all solvers but those held out: each reader counts 1, all machines together 1. Where "
    "readers chose among the cards of items, the fit of all else is what is expected of their "
    "choices."
)


@dataclass(frozen=True)
class BenchPage:
    """The report on a bench."""

    label: str
    tables: tuple[TextTable, ...]
    frames: Mapping[str, pd.DataFrame]
    """By name of a CSV file: the same figures."""

    def to_text(self) -> str:
        """Write the report as Markdown."""
        parts = [f"# {escape_markdown(self.label)}"]
        for table in self.tables:
            parts += [f"## {table.title}", format_markdown_table(table), table.note]
        return "\n\n".join((*parts, METHODS)) + "\n"

    def to_page(self) -> str:
        """Write the report as a page that loads nothing."""
        page = {
            "title": self.label,
            "mark": "Parlour laboratory",
            "heading": self.label,
            "question": TITLE,
            "facts": "",
        }
        return render_page(
            "lab.report/report.html",
            page=page,
            sections=[ReportSection(table.title, [table]) for table in self.tables],
            methods=METHODS,
            lineups=[],
            games_note="",
        )


def build_bench_page(
    bench: Bench, kept: pd.DataFrame, answers: pd.DataFrame, solvers: Sequence[str] = ()
) -> BenchPage:
    """Build the report on a bench.

    Args:
        bench: The bench.
        kept: The answers that it keeps.
        answers: All answers.
        solvers: The solvers to report and compare. By default all are reported, and those who saw
            pictures are compared.

    Raises:
        BenchError: If a solver is unknown, or nobody fits the tiers.
    """
    if unknown := [one for one in solvers if one not in set(answers["solver"])]:
        known = ", ".join(dict.fromkeys(answers["solver"]))
        raise BenchError(f"No solver is called {unknown[0][:60]!r}. There are: {known}.")
    given = hold_out_solvers(answers, (), others=True)
    refit = refit_tiers(bench, kept, given)
    shares = describe_solvers(bench.items, given, refit.fit)
    if solvers:
        shares = shares.loc[list(dict.fromkeys(solvers))]
    seen = list(dict.fromkeys(answers.loc[answers["shown"] == PICTURES, "solver"]))
    names = list(dict.fromkeys(solvers)) or (seen if len(seen) > 1 else list(shares.index))
    targets = {item.id: item.target for item in bench.items}
    told = answers.assign(target=answers["item"].map(targets), player=answers["solver"])
    pairs = compare_players(told, names)
    tables = [build_solver_table(shares)]
    if len(pairs):
        title = "Solvers compared" if solvers or len(seen) < 2 else "Readers of pictures compared"
        tables.append(build_comparison_table(pairs, title))
    tables.append(build_item_table(refit.table))
    frames = {
        "solvers": shares.reset_index(),
        "comparisons": pairs,
        "items": refit.table.reset_index(names="item"),
    }
    return BenchPage(bench.label, tuple(tables), frames)
