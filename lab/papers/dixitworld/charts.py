"""Draw charts for reports on DixitWorld: bars of shares, and small multiples of lines.

Charts are SVG with alt text, and readable in grey.
"""

from collections.abc import Mapping
from math import isnan
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from markupsafe import Markup
from matplotlib.figure import Figure

from lab.report.charts import COLOURS, LINES, MARKERS, STYLE, to_svg

SHADES = ("#1b2a41", "#7a8ca3", "#d5dbe3")
HATCHES = ("", "///", "...")


def draw_shares(shares: pd.DataFrame, *, title: str, description: str) -> Markup:
    """Draw stacked bars: a bar for each row, a part with its own shade for each column.

    Args:
        shares: Shares that sum to 1; rows and columns by name.
        title: What is shown.
        description: The alt text.
    """
    with mpl.rc_context({**STYLE, "svg.hashsalt": title + description}):
        figure = Figure((6.6, 1.3 + 0.42 * len(shares)), layout="constrained")
        axes = figure.subplots()
        left = np.zeros(len(shares))
        places = np.arange(len(shares))
        for number, name in enumerate(shares):
            values = shares[name].fillna(0).to_numpy(float)
            axes.barh(
                places,
                values,
                left=left,
                height=0.66,
                color=SHADES[number % len(SHADES)],
                hatch=HATCHES[number % len(HATCHES)],
                edgecolor="white",
                label=str(name),
            )
            for place, (value, start) in enumerate(zip(values, left, strict=True)):
                if value >= 0.08:
                    axes.text(
                        start + value / 2,
                        place,
                        f"{100 * value:.0f}",
                        ha="center",
                        va="center",
                        color="black",
                        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.2},
                    )
            left = left + values
        axes.set_yticks(places, [str(one) for one in shares.index])
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100 %"])
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_title(title)
        figure.legend(frameon=False, fontsize=9, loc="outside lower center", ncols=3)
        return to_svg(figure, title, description)


def draw_panels(
    panels: Mapping[str, pd.DataFrame], *, title: str, unit: str, description: str
) -> Markup:
    """Draw small multiples on one scale: a panel for each analysis, a line for each player.

    Args:
        panels: By title: categories in rows, players in columns.
        title: What is shown.
        unit: The label of the common axis.
        description: The alt text.
    """
    with mpl.rc_context({**STYLE, "svg.hashsalt": title + description}):
        columns = min(3, len(panels))
        rows = -(-len(panels) // columns)
        names = list(dict.fromkeys(name for panel in panels.values() for name in panel))
        size = (3.0 * columns + 0.4, 2.5 * rows + 0.5 + 0.22 * (-(-len(names) // 3)))
        figure = Figure(size, layout="constrained")
        every: Any = figure.subplots(rows, columns, sharey=True, squeeze=False)
        values = (value for panel in panels.values() for value in panel.to_numpy(float).flat)
        top = 1.05 * max((value for value in values if not isnan(value)), default=1) or 1
        seen: dict[str, Any] = {}
        for place, axes in enumerate(every.flat):
            if place >= len(panels):
                axes.set_visible(False)
                continue
            head, panel = list(panels.items())[place]
            for name in panel:
                number = names.index(name)
                (line,) = axes.plot(
                    range(len(panel)),
                    panel[name].to_numpy(float),
                    color=COLOURS[number % len(COLOURS)],
                    linestyle=LINES[number % len(LINES)],
                    marker=MARKERS[number % len(MARKERS)],
                    markersize=5,
                )
                seen.setdefault(str(name), line)
            axes.set_xticks(range(len(panel)), [str(one) for one in panel.index])
            axes.set_xlim(-0.3, len(panel) - 0.7)
            axes.set_title(head, fontsize=10)
            axes.grid(axis="y", color="#e6e3dc", linewidth=0.8)
            axes.set_ylim(0, top)
            if place % columns == 0:
                axes.set_ylabel(unit)
        figure.suptitle(title, x=0.01, ha="left", fontweight="bold", fontsize=11)
        figure.legend(
            seen.values(),
            seen.keys(),
            frameon=False,
            fontsize=9,
            loc="outside lower center",
            ncols=3,
        )
        return to_svg(figure, title, description)


def describe_table(table: pd.DataFrame, decimals: int = 1) -> str:
    """Describe a table of numbers in words, for alt texts."""
    return "; ".join(
        f"{row}: "
        + ", ".join(f"{name} {_format_value(value, decimals)}" for name, value in values.items())
        for row, values in table.iterrows()
    )


def _format_value(value: Any, decimals: int) -> str:  # noqa: ANN401
    return "not known" if pd.isna(value) else f"{float(value):.{decimals}f}"
