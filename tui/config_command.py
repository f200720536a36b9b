"""`parlour config`: which settings are in force, and where they come from."""

from typing import Annotated

import typer

from engine.config_files import config_files
from tui.help_text import taught

config = typer.Typer(
    name="config",
    no_args_is_help=True,
    help="Show the settings in force, and the files they may stand in.",
)


def show_settings(context: typer.Context) -> None:
    r"""Show each setting, its value and where it comes from.

    What counts most comes first: the command line, the environment (PARLOUR_DATA, PARLOUR_THEME,
    PARLOUR_IDLE, PARLOUR_IMAGES, PARLOUR_TIMEOUT), parlour.toml in this folder, parlour.toml of
    the person.

    \b
    Examples
      parlour config show
      parlour --theme light config show
    """
    from rich.table import Table
    from rich.text import Text

    from engine.settings import Settings, load, origin
    from tui.results import console

    given = context.find_root().params
    said = {n: given[n] for n in Settings.model_fields if given.get(n) is not None}
    settings = load(said)
    table = Table("Setting", "Value", "From", "What", box=None, pad_edge=False)
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        shown = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
        if isinstance(value, dict):
            shown = ", ".join(value)
        table.add_row(*map(Text, (name, shown, origin(name, said), field.description or "")))
    console().print(table)


def show_paths(
    user: Annotated[
        bool, typer.Option("--user", help="Only the file of the person, whether it exists or not.")
    ] = False,
) -> None:
    r"""Show the files that settings may stand in, the one that counts most first.

    \b
    Examples
      parlour config path
      $EDITOR "$(parlour config path --user)"
    """
    project, personal = config_files()
    if user:
        typer.echo(personal)
        return
    for file in (project, personal):
        typer.echo(f"{file.absolute()}{'' if file.exists() else ' (not there)'}")


config.command("show", help=taught(show_settings))(show_settings)
config.command("path", help=taught(show_paths))(show_paths)
