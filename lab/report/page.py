"""Write the report of a run as a self-contained HTML page with charts, tables and games.

Numbers link to the games that they count.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape
from importlib.resources import files
from typing import Any
from xml.etree.ElementTree import tostring

import pandas as pd

from engine.wording import format_count
from lab.analysis.evaluation import Report
from lab.analysis.measures import Measure
from lab.report.charts import draw_bars, draw_curves, draw_matrix
from lab.report.match import GameDetails
from lab.report.methods import describe_methods
from lab.report.section import ReportSection, TextTable, build_sections
from lab.report.tables import build_tables

EMBEDDED_GAMES = 3
"""The default number of games of each line-up that are embedded in a page."""
MAX_EMBEDDED = 400
LONGEST_NAME = 24
"""Maximum length of texts that stay on one line in tables, in characters."""
TAG = re.compile("<[^>]*>")
MAX_CHART_ROWS = 40
MAX_BESIDE = 3
"""Maximum number of columns with intervals for which intervals are beside their numbers."""


class Page:
    """The page of a run."""

    def __init__(self, report: Report, embedded: int = EMBEDDED_GAMES) -> None:
        """Prepare the page.

        Args:
            report: The report.
            embedded: The number of games of each line-up to embed with moves and calls: those of
                the first deals, so that line-ups can be compared.
        """
        self.report = report
        self.embedded = min(embedded, MAX_EMBEDDED // max(1, len(report.lineups)))
        self._details = GameDetails(report.run)
        self._places = {key: f"lineup-{n}" for n, key in enumerate(report.lineups, 1)}

    def write(self) -> str:
        """Write the whole page."""
        report = self.report
        style = "".join(
            files(package).joinpath(file).read_text("utf-8")
            for package, file in (
                ("engine.export", "templates/page.css"),
                ("lab.report", "page.css"),
            )
        )
        # Charts in the page have style attributes; nothing else could bring any, as all text
        # is escaped.
        policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'"
        if any(section.html for section in build_sections(report)):
            policy += "; img-src data:"
        own = {id(table) for section in build_sections(report) for table in section.tables}
        parts = [
            *(self._render_own_section(section) for section in build_sections(report)),
            *self._render_chart_sections(),
            *(self._render_table(table) for table in build_tables(report) if id(table) not in own),
            _render_section("Methods", f"<p>{escape(describe_methods(report))}</p>"),
            *([self._render_games()] if report.lineups else ()),
        ]
        question = f'<p class="quiet">{escape(report.question)}</p>' if report.question else ""
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta name="referrer" content="no-referrer">'
            f"<title>{escape(report.title)}</title><style>{style}</style></head><body>"
            f'<header><p class="mark">Parlour laboratory</p><h1>{escape(report.title)}</h1>'
            f"{question}{self._render_summary()}</header><main>{''.join(parts)}</main></body></html>\n"
        )

    def _render_summary(self) -> str:
        report = self.report
        definition, counts = report.experiment.definition, report.run.counts
        parts = [
            definition.title,
        ]
        if len(report.games):
            word = "pairing" if report.is_tournament else "line-up"
            parts += [
                format_count(len(report.lineups), word),
                format_count(report.games["deal"].nunique(), "deal"),
                f"{len(report.games):,} games",
            ]
        if items := report.run.counts_of("item"):
            parts.append(f"{items:,} answers to items")
        if counts.left or counts.failed:
            parts.append(f"{counts.left:,} trials not run yet, {counts.failed:,} failed")
        return f'<p class="facts">{escape(" · ".join(parts))}</p>'

    def _render_own_section(self, section: ReportSection) -> str:
        """Render a section of the game: note, charts, tables, pictures."""
        figures = "".join(f"<figure>{chart}</figure>" for chart in section.charts)
        body = f'<p class="quiet">{escape(section.note)}</p>' if section.note else ""
        body += f'<div class="charts">{figures}</div>' if figures else ""
        for table in section.tables:
            if table.rows:
                rows = _link_numbers(table)
                title = f"<h3>{escape(table.title)}</h3>" if table.title != section.title else ""
                note = f'<p class="quiet">{escape(table.note)}</p>' if table.note else ""
                body += title + format_table(table.heads, rows, table.numbers_from) + note
        return _render_section(section.title, body + section.html)

    def list_charts(self) -> list[str]:
        """List all charts as SVG."""
        own = [chart for section in build_sections(self.report) for chart in section.charts]
        return own + [chart for _, charts, _ in self._sections for chart in charts]

    def _render_chart_sections(self) -> Iterator[str]:
        for title, charts, note in self._sections:
            figures = "".join(f"<figure>{chart}</figure>" for chart in charts)
            yield _render_section(
                title, f'<div class="charts">{figures}</div><p class="quiet">{note}</p>'
            )

    @cached_property
    def _sections(self) -> list[tuple[str, list[str], str]]:
        """List the sections: titles, charts and notes."""
        report = self.report
        draw = self._draw_curve if report.is_curve() else self._draw_matrices
        per_turn = [one for one in report.measures if one.is_per_turn and one not in report.drawn]
        error = "Numbers are means ± standard errors."
        links = "" if report.is_curve() else " Each cell leads to its games."
        charts = [chart for one in report.drawn for chart in draw(one)]
        found = [("Results", charts, error + links)] if charts else []
        if report.is_curve() and per_turn:
            found.append(("Rates per turn", [c for one in per_turn for c in draw(one)], error))
        elif per_turn and len(report.lineups) <= MAX_CHART_ROWS:
            bars = [self._draw_bars(one) for one in per_turn]
            found.append(("Rates per turn", bars, "With 95 % intervals."))
        if report.survival and len(report.lineups) <= MAX_CHART_ROWS:
            note = "Kaplan and Meier's estimate, with 95 % bands."
            found.append(("Survival", list(self._draw_survival_charts()), note))
        return found

    def _draw_matrices(self, measure: Measure) -> Iterator[str]:
        report = self.report
        rows, columns = report.axes
        figures = report.order(report.figures[measure.name])
        if columns is None:
            figures["all"], columns = "", "all"
        scale = (0.0, 1.0)
        if not measure.is_share:
            scale = (float(figures["value"].min()), float(figures["value"].max()))
        groups = figures.groupby(report.facets, observed=True) if report.facets else [((), figures)]
        for facet, some in groups:
            texts, links = {}, {}
            for _, row in some.iterrows():
                at = row[rows], row[columns]
                key = tuple(row[name] for name in report.keys)
                texts[at] = measure.format_error(row).replace(" ± ", "\n± ")
                links[at] = f"#{self._places[key]}"
            cells = some.pivot_table(
                index=rows, columns=columns, values="value", dropna=False, observed=True
            )
            where = f" ({report.describe(facet, report.facets)})" if facet else ""
            told = "; ".join(
                f"{row} with {column} {text}".replace("\n", " ")
                for (row, column), text in texts.items()
            )
            labels = report.describe_column(rows), report.describe_column(columns)
            chart = draw_matrix(
                cells,
                texts,
                links,
                title=f"{measure.title}{where}",
                labels=(labels[0], "" if columns == "all" else labels[1]),
                scale=scale,
                description=f"{labels[0]} in rows, {labels[1]} in columns: {told}.",
            )
            yield chart

    def _draw_curve(self, measure: Measure) -> Iterator[str]:
        report = self.report
        column = report.keys[-1]
        figures = report.order(report.figures[measure.name])
        curves, told = {}, []
        for key, some in figures.groupby(report.keys[:-1], observed=True):
            curve = pd.DataFrame({"x": some[column], "y": some["value"]})
            curve["low"], curve["high"] = curve["y"] - some["error"], curve["y"] + some["error"]
            name = report.describe(key, report.keys[:-1])
            curves[name] = curve
            values = (
                f"{x:g}: {measure.format(y)}" for x, y in zip(curve["x"], curve["y"], strict=True)
            )
            told.append(f"{name}: {', '.join(values)}")
        values = figures[column]
        label = report.describe_column(column)
        chart = draw_curves(
            curves,
            title=measure.title,
            labels=(label, ""),
            description=f"By {label}. {'; '.join(told)}.",
            doubling=bool(values.min() > 0 and values.max() / values.min() >= 32),
            top=1.02 if measure.is_share else None,
        )
        yield chart

    def _draw_bars(self, measure: Measure) -> str:
        report = self.report
        figures = report.figures[measure.name]
        names = [report.describe(key) for key in figures.index]
        texts = (measure.format_interval(row) for _, row in figures.iterrows())
        told = "; ".join(f"{name} {text}" for name, text in zip(names, texts, strict=True))
        return draw_bars(
            names,
            figures.astype({"value": float, "low": float, "high": float}),
            title=measure.title,
            label=measure.title.lower(),
            description=f"{told}.",
        )

    def _draw_survival_charts(self) -> Iterator[str]:
        """Draw a chart for each row value and facet, with a curve for each column value."""
        report = self.report
        unit = report.experiment.definition.unit
        names = report.keys[:-1] if report.axes[1] else []
        rest = report.keys[len(names) :]
        for shown in dict.fromkeys(key[: len(names)] for key in report.survival):
            curves, told = {}, []
            for key, curve in report.survival.items():
                if key[: len(names)] == shown:
                    name = report.describe(key[len(names) :], rest)
                    curves[name] = curve.rename(columns={"time": "x", "share": "y"})
                    told.append(f"{name}: {curve['share'].iloc[-1]:.3f} at the end")
            where = report.describe(shown, names)
            yield draw_curves(
                curves,
                title=f"Games still undecided: {where}" if where else "Games still undecided",
                labels=(unit, "share of games"),
                description="; ".join(told) + ".",
                steps=True,
                top=1.02,
            )

    def _render_table(self, table: TextTable) -> str:
        rows = _link_numbers(table)
        if table.title == "Line-ups":
            for row, place in zip(rows, self._places.values(), strict=True):
                row[0] = f'<a href="#{place}">{row[0]}</a>'
        note = f'<p class="quiet">{escape(table.note)}</p>' if table.note else ""
        return _render_section(
            table.title, format_table(table.heads, rows, table.numbers_from) + note
        )

    def _render_games(self) -> str:
        report, shown = self.report, []
        for key, games in report.lineups.items():
            some = games.sort_values("deal").head(self.embedded)
            entries = [
                tostring(self._details.describe_game(row), "unicode", method="html")
                for row in _to_records(some)
            ]
            more = (
                f"The first {len(some)} of {len(games):,} games." if len(games) > len(some) else ""
            )
            summary = f"{escape(report.describe(key))} <small>{len(games):,} games</small>"
            shown.append(
                f"<details><summary>{summary}</summary>"
                f'<div id="{self._places[key]}" class="games">'
                f'<p class="quiet">{more}</p>{"".join(entries)}</div></details>'
            )
        note = (
            f"The page holds the first {self.embedded} games of each line-up, which are the same "
            "deals; --games N changes that. All games are in the tables: parlour lab table."
        )
        if self._details.shortened:
            note += " Prompts and answers of some of them are left out, as the page became large."
        return _render_section("Games", f'<p class="quiet">{escape(note)}</p>{"".join(shown)}')


def _to_records(games: pd.DataFrame) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = games.to_dict("records")
    return found


def _link_numbers(table: TextTable) -> list[list[str]]:
    """Format the cells as HTML, with links from the numbers of a row to its games or answers.

    If there are many columns, intervals are below their numbers.
    """
    rows = [[escape(cell) for cell in row] for row in table.rows]
    first = table.numbers_from
    if len(table.heads) - first > MAX_BESIDE:
        rows = [
            [*row[:first], *(cell.replace(" [", "<br>[") for cell in row[first:])] for row in rows
        ]
    for row, place in zip(rows, table.links, strict=False):
        if place:
            shown = (cell.replace(" [", "<br>[") for cell in row[first:])
            row[first:] = [f'<a href="#{place}">{cell}</a>' for cell in shown]
    return rows


def _render_section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def format_table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int) -> str:
    """Format a table whose cells are HTML."""

    def render_cell(number: int, text: str, name: str) -> str:
        short = ' class="short"' if len(TAG.sub("", text)) <= LONGEST_NAME else ""
        kind = ' class="number"' if number >= numbers_from else short
        return f"<{name}{kind}>{text}</{name}>"

    head = "".join(render_cell(n, escape(text), "th") for n, text in enumerate(heads))
    body = "".join(
        f"<tr>{''.join(render_cell(n, text, 'td') for n, text in enumerate(row))}</tr>"
        for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{table}</div>'
