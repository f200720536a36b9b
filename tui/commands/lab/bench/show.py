"""`parlour lab bench show`: show what a bench is."""

from typing import Annotated

import typer

from tui.output import echo


def show(
    folder: Annotated[
        str, typer.Argument(metavar="[DIR]", help="A bench. Default: Parlour's own.")
    ] = "",
) -> None:
    """Show what a bench is: version, hash, how it was made, and similarities by tier."""
    from lab.papers.dixitworld.bench_files import open_bench  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.item_drawing import describe_similarity  # noqa: PLC0415 - pandas: 0.25 s

    opened = open_bench(folder)
    opened.open_deck()
    echo(opened.label)
    for key, value in opened.about.items():
        echo(f"{key}: {value}")
    echo(f"{len(opened.clues):,} clues, {len(opened.items):,} items")
    table = describe_similarity(opened.similarity, opened.items).round(3)
    echo(table.to_string(na_rep=""))
