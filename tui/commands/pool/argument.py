"""The argument that names a pool."""

from pathlib import Path
from typing import Annotated

import typer

type PoolFile = Annotated[Path, typer.Argument(metavar="FILE", help="The pool.")]
