"""`parlour config` and `parlour trust`: show the settings in force, and trust settings files."""

from pathlib import Path
from typing import Annotated

import typer

from engine.config.paths import list_settings_files
from engine.config.trust import explain_ignored_settings
from tui.shared_options import build_help

config = typer.Typer(
    name="config",
    no_args_is_help=True,
    help="Show the settings in force, and the settings files.",
)


def show_settings(context: typer.Context) -> None:
    r"""Show each setting, its value and where it comes from.

    Sources, the strongest first: the command line; the environment (PARLOUR_DATA, PARLOUR_THEME,
    PARLOUR_IDLE, PARLOUR_IMAGES, PARLOUR_MOTION, PARLOUR_BELIEFS, PARLOUR_OPERATOR,
    PARLOUR_TIMEOUT, PARLOUR_PASS_ENV, PARLOUR_ISOLATE, PARLOUR_VECTORS_URL); PARLOUR_TIMEOUT in
    .env; parlour.toml in this folder, as far as it is trusted (parlour trust --help); your own
    parlour.toml.

    \b
    Examples
      parlour config show
      parlour --theme light config show
    """
    from rich.table import Table
    from rich.text import Text

    from engine.config.settings import Settings, find_origin, load_settings
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
    project, personal = list_settings_files()
    if user:
        typer.echo(personal)
        return
    for file in (project, personal):
        typer.echo(f"{file.absolute()}{'' if file.exists() else ' (not there)'}")


config.command("show", help=build_help(show_settings))(show_settings)
config.command("path", help=build_help(show_paths))(show_paths)


def trust(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE...", help="A parlour.toml, or a .env.")
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the files that are trusted.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Trust the files no longer.")] = False,
) -> None:
    r"""Trust a parlour.toml or .env of a working folder.

    Without that such a file sets only theme, images, motion, idle and timeout: its models,
    addresses, keys and folders are ignored, because anybody may have written it. Read it first.
    Trust is for this file with this content; when it changes, it has to be trusted again. Your own
    settings file (parlour config path --user) needs no trust.

    \b
    Examples
      parlour trust parlour.toml .env
      parlour trust --list
      parlour trust --remove parlour.toml
    """
    from tui.argument_values_and_usage_errors import UsageError

    if list_ == bool(files) or (list_ and remove):
        raise UsageError("parlour trust takes either files, or --list.")
    if list_:
        _list_trusted()
    for file in files or ():
        (_revoke if remove else _trust)(file)


def _trust(file: Path) -> None:
    from engine.config.paths import DOTENV, get_project_file, get_user_file
    from engine.config.trust import read_content, trust_content
    from engine.text import clean
    from tui.argument_values_and_usage_errors import UsageError

    names = (get_project_file().name, DOTENV.name)
    if file.name not in names:
        raise UsageError(f"Only {' and '.join(names)} need trust, not {clean(str(file))}.")
    content = read_content(file)
    if content is None:
        raise UsageError(f"There is no file {clean(str(file))}.")
    if file.resolve() == get_user_file().resolve():
        typer.echo(f"{clean(str(file))} is your own settings file; it needs no trust.")
        return
    trust_content(file, content)
    typer.echo(f"Trusted as it is now: {clean(str(file.resolve()), 500)}")


def _revoke(file: Path) -> None:
    from engine.config.trust import revoke_trust
    from engine.text import clean
    from tui.argument_values_and_usage_errors import UsageError

    name = clean(str(file.resolve()), 500)
    if not revoke_trust(file):
        raise UsageError(f"This file is not trusted: {name}")
    typer.echo(f"Not trusted any more: {name}")


def _list_trusted() -> None:
    from engine.config.errors import SettingsError
    from engine.config.trust import is_trusted, load_store, read_content
    from engine.text import clean

    for name in sorted(load_store()):
        try:
            content = read_content(Path(name))
        except SettingsError:
            content = None
        changed = content is not None and not is_trusted(Path(name), content)
        state = "  (not there)" if content is None else "  (changed, not trusted)" * changed
        typer.echo(f"{clean(name, 500)}{state}")
