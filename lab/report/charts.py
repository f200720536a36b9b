"""Draw the charts of a report as SVG: heat maps, curves and bars, with alt text.

Equal data gives equal bytes.
"""

from collections.abc import Mapping, Sequence
from io import StringIO
from textwrap import fill
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from markupsafe import Markup
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222")
"""The palette of Okabe and Ito, for all kinds of colour vision."""
MAX_BANDS = 4
"""Maximum number of curves with bands; more bands would overlap."""
LINES = ("-", "--", "-.", ":")
MARKERS = "osD^vPX*"
TITLE_CHARACTERS = 10.5
"""Characters of a title per inch."""
THREE = 3
"""Number of lines in a cell from which cells of a heat map are larger."""
STYLE: Any = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # a dollar sign in a name is not maths
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#62666d",
}


def draw_matrix(
    cells: pd.DataFrame,
    texts: Mapping[tuple[object, object], str],
    links: Mapping[tuple[object, object], str],
    *,
    title: str,
    labels: tuple[str, str],
    scale: tuple[float, float],
    description: str,
) -> Markup:
    """Draw a heat map with a number in each cell.

    Args:
        cells: The figures; rows and columns by name. Missing figures are white.
        texts: The text of each cell.
        links: The link of each cell.
        title: The name of the measure.
        labels: The labels of rows and columns.
        scale: The figures of the darkest and the brightest colour.
        description: The alt text.
    """
    values = cells.to_numpy(float)
    height, width = values.shape
    with mpl.rc_context({**STYLE, "svg.hashsalt": title + description}):
        lines = max((text.count("\n") + 1 for text in texts.values()), default=1)
        wide, high = (1.25, 0.72) if lines < THREE else (1.7, 0.95)
        figure = Figure((1.9 + wide * width, 1.35 + high * height), layout="constrained")
        axes = figure.subplots()
        colours = mpl.colormaps["cividis"]
        image = axes.pcolormesh(
            values, cmap=colours, vmin=scale[0], vmax=scale[1], edgecolors="white", linewidth=2
        )
        axes.invert_yaxis()
        axes.set_xticks(np.arange(width) + 0.5, [str(one) for one in cells.columns])
        axes.set_yticks(np.arange(height) + 0.5, [str(one) for one in cells.index])
        axes.tick_params(length=0)
        axes.set_xlabel(labels[1])
        axes.set_ylabel(labels[0])
        _set_title(figure, title)
        axes.spines[:].set_visible(False)
        for y, row in enumerate(cells.index):
            for x, column in enumerate(cells.columns):
                if np.isnan(values[y, x]):
                    continue
                share = (values[y, x] - scale[0]) / ((scale[1] - scale[0]) or 1)
                text = axes.text(
                    x + 0.5,
                    y + 0.5,
                    texts[row, column],
                    ha="center",
                    va="center",
                    color="white" if share < 0.55 else "black",
                    linespacing=1.35,
                )
                if link := links.get((row, column)):
                    text.set_url(link)
        bar = figure.colorbar(image, fraction=0.05, pad=0.03)
        bar.outline.set_visible(False)
        if bar.solids is not None:
            bar.solids.set_rasterized(False)
        return to_svg(figure, title, description)


def draw_curves(
    curves: Mapping[str, pd.DataFrame],
    *,
    title: str,
    labels: tuple[str, str],
    description: str,
    doubling: bool = False,
    steps: bool = False,
    top: float | None = None,
) -> Markup:
    """Draw curves with whiskers, or step curves with bands.

    Args:
        curves: By name: `x`, `y`, `low`, `high`.
        title: The name of the measure.
        labels: The labels of both axes.
        description: The alt text.
        doubling: Whether the x axis has a logarithmic scale of base 2.
        steps: Whether curves are step functions.
        top: The end of the y axis, if known.
    """
    with mpl.rc_context({**STYLE, "svg.hashsalt": title + description}):
        rows = (len(curves) + 1) // 2
        figure = Figure((6.2, 3.5 + 0.22 * rows), layout="constrained")
        axes = figure.subplots()
        for number, (name, curve) in enumerate(curves.items()):
            look: dict[str, Any] = {
                "color": COLOURS[number % len(COLOURS)],
                "linestyle": LINES[number // 2 % len(LINES)],
                "label": name,
            }
            if steps:
                axes.step(curve["x"], curve["y"], where="post", linewidth=1.8, **look)
                if len(curves) > MAX_BANDS:
                    continue
                band = curve.dropna(subset=["low"])
                axes.fill_between(
                    band["x"],
                    band["low"],
                    band["high"],
                    step="post",
                    color=look["color"],
                    alpha=0.1,
                    linewidth=0,
                )
            else:
                reach = [curve["y"] - curve["low"], curve["high"] - curve["y"]]
                mark = MARKERS[number % len(MARKERS)]
                axes.errorbar(
                    curve["x"], curve["y"], reach, marker=mark, markersize=5, capsize=2, **look
                )
        if doubling:
            axes.set_xscale("log", base=2)
            ticks = sorted({x for curve in curves.values() for x in curve["x"]})
            axes.set_xticks(ticks, [f"{x:g}" for x in ticks])
            axes.tick_params(which="minor", length=0)
        if steps:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(labels[0])
        axes.set_ylabel(labels[1])
        axes.set_ylim(0, top)
        _set_title(figure, title)
        axes.grid(axis="y", color="#e6e3dc", linewidth=0.8)
        axes.set_axisbelow(True)
        figure.legend(frameon=False, fontsize=9, loc="outside lower center", ncols=2)
        return to_svg(figure, title, description)


def draw_bars(
    names: Sequence[str], figures: pd.DataFrame, *, title: str, label: str, description: str
) -> Markup:
    """Draw horizontal bars with intervals.

    Args:
        names: The name of each bar.
        figures: A row for each bar: `value`, `low`, `high`; without a value there is no bar.
        title: The name of the measure.
        label: The label of the axis.
        description: The alt text.
    """
    values, low, high = (figures[name].to_numpy(float) for name in ("value", "low", "high"))
    with mpl.rc_context({**STYLE, "svg.hashsalt": title + description}):
        figure = Figure((6.2, 1.1 + 0.3 * len(names)), layout="constrained")
        axes = figure.subplots()
        places = np.arange(len(names))
        axes.barh(places, values, height=0.62, color="#7ba6c9")
        known = np.isfinite(low)
        reach = [(values - low)[known], (high - values)[known]]
        axes.errorbar(
            values[known], places[known], xerr=reach, fmt="none", ecolor="#25272b", capsize=3
        )
        axes.set_yticks(places, names)
        axes.invert_yaxis()
        axes.tick_params(axis="y", length=0)
        axes.set_xlim(0)
        axes.set_xlabel(label)
        _set_title(figure, title)
        axes.grid(axis="x", color="#e6e3dc", linewidth=0.8)
        axes.set_axisbelow(True)
        return to_svg(figure, title, description)


def _set_title(figure: Figure, title: str) -> None:
    """Set the title over the whole width, in several lines if it is long."""
    lines = fill(title, max(20, int(TITLE_CHARACTERS * figure.get_size_inches()[0])))
    figure.suptitle(lines, x=0.01, ha="left", fontsize=11, fontweight="bold")


def to_svg(figure: Figure, title: str, description: str) -> Markup:
    """Render a figure as an SVG element that is accessible to screen readers."""
    written = StringIO()
    figure.savefig(
        written, format="svg", metadata={"Date": None, "Creator": None}, transparent=True
    )
    _, _, rest = written.getvalue().partition("<svg ")
    opening, _, content = rest.partition(">")
    # Matplotlib has escaped all text in it: this is the one place that calls text markup.
    chart = Markup('<svg role="img" {}><title>{}</title><desc>{}</desc>{}')
    return chart.format(Markup(opening), title, description, Markup(content))  # noqa: S704
