"""`parlour config path`: show the settings files."""

from typing import Annotated

import typer

from engine.config.paths import list_settings_files
from tui.output import echo


def show_paths(
    user: Annotated[
        bool, typer.Option("--user", help="Only your own file, even if it does not exist.")
    ] = False,
) -> None:
    r"""Show the settings files, the strongest first.

    \b
    Examples
      parlour config path
      $EDITOR "$(parlour config path --user)"
    """
    project, personal = list_settings_files()
    if user:
        echo(personal)
        return
    for file in (project, personal):
        echo(f"{file.absolute()}{'' if file.exists() else ' (not there)'}")
