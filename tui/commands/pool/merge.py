"""`parlour pool merge`: join pools in a new file."""

from pathlib import Path
from typing import Annotated

import typer

from engine.comet.pool import Pool
from engine.comet.pool_file import lock_pool, write_pool
from tui.output import echo
from tui.usage_error import UsageError


def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE FILE ...", help="The pools.")],
    into: Annotated[Path, typer.Option(metavar="FILE", help="The new pool.")],
) -> None:
    """Join pools in a new file; of an experience in several, the one used most often stays."""
    first, *others = [Pool.read(file) for file in files]
    for other in others:
        first = first.merge(other)
    with lock_pool(into):
        if into.exists():
            raise UsageError(f"{into} exists already; name another file.")
        write_pool(into, first)
    echo(f"Written: {into}, {len(first.experiences)} experiences", err=True)
