"""Draw radar charts of CoMet's metrics."""

from collections.abc import Iterator
from math import tau

import matplotlib as mpl
import pandas as pd
from markupsafe import Markup
from matplotlib.figure import Figure

from lab.report.charts import COLOURS, LINES, MARKERS, STYLE, to_svg

AXES = ("wr", "ppc", "iisc", "fer", "siaa", "oiaa")
"""The axes of a radar chart, in order."""


FEWEST_AXES = 3


FEWEST_PLAYERS = 2
"""Minimum number of curves in a chart."""


def list_axes(figures: pd.DataFrame) -> list[str]:
    """List the axes of all charts: balanced metrics with a value for some player."""
    known = figures[(figures["role"] == "balanced") & figures["value"].notna()]
    return [name for name in AXES if name in set(known["metric"])]


def draw_radars(figures: pd.DataFrame) -> Iterator[Markup]:
    """Draw a chart for each rival, with a curve for each player against it.

    A curve has a gap where its player has no value.

    Args:
        figures: The result of `lab.papers.comet.metrics.measure_players`.
    """
    if figures.empty:
        return
    axes = list_axes(figures)
    balanced = figures[figures["role"] == "balanced"].astype({"value": float})
    players = list(balanced["player"].unique())
    if len(axes) < FEWEST_AXES or len(players) > len(COLOURS):
        return
    balanced = balanced.assign(variant=balanced.get("variant", ""))
    for (variant, against), some in balanced.groupby(["variant", "against"], sort=False):
        table = some.pivot(index="player", columns="metric", values="value").reindex(columns=axes)
        if len(table) >= FEWEST_PLAYERS:
            title = f"Balanced metrics against {against}"
            yield _draw_radar(table, players, f"{title}, {variant}" if variant else title)


def _draw_radar(table: pd.DataFrame, players: list[str], title: str) -> Markup:
    """A curve for each row of the table, an axis for each column; a player keeps its colour."""
    axes = list(table.columns)
    angles = [tau * place / len(axes) for place in range(len(axes))]
    told: list[str] = []
    with mpl.rc_context({**STYLE, "svg.hashsalt": title}):
        figure = Figure((5.2, 4.6), layout="constrained")
        plot = figure.add_subplot(projection="polar")
        for number, name in enumerate(players):
            if name not in table.index:
                continue
            row = table.loc[name]
            values = row.tolist()
            plot.plot(
                [*angles, angles[0]],
                [*values, values[0]],
                color=COLOURS[number],
                linestyle=LINES[number % len(LINES)],
                marker=MARKERS[number],
                markersize=4,
                label=name,
            )
            told.append(f"{name}: " + ", ".join(f"{a} {v:.3f}" for a, v in row.dropna().items()))
        plot.set_xticks(angles, [name.upper() for name in axes])
        plot.set_ylim(0, 1)
        plot.set_yticks([0.25, 0.5, 0.75, 1.0], ["", "0.5", "", "1"])
        figure.legend(loc="outside lower center", frameon=False, fontsize=9)
        plot.set_title(title)
        return to_svg(figure, title, f"{title}. {'; '.join(told)}.")
