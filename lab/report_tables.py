"""Build the tables of a report, and write the report as Markdown, LaTeX or CSV.

`TextTable` and `ReportSection` are what the report's sections on a single game consist of.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pandas as pd

from engine.text import clean
from lab.ratings import ELO
from lab.report_groups_and_statistics import Report, describe_dimension
from lab.report_methods import describe_methods

DASH = "\N{EN DASH}"

MAX_COMPARISON_ROWS = 60
LONG = 40
"""Number of rows from which a LaTeX table may break across pages."""
LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
    "\N{EN DASH}": "--",
}


@dataclass(frozen=True)
class TextTable:
    """A table of a report; its cells are clean text."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    numbers_from: int
    """The index of the first column with numbers; all later ones have numbers, too."""
    note: str = ""
    links: tuple[str, ...] = ()
    """For each row: the anchor on the page that its numbers link to; empty for none."""


@dataclass(frozen=True)
class ReportSection:
    """A section that is specific to a game: charts, tables, and pictures if the page has room."""

    title: str
    tables: Sequence[TextTable] = ()
    charts: Sequence[str] = ()
    """Charts as SVG with alt text."""
    note: str = ""
    html: str = ""
    """Further content for the page; all text in it is escaped."""
    frames: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    """By name of a CSV file: the same figures as a table."""


@lru_cache(maxsize=1)
def build_sections(report: Report) -> list[ReportSection]:
    """Build the game's own sections: `build_sections` of `lab/GAME/report_sections.py`."""
    module = f"lab.{report.experiment.game}.report_sections"
    if find_spec(f"lab.{report.experiment.game}") is None or find_spec(module) is None:
        return []
    found: list[ReportSection] = import_module(module).build_sections(report)
    return found


def build_tables(report: Report) -> Iterator[TextTable]:
    """Yield the non-empty tables of a report, beginning with the game's own."""
    for section in build_sections(report):
        yield from (table for table in section.tables if table.rows)
    tables = (
        _build_lineup_table,
        _build_comparison_table,
        _build_rating_table,
        _build_question_table,
        _build_exclusion_table,
        _build_failure_table,
        _build_usage_table,
        _build_player_table,
    )
    yield from (table for build in tables for table in [build(report)] if table.rows)


def _build_lineup_table(report: Report) -> TextTable:
    rows = [
        (
            *(clean(str(value), 80) for value in key),
            f"{len(games):,}",
            *(one.format_interval(report.figures[one.name].loc[key]) for one in report.measures),
        )
        for key, games in report.lineups.items()
    ]
    names = [report.describe_column(name) for name in report.keys]
    titles = [measure.title for measure in report.measures]
    note = "In brackets: 95 % intervals."
    return TextTable("Line-ups", (*names, "games", *titles), rows, len(names), note)


def _build_comparison_table(report: Report) -> TextTable:
    table, measures = report.comparisons, {one.name: one for one in report.drawn}
    shown = table.head(MAX_COMPARISON_ROWS)
    rows = [
        (
            measures[row["measure"]].title,
            clean(f"{row['first']} \N{EN DASH} {row['second']}", 160),
            row["where"],
            format_difference(row),
            format_p(row["p"]),
            format_p(row["p_holm"]),
            f"{row['count']:,}",
        )
        for _, row in shown.iterrows()
    ]
    more = len(table) - len(shown)
    note = f"{more:,} more are in differences.csv: --format csv --out DIR." if more else ""
    rows_name = report.describe_column(report.axes[0])
    heads = ("measure", rows_name, "with", "difference", "p", "p (Holm)", "deals")
    return TextTable("Differences on the same deals", heads, rows, 3, note)


def _build_rating_table(report: Report) -> TextTable:
    rows = []
    for name, row in report.ratings.iterrows():
        known = pd.notna(row["rating"])
        ends = (1500 + ELO * row[end] for end in ("low", "high"))
        figure = f"{row['elo']:.0f} [{', '.join(f'{end:.0f}' for end in ends)}]" if known else DASH
        log_odds = f"{row['rating']:+.2f} ± {row['error']:.2f}" if known else DASH
        rows.append((clean(str(name), 160), figure, log_odds, f"{row['games']:,}"))
    note = (
        "By who scored more; 1500 is the average. A dash: it always or never lost to the others, "
        "so that no finite rating is known."
    )
    return TextTable("Ratings", ("player", "rating", "log odds", "games"), rows, 1, note)


def _build_question_table(report: Report) -> TextTable:
    found = report.questions
    names = tuple(describe_dimension(name) for name in found.index.names) if len(found) else ()
    rows = []
    for key, row in found.iterrows():
        figure = DASH
        if pd.notna(row["low"]):
            figure = f"{row['value']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
        counts = (f"{row['count']:,}", f"{row['unanswered']:,}")
        rows.append((*(clean(str(one), 80) for one in key), figure, *counts))
    heads = (*names, "right", "answers", "unanswered")
    return TextTable("Questions", heads, rows, len(names))


def _build_exclusion_table(report: Report) -> TextTable:
    rows = [(name, f"{count:,}") for name, count in report.exclusions.items()]
    return TextTable("Left out", ("what", "how many"), rows, 1)


def _build_failure_table(report: Report) -> TextTable:
    reasons = report.run.failures()["failure"].map(lambda text: clean(text, 300)).value_counts()
    rows = [(str(reason), f"{count:,}") for reason, count in reasons.head(10).items()]
    return TextTable("Failures", ("why", "trials"), rows, 1)


def _build_usage_table(report: Report) -> TextTable:
    calls = report.run.calls()
    rows: list[tuple[str, ...]] = []
    for name, some in calls.groupby("player", observed=True) if len(calls) else []:
        cost = some["cost"].astype(float)
        rows.append(
            (
                clean(str(name), 80),
                f"{len(some):,}",
                f"{(some['verdict'] != 'legal').sum():,}",
                f"{some['tokens_in'].astype(float).sum():,.0f}",
                f"{some['tokens_out'].astype(float).sum():,.0f}",
                f"{cost.sum():.4f}" if cost.notna().any() else DASH,
            )
        )
    rows += _list_self_play_usage(report)
    heads = ("player", "calls", "without a legal answer", "tokens in", "tokens out", "cost")
    note = "A dash: no price is known. Calls of all kinds of trial are counted."
    return TextTable("Cost", heads, rows, 1, note)


def _list_self_play_usage(report: Report) -> Iterator[tuple[str, ...]]:
    """List the usage of self-play and its judge, whose calls are not stored individually."""
    games = report.run.games("self_play")
    for name, some in games.groupby("asked", observed=True) if len(games) else []:
        cost = some["cost"].astype(float)
        yield (
            f"{clean(str(name), 80)}, self-play",
            f"{some['calls'].sum():,}",
            DASH,
            f"{some['tokens_in'].sum():,}",
            f"{some['tokens_out'].sum():,}",
            f"{cost.sum():.4f}" if cost.notna().any() else DASH,
        )


def _build_player_table(report: Report) -> TextTable:
    sittings = report.run.environments
    known = sittings[-1].get("players", {}) if sittings else {}
    rows = []
    for name, spec in report.experiment.specs.items():
        settings = {key: one for key, one in known.get(name, {}).items() if key != "spec"}
        told = ", ".join(
            f"{key} {json.dumps(value, ensure_ascii=False)}"
            for key, value in settings.items()
            if value not in ("", None, {})
        )
        rows.append((clean(name, 80), clean(spec, 400), clean(told, 1000)))
    return TextTable("Players", ("name", "SPEC", "settings as resolved"), rows, 3)


def format_p(value: float | None) -> str:
    """Format a p-value as in papers."""
    if value is None or pd.isna(value):
        return DASH
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def format_difference(row: pd.Series) -> str:
    """Format a difference with its interval: `+0.125 [+0.031, +0.219]`."""
    if pd.isna(row["value"]):
        return DASH
    ends = f" [{row['low']:+.3f}, {row['high']:+.3f}]" if pd.notna(row["low"]) else ""
    return f"{row['value']:+.3f}{ends}"


def to_markdown(report: Report, charts: Sequence[str] = ()) -> str:
    """Write the report as Markdown.

    Args:
        report: The report.
        charts: The names of files with charts.
    """
    parts = [f"# {_escape_markdown(report.title)}", _escape_markdown(report.question)]
    parts += [f"![Chart {number}]({name})" for number, name in enumerate(charts, 1)]
    for table in build_tables(report):
        parts += [f"## {table.title}", format_markdown_table(table), table.note]
    parts += ["## Methods", _escape_markdown(describe_methods(report))]
    return "\n\n".join(part for part in parts if part) + "\n"


def format_markdown_table(table: TextTable) -> str:
    """Format a table as Markdown, with columns aligned in the source."""
    rows = [[_escape_markdown(cell) for cell in row] for row in (table.heads, *table.rows)]
    widths = [max(3, *(len(row[n]) for row in rows)) for n in range(len(table.heads))]
    lines = []
    for number, row in enumerate(rows):
        cells = [
            cell.rjust(width) if place >= table.numbers_from else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"| {' | '.join(cells)} |")
        if not number:
            rules = [
                "-" * (width - 1) + (":" if place >= table.numbers_from else "-")
                for place, width in enumerate(widths)
            ]
            lines.append(f"| {' | '.join(rules)} |")
    return "\n".join(lines)


def to_latex(report: Report) -> str:
    """Write the report as a LaTeX document whose tables use booktabs."""
    parts = [
        r"\documentclass[a4paper]{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[utf8]{inputenc}",
        r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}",
        r"\usepackage{booktabs,graphicx,longtable}",
        r"\usepackage[margin=2cm]{geometry}",
        rf"\title{{{escape_latex(report.title)}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        escape_latex(report.question),
        "",
    ]
    for table in build_tables(report):
        parts += [_format_latex_table(table), ""]
    parts += [r"\section*{Methods}", escape_latex(describe_methods(report)), r"\end{document}"]
    return "\n".join(parts) + "\n"


def _format_latex_table(table: TextTable) -> str:
    columns = "".join("r" if n >= table.numbers_from else "l" for n in range(len(table.heads)))
    lines = [" & ".join(escape_latex(cell) for cell in row) + r" \\" for row in table.rows]
    head = " & ".join(escape_latex(cell) for cell in table.heads) + r" \\"
    caption = escape_latex(f"{table.title}. {table.note}".strip())
    if len(lines) >= LONG:
        size = r"\footnotesize" if len(columns) < 6 else r"\tiny"
        return "\n".join(
            [
                rf"{{{size}\setlength{{\tabcolsep}}{{3pt}}\begin{{longtable}}{{{columns}}}",
                rf"\caption{{{caption}}}\\",
                r"\toprule",
                head,
                r"\midrule\endhead",
                *lines,
                r"\bottomrule\end{longtable}}",
            ]
        )
    return "\n".join(
        [
            r"\begin{table}[ht]\centering",
            rf"\caption{{{caption}}}",
            r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            head,
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}}",
            r"\end{table}",
        ]
    )


def escape_latex(text: str) -> str:
    """Escape text for LaTeX; characters that its fonts may lack become question marks."""
    known = (one if one in LATEX or ord(one) < 256 else "?" for one in text)
    return "".join(LATEX.get(one, one) for one in known)


def tabulate_figures(report: Report) -> pd.DataFrame:
    """Build a table with a row for each measure of each line-up."""
    parts = []
    for measure in report.measures:
        table = report.figures[measure.name].reset_index()
        table.insert(0, "measure", measure.name)
        parts.append(table)
    if not parts:  # only figures of the game's own sections
        frames = [one for section in build_sections(report) for one in section.frames.values()]
        return frames[0].reset_index() if frames else pd.DataFrame()
    return pd.concat(parts, ignore_index=True)


def write_csv_files(report: Report, folder: Path) -> list[Path]:
    """Write the available figures, differences, questions and survival curves as CSV."""
    survival = [
        curve.assign(**dict(zip(report.keys, key, strict=True)))
        for key, curve in report.survival.items()
    ]
    tables = {
        "figures": tabulate_figures(report),
        "differences": report.comparisons,
        "ratings": report.ratings.reset_index(),
        "questions": report.questions.reset_index(),
        "survival": pd.concat(survival) if survival else pd.DataFrame(),
    }
    for section in build_sections(report):
        tables |= {name: frame.reset_index() for name, frame in section.frames.items()}
    paths = []
    for name, table in tables.items():
        if len(table):
            paths.append(folder / f"{name}.csv")
            table.to_csv(paths[-1], index=False, lineterminator="\n")
    return paths


def _escape_markdown(text: str) -> str:
    """Escape links, tags and code in Markdown; intervals in brackets stay readable."""
    return re.sub(r"[\\`*|]|<(?=[a-zA-Z/!?])|\](?=[(\[:])", r"\\\g<0>", text)
