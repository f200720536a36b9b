"""`parlour vectors catalog`: list the word vectors that can be fetched."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from engine.text import clean
from tui.commands.vectors.errors import handle_errors
from tui.commands.vectors.output import print_table
from words.importing.catalog import read_catalog
from words.space.errors import SpaceError


def run_catalog(
    context: typer.Context,
    find: Annotated[
        str, typer.Argument(help="Show only models with this in their name.", metavar="[TEXT]")
    ] = "",
) -> None:
    r"""List the word vectors that can be fetched: the catalog of gensim's downloader.

    \b
    Examples
      parlour vectors catalog
      parlour vectors catalog glove
    """
    with handle_errors():
        table = Table(box=None, pad_edge=False)
        table.add_column("Name", no_wrap=True)
        for column in ("MB", "Words", "Width"):
            table.add_column(column, justify="right", no_wrap=True)
        table.add_column("Trained on")
        table.add_column("Licence")
        shown = [
            model
            for name, model in read_catalog(context.obj.vectors_url).items()
            if find.lower() in name
        ]
        for model in sorted(shown, key=lambda one: one.name):
            table.add_row(
                Text(model.name),
                f"{model.size / 1e6:,.0f}",
                f"{model.words:,}" if model.words else "",
                str(model.width or ""),
                Text(clean(model.trained_on, 80)),
                Text(clean(model.licence, 80)),
            )
        if not shown:
            raise SpaceError(f"The catalog has no model with {clean(find, 40)!r} in its name.")
        print_table(table)
