"""`parlour pool new`: make a pool."""

from typing import Annotated

import typer

from engine.comet.pool import Pool, read_built_in_pool
from engine.comet.pool_file import lock_pool, write_pool
from tui.commands.pool.argument import PoolFile
from tui.output import echo
from tui.usage_error import UsageError


def new(
    file: PoolFile,
    empty: Annotated[bool, typer.Option("--empty", help="Without the built-in examples.")] = False,
) -> None:
    r"""Make a pool, with built-in examples to begin with.

    \b
    Example
      parlour pool new my.pool
      parlour play undercover --seat p1=comet:gpt-4o,pool=my.pool ...
    """
    with lock_pool(file):
        if file.exists():
            raise UsageError(f"{file} exists already; name another file.")
        write_pool(file, Pool() if empty else read_built_in_pool())
    echo(f"Written: {file}", err=True)
