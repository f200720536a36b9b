"""Present a paper beside our runs: as tables of text, a page, CSV or LaTeX."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pandas as pd

from engine.count_text import format_count, format_counted
from engine.export.template import render_page
from engine.joined_text import join_names
from engine.text import clean
from lab.csv import format_csv
from lab.papers.comparison import Comparison, Row, get_spread
from lab.papers.exhibit import ENOUGH, Exhibit, format_exhibit
from lab.papers.finding import name_drawn
from lab.report.figure_text import DASH
from lab.report.latex import begin_document, end_document, escape_latex, format_latex_table
from lab.report.markdown import format_markdown_table
from lab.report.section import ReportSection, TextTable

HEADS = ("what", "figure", "ours", "n", "the paper's", "differs")
SMALL = (
    "share",
    "cosine",
    "correlation",
    "index from 0",
    "mean rating from 0",
    "kappa",
    "weighted kappa",
    "alpha",
    "balanced metric",
    "probability",
    "error",
    "score",
)
"""How the units of figures begin that are at most 1."""
NAME_LENGTH = 200
NOTE_LENGTH = 600
"""The longest that a difference is told, in characters."""


def build_sections(comparison: Comparison) -> list[ReportSection]:
    """Build a section with a table for each exhibit."""
    several = len({row.run for rows in comparison.rows.values() for row in rows if row.run}) > 1
    return [
        ReportSection(
            f"{format_exhibit(name)}: {exhibit.title}",
            [_build_table(exhibit, comparison.rows[name], several=several)],
            note=" ".join(exhibit.says),
        )
        for name, exhibit in comparison.paper.exhibits.items()
    ]


def _build_table(exhibit: Exhibit, rows: Sequence[Row], *, several: bool) -> TextTable:
    """Build the table of an exhibit; with several runs, it says which one a row is from."""
    numbers = _number_differences(rows)
    cells = [
        (
            clean(row.item, NAME_LENGTH),
            *((clean(row.run) or DASH,) if several else ()),
            f"{row.quantity}, {row.unit}" if row.unit else row.quantity,
            _format_ours(row, exhibit),
            _format_count(row),
            row.published.text if row.published is not None else DASH,
            _format_numbers([numbers[one] for one in row.differences]) or DASH,
        )
        for row in rows
    ]
    what, *rest = HEADS
    heads = (what, *(("run",) if several else ()), *rest)
    note = " ".join(_list_notes(exhibit, rows, numbers))
    return TextTable("", heads, cells, 3 if several else 2, note)


def _number_differences(rows: Sequence[Row]) -> dict[str, int]:
    """Number the differences of protocol of all rows, in their order."""
    every = dict.fromkeys(one for row in rows for one in row.differences)
    return {one: number for number, one in enumerate(every, 1)}


def _format_numbers(numbers: Sequence[int]) -> str:
    """Write numbers in order, with dashes between those that follow each other: `1-3, 5`."""
    spans: list[list[int]] = []
    for one in sorted(numbers):
        if spans and one == spans[-1][1] + 1:
            spans[-1][1] = one
        else:
            spans.append([one, one])
    return ", ".join(f"{begin}" if begin == end else f"{begin}-{end}" for begin, end in spans)


def _list_notes(exhibit: Exhibit, rows: Sequence[Row], numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield the notes below a table: errors, differences of protocol, what is missing."""
    found = [row.finding for row in rows if row.finding is not None]
    known = [one for one in found if one.error is not None or one.low is not None]
    if known:
        spread = "standard deviation" if exhibit.spread == "deviation" else "standard error"
        seeds = {one.seeds for one in known}
        drawn = join_names(tuple(dict.fromkeys(one.over for one in known)))
        over = f"{spread} over model seeds" if max(seeds) > 1 else f"standard error over {drawn}"
        yield f"Ours: ± is the {over}, and in brackets are 95 % intervals over {drawn}."
    if numbers:
        numbered = (
            f"({number}) {clean(one, NOTE_LENGTH).rstrip('.')}" for one, number in numbers.items()
        )
        yield f"Differences in protocol, by the numbers in the last column: {'; '.join(numbered)}."
    every = _join_commands(row.missing for row in rows if row.missing)
    yield from (f"{one[0].upper()}{one[1:]}" for one in every if not one.startswith("parlour "))
    if commands := [
        f"\N{LEFT DOUBLE QUOTATION MARK}{one}\N{RIGHT DOUBLE QUOTATION MARK}"
        for one in every
        if one.startswith("parlour ")
    ]:
        yield f"Missing; what gives it: {'; '.join(commands)}."


def _join_commands(commands: Iterable[str]) -> list[str]:
    """Join commands that differ in who joins an experiment: one for all of them."""
    joined: dict[str, list[str]] = {}
    for command in dict.fromkeys(commands):
        begin, *joining = command.split(" --join ")
        joined.setdefault(begin, []).extend(joining)
    return [" --join ".join((begin, *dict.fromkeys(of))) for begin, of in joined.items()]


def _format_ours(row: Row, exhibit: Exhibit) -> str:
    finding = row.finding
    if finding is None or finding.value is None:
        return DASH
    text = f"{row.factor * finding.value:.{_count_places(row)}f}"
    if (spread := get_spread(row, exhibit)) is not None:
        text += f" ± {spread:.{_count_places(row)}f}"
    if finding.low is not None and finding.high is not None:
        ends = (f"{row.factor * end:.{_count_places(row)}f}" for end in (finding.low, finding.high))
        text += f" [{', '.join(ends)}]"
    return text


def _count_places(row: Row) -> int:
    """Count the places after the point: 2, or 3 of figures that are at most 1."""
    if row.quantity.endswith(ENOUGH):
        return 0  # a number of deals
    return 3 if row.unit.startswith(SMALL) else 2


def _format_count(row: Row) -> str:
    finding = row.finding
    if finding is None:
        return DASH
    seeds = f" x {finding.seeds}" if finding.seeds > 1 else ""
    counted = format_counted(finding.count, finding.unit) if finding.count else ""
    noun = name_drawn(finding.over)
    drawn = f"{format_count(finding.deals, noun.removesuffix('s'))}{seeds}" if finding.deals else ""
    if finding.count == finding.deals and finding.unit.startswith(noun):
        return counted or DASH  # what is counted is what was drawn
    return "; ".join(filter(None, (counted, drawn))) or DASH


def to_text(comparison: Comparison) -> str:
    """Write everything as text with aligned tables."""
    parts = [f"# {clean(comparison.paper.title, NAME_LENGTH)}", *comparison.warnings]
    for section in build_sections(comparison):
        table = section.tables[0]
        parts += [f"## {section.title}", section.note, format_markdown_table(table), table.note]
    return "\n\n".join(filter(None, parts)) + "\n"


def to_page(comparison: Comparison, runs: Sequence[str]) -> str:
    """Write everything as a page that loads nothing."""
    title = clean(comparison.paper.title, NAME_LENGTH)
    facts = " · ".join(map(clean, runs)) or "no run yet"
    page = {
        "title": title,
        "mark": "Parlour laboratory",
        "heading": title,
        "question": "Each table and figure of the paper, beside ours.",
        "facts": facts,
    }
    return render_page(
        "lab.report/report.html",
        page=page,
        sections=build_sections(comparison),
        methods=" ".join((METHODS, *comparison.warnings)),
        lineups=[],
        games_note="",
    )


METHODS = (
    "Our figures are those of the reports on each run, line-up by line-up. A published value "
    "stands beside ours if its row names the same player, by name, model or kind. Intervals "
    "are at 95 % over deals, or over what the note of a table names; ± is the standard error over "
    "model seeds where there are several."
)


def to_csv(comparison: Comparison) -> str:
    """Write a row for each published value and each figure of ours."""
    return format_csv(tabulate_rows(comparison))


def tabulate_rows(comparison: Comparison) -> pd.DataFrame:
    """Build a table with a row for each published value and each figure of ours."""
    found = []
    for name, exhibit in comparison.paper.exhibits.items():
        for row in comparison.rows[name]:
            ours, theirs = row.finding, row.published
            scaled = {
                end: None
                if ours is None or getattr(ours, end) is None
                else row.factor * getattr(ours, end)
                for end in ("value", "low", "high", "error")
            }
            found.append(
                {
                    "exhibit": format_exhibit(name),
                    "kind": exhibit.kind,
                    "item": row.item,
                    "figure": row.quantity,
                    "unit": row.unit,
                    **scaled,
                    "spread": get_spread(row, exhibit),
                    "n": ours.count if ours else None,
                    "counted": ours.unit if ours else "",
                    "deals": ours.deals if ours else None,
                    "model_seeds": ours.seeds if ours else None,
                    "published": theirs.value if theirs else None,
                    "published_spread": theirs.error if theirs else None,
                    "spread_is": exhibit.spread,
                    "interval_over": ours.over if ours else "",
                    "differences": " | ".join(row.differences),
                    "missing": row.missing,
                    "run": row.run,
                }
            )
    table = pd.DataFrame(found)
    whole = ["n", "deals", "model_seeds"]
    return table.astype(dict.fromkeys(whole, "Int64")) if found else table


def to_latex(comparison: Comparison) -> str:
    """Write a LaTeX document with a table for each exhibit."""
    parts = [begin_document(comparison.paper.title, " ".join(comparison.warnings))]
    for section in build_sections(comparison):
        parts += [rf"\subsection*{{{escape_latex(section.title)}}}", escape_latex(section.note), ""]
        parts += [format_latex_table(section.tables[0]), ""]
    parts += [r"\section*{Methods}", escape_latex(METHODS), end_document()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))
