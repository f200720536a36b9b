"""`parlour lab power`: say how many games an interval or a comparison needs."""

from contextlib import suppress
from typing import Annotated

import typer

import lab
from tui.output import echo
from tui.usage_error import UsageError


def power(  # noqa: C901 - its inner function counts as branches
    context: typer.Context,
    run: Annotated[
        str,
        typer.Argument(
            metavar="[RUN]",
            help="A run to take rates and deviations from; else name --rate or --deviation.",
            show_default=False,
        ),
    ] = "",
    within: Annotated[
        float,
        typer.Option(metavar="W", help="The wanted interval: at most W to either side.", min=0),
    ] = 0,
    difference: Annotated[
        float,
        typer.Option(metavar="D", help="A difference of two line-ups that has to be found."),
    ] = 0,
    rate: Annotated[
        float | None, typer.Option(metavar="P", min=0, max=1, help="The expected share of games.")
    ] = None,
    deviation: Annotated[
        float | None,
        typer.Option(metavar="S", min=0, help="The standard deviation of a mean's values."),
    ] = None,
    correlation: Annotated[
        float,
        typer.Option(
            metavar="R",
            min=-1,
            max=1,
            help="How much two line-ups go together on the same deals. Default: not at all.",
        ),
    ] = 0.0,
    chance: Annotated[
        float,
        typer.Option(
            "--power", metavar="P", min=0.01, max=0.999, help="How probably it has to be found."
        ),
    ] = 0.8,
) -> None:
    r"""Say how many games a wanted interval or comparison needs, at 95 %.

    \b
    Examples
      parlour lab power --rate 0.3 --within 0.05
      parlour lab power --rate 0.3 --difference 0.1
      parlour lab power --deviation 1.4 --within 0.2
      parlour lab power decrypto-crossplay --within 0.05
    """
    from lab.statistics.power import (  # noqa: PLC0415 - statsmodels: 0.8 s
        count_deals_for_difference,
        count_games_for_mean,
        count_games_for_rate,
        estimate_rate_deviation,
    )

    if (within > 0) is (difference != 0):
        raise UsageError("Name --within W for an interval, or --difference D for a comparison.")
    if sum((bool(run), rate is not None, deviation is not None)) != 1:
        raise UsageError("Name a run, or --rate P, or --deviation S.")

    def count_games(share: float | None, spread: float) -> int:
        if within:
            return (
                count_games_for_rate(share, within)
                if share is not None
                else count_games_for_mean(spread, within)
            )
        if share is None:
            paired = spread * (2 * (1 - correlation)) ** 0.5
        elif 0 <= share + difference <= 1:
            paired = estimate_rate_deviation(share, difference, correlation)
        else:
            raise UsageError(f"A share of {share:g} cannot differ by {difference:g}.")
        return count_deals_for_difference(difference, paired, chance)

    unit = "games of each line-up" if within else "deals that both line-ups play"
    if not run:
        games = count_games(rate, deviation or 0.0)
        echo(f"{games:,} {unit}")
        return
    import pandas as pd  # noqa: PLC0415 - 0.25 s

    from lab.analysis.evaluation import Report  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.markdown import format_markdown_table  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.section import TextTable  # noqa: PLC0415 - statsmodels: 0.8 s

    with lab.open_run(run, context.obj) as opened:
        told = Report(opened)
        rows = []
        for measure in told.drawn:
            for key, figure in told.figures[measure.name].iterrows():
                share = measure.is_share and not measure.is_per_turn
                known, error = float(figure["value"]), figure["error"]
                needed = "\N{EN DASH}"
                with suppress(UsageError):
                    if share:
                        needed = f"{count_games(known, 0):,}"
                    elif not pd.isna(error):
                        needed = f"{count_games(None, error * figure['count'] ** 0.5):,}"
                rows.append((measure.name, told.describe(key), measure.format(known), needed))
    echo(format_markdown_table(TextTable("", ("measure", "line-up", "now", unit), rows, 2)))
