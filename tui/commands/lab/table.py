"""`parlour lab table`: print a table of a run."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import lab as laboratory
from files.replacement import open_replacement
from tui.commands.lab.argument import RunName
from tui.output import echo
from tui.usage_error import UsageError


class Table(StrEnum):
    """The tables of a run."""

    GAMES = "games"
    TURNS = "turns"
    CALLS = "calls"
    FAILURES = "failures"
    BELIEFS = "beliefs"


class Kind(StrEnum):
    """The kinds of trial."""

    MATCH = "match"
    REPLAY = "replay"
    QUESTION = "question"
    ITEM = "item"
    READING = "reading"
    SELF_PLAY = "self_play"
    RECORDED = "recorded"


class Format(StrEnum):
    """The formats of tables."""

    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


def table(
    context: typer.Context,
    table: Annotated[Table, typer.Argument(help="The table.")],
    run: RunName = "",
    form: Annotated[Format, typer.Option("--format", help="The format.")] = Format.CSV,
    kind: Annotated[
        Kind, typer.Option(help="Of which trials; calls and failures have those of all kinds.")
    ] = Kind.MATCH,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file. Default: standard output.")
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", help="Keep games with moves of stand-ins, and assisted ones."),
    ] = False,
    reproducible: Annotated[
        bool,
        typer.Option(
            "--reproducible",
            help="Leave out times, places and usage: what is left is the same in each run of the "
            "same experiment.",
        ),
    ] = False,
    codebook: Annotated[
        bool, typer.Option("--codebook", help="Say what each column means, and nothing else.")
    ] = False,
) -> None:
    r"""Print a table of a run: a row for each game, turn, call or failure.

    beliefs has a row for each seat of each game of Undercover, with what CoMet's metrics count; of
    Taboo, with what of its answers could not be used.

    JSON has one object a line. Games in which a stand-in or the operator made a move count as
    stand_ins in [report] of the experiment says, which leaves them out by default; stderr says how
    many there are.

    \b
    Examples
      parlour lab table games decrypto-crossplay >games.csv
      parlour lab table turns my.run --format parquet --out turns.parquet
      parlour lab table games --codebook
      parlour lab table turns --kind question --format json
    """
    from lab.analysis.redaction import redact_table  # noqa: PLC0415 - pandas: 0.25 s
    from lab.analysis.stand_in_rule import Tally, describe_rule  # noqa: PLC0415 - only for this command
    from lab.analysis.table_writer import select_reproducible, write_table  # noqa: PLC0415 - pandas: 0.25 s

    with laboratory.open_run(run, context.obj) as opened:
        if table is Table.BELIEFS:
            from lab.papers.comet.lost_answers import build_loss_table  # noqa: PLC0415 - pandas: 0.25 s
            from lab.papers.comet.metrics import build_belief_table  # noqa: PLC0415 - pandas: 0.25 s

            hidden = opened.experiment.definition.brings("find_sides")
            found = build_belief_table(opened) if hidden else build_loss_table(opened)
        else:
            found = opened.table(table, kind, every=every)
        if codebook:
            for name, meaning in opened.explain_columns(found.columns).items():
                echo(f"{name}: {meaning}")
            return
        if left_out := found.attrs.get("excluded", 0):
            rows = "row is" if left_out == 1 else "rows are"
            echo(
                f"{left_out} {rows} left out: moves of stand-ins, or assisted "
                f'(stand_ins = "{opened.stand_ins}"); --all keeps them.',
                err=True,
            )
        tally = Tally() if every or opened.stand_ins == "leave-out" else opened.tally(kind)
        if tally.not_own:
            echo(describe_rule(opened.stand_ins, kind, tally), err=True)
        found = redact_table(found, opened.experiment.specs)
        if reproducible:
            found = select_reproducible(found)
    if out is not None:
        with open_replacement(out) as file:
            write_table(found, form, file)
    elif form is Format.PARQUET and sys.stdout.isatty():
        raise UsageError("Parquet is binary: name a file with --out.")
    else:
        write_table(found, form, sys.stdout.buffer)
        sys.stdout.buffer.flush()
