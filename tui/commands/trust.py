"""`parlour trust`: trust settings files of a working folder."""

from pathlib import Path
from typing import Annotated

import typer

from engine.config import trust as trust_store
from engine.config.errors import SettingsError
from engine.config.paths import DOTENV, get_project_file, get_user_file
from engine.config.project_file import read_content
from engine.config.trust import load_store, revoke_trust, trust_content
from engine.config.trusted_settings import list_trusted_settings
from images.quoted_name import quote_name
from tui.output import echo
from tui.usage_error import UsageError


def trust(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE...", help="A parlour.toml, or a .env.")
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the files that are trusted.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Trust the files no longer.")] = False,
) -> None:
    r"""Trust a parlour.toml or .env of a working folder.

    Without that such a file sets only theme, images, motion, idle, timeout, total_timeout and
    patience: its models, addresses, keys and folders are ignored, because anybody may have written
    it. Read it first. What it sets is printed, without values that may be keys.
    Trust is for this file with this content; when it changes, it has to be trusted again. Your own
    settings file (parlour config path --user) needs no trust.

    \b
    Examples
      parlour trust parlour.toml .env
      parlour trust --list
      parlour trust --remove parlour.toml
    """
    if list_ == bool(files) or (list_ and remove):
        raise UsageError("parlour trust takes either files, or --list.")
    if list_:
        _list_trusted()
    for file in files or ():
        (_revoke if remove else _trust)(file)


def _trust(file: Path) -> None:
    names = (get_project_file().name, DOTENV.name)
    if file.name not in names:
        raise UsageError(f"Only {' and '.join(names)} need trust, not {quote_name(file)}.")
    content = read_content(file)
    if content is None:
        raise UsageError(f"There is no file {quote_name(file)}.")
    if file.resolve() == get_user_file().resolve():
        echo(f"{quote_name(file)} is your own settings file; it needs no trust.")
        return
    shown = list(list_trusted_settings(file, content))
    echo("\n".join((f"What {quote_name(file)} sets once it is trusted:", *shown)))
    trust_content(file, content)
    echo(f"Trusted as it is now: {quote_name(file.resolve())}")


def _revoke(file: Path) -> None:
    name = quote_name(file.resolve())
    if not revoke_trust(file):
        raise UsageError(f"This file is not trusted: {name}")
    echo(f"Not trusted any more: {name}")


def _list_trusted() -> None:
    for name in sorted(load_store()):
        try:
            content = read_content(Path(name))
        except SettingsError:
            content = None
        changed = content is not None and not trust_store.is_trusted(Path(name), content)
        state = "  (not there)" if content is None else "  (changed, not trusted)" * changed
        echo(f"{quote_name(name)}{state}")
