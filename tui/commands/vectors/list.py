"""`parlour vectors list`: list all spaces."""

import typer
from rich.table import Table
from rich.text import Text

from engine.config.paths import get_vectors_folder
from engine.text import clean
from tui.commands.vectors.errors import handle_errors
from tui.commands.vectors.output import LONGEST_MESSAGE, print_table
from words.space.errors import SpaceError
from words.space.folder import build_reference, list_spaces


def run_list(context: typer.Context) -> None:
    r"""List all spaces, the built-in ones first.

    \b
    Example
      parlour vectors list
    """
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    table = Table(box=None, pad_edge=False)
    table.add_column("Name", no_wrap=True)
    for column in ("Words", "Width", "MB"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("Where from")
    with handle_errors():
        for name, path in list_spaces(get_vectors_folder(context.obj.data)).items():
            try:
                space = open_space(build_reference(name, get_vectors_folder(context.obj.data)))
            except SpaceError as error:
                table.add_row(
                    Text(clean(name)), "", "", "", Text(clean(str(error), LONGEST_MESSAGE))
                )
                continue
            size = path.stat().st_size / 1e6
            table.add_row(
                Text(clean(name)),
                f"{len(space):,}",
                str(space.width),
                f"{size:,.1f}",
                Text(clean(space.about.source)),
            )
        print_table(table)
