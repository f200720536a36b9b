"""`parlour vectors remove`: remove an imported space."""

from typing import Annotated

import typer

from engine.config.paths import get_vectors_folder
from files.removal import delete_file
from tui.commands.vectors.errors import handle_errors
from tui.commands.vectors.output import print_line
from words.space.errors import SpaceError
from words.space.folder import find_space
from words.space.names import EMBEDDED_SPACES


def run_remove(
    context: typer.Context, name: Annotated[str, typer.Argument(help="The name of the space.")]
) -> None:
    r"""Remove an imported space.

    \b
    Example
      parlour vectors remove glove6b
    """
    with handle_errors():
        path = find_space(name, get_vectors_folder(context.obj.data))
        if name in EMBEDDED_SPACES:
            raise SpaceError(f"{name} comes with Parlour and stays.")
        try:
            delete_file(path)
        except OSError as error:
            raise SpaceError(f"{path} cannot be removed: {error.strerror or error}.") from error
        print_line(f"{name} is removed.")
