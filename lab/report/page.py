"""Write the report of a run as a self-contained HTML page with charts, tables and games.

Numbers link to the games that they count.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import pandas as pd
from markupsafe import Markup

from engine.count_text import format_count
from engine.export.template import render_page
from lab.analysis.evaluation import Report
from lab.analysis.measure import Measure
from lab.report.anchor import name_anchors
from lab.report.charts import draw_bars, draw_curves, draw_matrix
from lab.report.game_details import GameDetails
from lab.report.methods import describe_methods
from lab.report.section import ReportSection, build_sections
from lab.report.tables import build_tables
from lab.statistics.clustered_error import explain_few_deals

EMBEDDED_GAMES = 3
"""The default number of games of each line-up that are embedded in a page."""
MAX_EMBEDDED = 400
MAX_CHART_ROWS = 40


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
        self._places = name_anchors(report.lineups)

    def write(self) -> str:
        """Write the whole page."""
        report = self.report
        lineups = [self._describe_lineup(key) for key in report.lineups]
        page = {
            "title": report.title,
            "mark": "Parlour laboratory",
            "heading": report.title,
            "question": report.question,
            "facts": self._summarise(),
        }
        return render_page(
            "lab.report/report.html",
            page=page,
            sections=self._list_sections(),
            methods=describe_methods(report),
            lineups=lineups,
            games_note=self._describe_choice(),
        )

    def _summarise(self) -> str:
        report = self.report
        definition, counts = report.experiment.definition, report.run.counts
        parts = [definition.title]
        if report.tallies:
            word = "pairing" if report.is_tournament else "line-up"
            tally = report.run.tally(report.kind)
            parts += [
                format_count(len(report.tallies), word),
                format_count(report.run.count_deals(report.kind), "deal"),
                f"{tally.finished:,} games",
            ]
            parts += filter(None, [explain_few_deals(report.games["deal"].nunique()).rstrip(".")])
            if tally.not_own:
                parts.append(f"{tally.not_own:,} of them with moves of stand-ins")
        if items := report.run.counts_of("item"):
            parts.append(f"{items:,} answers to items")
        if counts.left or counts.failed:
            parts.append(f"{counts.left:,} trials not run yet, {counts.failed:,} failed")
        if counts.unrunnable:
            parts.append(f"{counts.unrunnable:,} not run, as they are about games that failed")
        return " · ".join(parts)

    def _list_sections(self) -> list[ReportSection]:
        """List the game's own sections, those of charts, and one for each other table."""
        own = build_sections(self.report)
        shown = {id(table) for section in own for table in section.tables}
        others = [table for table in build_tables(self.report) if id(table) not in shown]
        tables = [ReportSection(table.title, [table]) for table in others]
        return [*own, *self._chart_sections, *tables]

    def list_charts(self) -> list[Markup]:
        """List all charts as SVG."""
        sections = [*build_sections(self.report), *self._chart_sections]
        return [chart for section in sections for chart in section.charts]

    @cached_property
    def _chart_sections(self) -> list[ReportSection]:
        """List the sections of charts."""
        report = self.report
        draw = self._draw_curve if report.is_curve() else self._draw_matrices
        per_turn = [one for one in report.measures if one.is_per_turn and one not in report.drawn]
        seeds = report.experiment.seeds
        error = (
            f"± is the standard error over {seeds} model seeds; in brackets are 95 % intervals "
            "over deals."
            if seeds > 1
            else "± is the standard error over deals."
        )
        links = "" if report.is_curve() else " Each cell leads to its games."
        charts = [chart for one in report.drawn for chart in draw(one)]
        found = [ReportSection("Results", charts=charts, note=error + links)] if charts else []
        if report.is_curve() and per_turn:
            rates = [chart for one in per_turn for chart in draw(one)]
            found.append(ReportSection("Rates per turn", charts=rates, note=error))
        elif per_turn and len(report.lineups) <= MAX_CHART_ROWS:
            bars = [self._draw_bars(one) for one in per_turn]
            note = "With 95 % intervals."
            found.append(ReportSection("Rates per turn", charts=bars, note=note))
        if report.survival and len(report.lineups) <= MAX_CHART_ROWS:
            note = "Kaplan and Meier's estimate, with 95 % bands."
            curves = list(self._draw_survival_charts())
            found.append(ReportSection("Survival", charts=curves, note=note))
        return found

    def _draw_matrices(self, measure: Measure) -> Iterator[Markup]:
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
                texts[at] = _label_cell(measure, row)
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

    def _draw_curve(self, measure: Measure) -> Iterator[Markup]:
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

    def _draw_bars(self, measure: Measure) -> Markup:
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

    def _draw_survival_charts(self) -> Iterator[Markup]:
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

    def _describe_lineup(self, key: tuple[Any, ...]) -> dict[str, Any]:
        """Describe a line-up with its first games."""
        games = self.report.lineups[key]
        some = games.sort_values("deal").head(self.embedded)
        more = f"The first {len(some)} of {len(games):,} games." if len(games) > len(some) else ""
        return {
            "name": self.report.describe(key),
            "count": f"{len(games):,} games",
            "anchor": self._places[key],
            "more": more,
            "games": [self._details.describe_game(row) for row in some.to_dict("records")],
        }

    def _describe_choice(self) -> str:
        """Describe which games the page holds."""
        note = (
            f"The page holds the first {self.embedded} games of each line-up, which are the same "
            "deals; --games N changes that. All games are in the tables: parlour lab table."
        )
        if self._details.calls.shortened:
            note += " Prompts and answers of some of them are left out, as the page became large."
        return note


def _label_cell(measure: Measure, row: pd.Series) -> str:
    """Label a cell of a matrix: with several model seeds, the error over seeds and the interval."""
    text = measure.format_error(row).replace(" ± ", "\n± ")
    if row["seeds"] < 2 or pd.isna(row["low"]):
        return text
    ends = f"[{measure.format(row['low'])}, {measure.format(row['high'])}]"
    return f"{text} seeds\n{ends} deals"
