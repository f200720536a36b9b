"""Radar charts of balanced metrics, as in Figure 5 of the paper."""

from collections.abc import Iterator
from math import tau

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure

from lab.report_charts import COLOURS, LINES, MARKERS, STYLE, to_svg

AXES = ("wr", "ppc", "iisc", "fer", "siaa", "oiaa")
"""In the order of the figure."""
FEWEST = 3
"""A chart needs at least so many axes."""


def draw_radars(figures: pd.DataFrame) -> Iterator[str]:
    """A chart for all rivals together: a curve for each player and its rivals.

    A player without a value on one of the axes is left out.

    Args:
        figures: What `lab.undercover.belief_table.measure_players` returns.
    """
    if figures.empty:
        return
    balanced = figures[figures["role"] == "balanced"]
    table = balanced.pivot_table("value", ["player", "against"], "metric", sort=False)
    axes = [name for name in AXES if name in table and table[name].notna().all()]
    if len(axes) < FEWEST or len(table) > len(COLOURS):
        return
    angles = [tau * place / len(axes) for place in range(len(axes))]
    told: list[str] = []
    with mpl.rc_context({**STYLE, "svg.hashsalt": "radar"}):
        figure = Figure((5.2, 4.6), layout="constrained")
        plot = figure.add_subplot(projection="polar")
        for number, (key, row) in enumerate(table[axes].astype(float).iterrows()):
            name = f"{key[0]} against {key[1]}" if isinstance(key, tuple) else str(key)
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
            told.append(f"{name}: " + ", ".join(f"{a} {v:.3f}" for a, v in row.items()))
        plot.set_xticks(angles, [name.upper() for name in axes])
        plot.set_ylim(0, 1)
        plot.set_yticks([0.25, 0.5, 0.75, 1.0], ["", "0.5", "", "1"])
        figure.legend(loc="outside lower center", frameon=False, fontsize=9)
        chart = to_svg(figure, "Balanced metrics", f"Balanced metrics. {'; '.join(told)}.")
    yield chart
