"""`parlour lab compare`: compare two runs."""

from enum import StrEnum
from typing import Annotated

import typer

import lab
from tui.output import echo


class CompareFormat(StrEnum):
    """The formats of a comparison."""

    TEXT = "text"
    CSV = "csv"


def compare(
    context: typer.Context,
    first: Annotated[str, typer.Argument(metavar="RUN1", help="A run.")],
    second: Annotated[str, typer.Argument(metavar="RUN2", help="The run to compare it with.")],
    form: Annotated[
        CompareFormat, typer.Option("--format", help="The format.")
    ] = CompareFormat.TEXT,
) -> None:
    r"""Compare two runs line-up by line-up, on the deals that both have played.

    Line-ups are matched by the names of players, deals by their seeds: give both experiments the
    same seed. Differences are the first run minus the second.

    \b
    Examples
      parlour lab compare monday.run tuesday.run
      parlour lab compare old.run new.run --format csv >differences.csv
    """
    from lab.analysis.run_comparison import compare_runs  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.analysis.stand_in_rule import describe_rule  # noqa: PLC0415 - only for this command
    from lab.csv import format_csv  # noqa: PLC0415 - pandas: 0.25 s
    from lab.report import difference_columns  # noqa: PLC0415 - as above
    from lab.report.markdown import format_markdown_table  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.section import TextTable  # noqa: PLC0415 - statsmodels: 0.8 s

    with lab.open_run(first, context.obj) as one, lab.open_run(second, context.obj) as other:
        table = compare_runs(one, other)
        told = [
            f"{run.path.name}: {describe_rule(run.stand_ins, 'match', run.tally('match'))}"
            for run in (one, other)
            if run.tally("match").not_own
        ]
        if told and one.stand_ins != other.stand_ins:
            told.append("The two runs count games with moves of stand-ins in different ways.")
    if form is CompareFormat.CSV:
        echo(format_csv(table), nl=False)
        return
    rows = [
        (
            str(row["measure"]),
            str(row["lineup"]),
            *difference_columns.format_cells(row),
        )
        for _, row in table.iterrows()
    ]
    heads = ("measure", "line-up", *difference_columns.HEADS)
    echo(format_markdown_table(TextTable("", heads, rows, 2)))
    echo(f"\n{difference_columns.describe(table)}")
    for line in told:
        echo(line, err=True)
    if left_out := int(table["unpaired"].max()):
        echo(f"Up to {left_out} deals of a line-up are in one run only.", err=True)
