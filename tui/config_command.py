"""`parlour config`: show the current settings and the files they come from."""

from typing import Annotated

import typer

from engine.settings_files import settings_files
from tui.preferences import explain_ignored_settings
from tui.shared_options import help_from_docstring

config = typer.Typer(
    name="config",
    no_args_is_help=True,
    help="Show the settings in force, and the settings files.",
)


def show_settings(context: typer.Context) -> None:
    r"""Show each setting, its value and where it comes from.

    Sources, the strongest first: the command line; the environment (PARLOUR_DATA, PARLOUR_THEME,
    PARLOUR_IDLE, PARLOUR_IMAGES, PARLOUR_TIMEOUT, PARLOUR_PASS_ENV, PARLOUR_ISOLATE); parlour.toml
    in this folder, as far as it is trusted (parlour trust --help); your own parlour.toml.

    \b
    Examples
      parlour config show
      parlour --theme light config show
    """
    from rich.table import Table
    from rich.text import Text

    from engine.settings import Settings, find_origin, load_settings
    from tui.headless import create_console

    given = context.find_root().params
    options = {n: given[n] for n in Settings.model_fields if given.get(n) is not None}
    settings = load_settings(options)
    table = Table("Setting", "Value", "From", "What", box=None, pad_edge=False)
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        shown = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
        if isinstance(value, dict | tuple):
            shown = ", ".join(value)
        table.add_row(
            *map(Text, (name, shown, find_origin(name, options), field.description or ""))
        )
    create_console().print(table)
    for sentence in explain_ignored_settings():
        typer.echo(sentence, err=True)


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
    project, personal = settings_files()
    if user:
        typer.echo(personal)
        return
    for file in (project, personal):
        typer.echo(f"{file.absolute()}{'' if file.exists() else ' (not there)'}")


config.command("show", help=help_from_docstring(show_settings))(show_settings)
config.command("path", help=help_from_docstring(show_paths))(show_paths)
