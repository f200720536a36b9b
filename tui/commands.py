"""The commands by name, and what becomes of their errors."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from engine.players import PlayerError
from tui.agents_command import agents
from tui.branch_command import branch
from tui.config_command import config
from tui.deck_command import deck
from tui.doctor import doctor
from tui.help_text import play_help, taught
from tui.images_option import Images
from tui.play_command import play
from tui.preferences import prefer
from tui.rehearse_command import rehearse, rehearse_help
from tui.saved_game_commands import replay, resume, show
from tui.terminal import at_terminal
from tui.usage_errors import REFUSALS
from tui.vectors_command import vectors
from tui.watch_command import watch

READ_THEMSELVES = {"config", "doctor"}
"""The commands that have to work when a file of settings is broken."""
PLAIN = {"help_option_names": ["-h", "--help"]}

commands = typer.Typer(
    name="parlour",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=PLAIN,
)
commands.command(help=play_help())(play)
commands.command(help=taught(watch))(watch)
commands.command(help=taught(resume))(resume)
commands.command(help=taught(replay))(replay)
commands.command(help=taught(branch))(branch)
commands.command(help=taught(show))(show)
commands.add_typer(vectors)
commands.add_typer(deck)
commands.add_typer(agents)
commands.command(help=rehearse_help())(rehearse)
commands.command(help=taught(doctor))(doctor)
commands.add_typer(config)


def _tell_version(asked: bool) -> None:
    if asked:
        from engine.session import own_version

        typer.echo(f"parlour {own_version()}")
        raise typer.Exit


def parlour(
    context: typer.Context,
    data: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="The folder for games and imported vectors."),
    ] = None,
    theme: Annotated[str | None, typer.Option(help="The ground of the app: dark or light.")] = None,
    idle: Annotated[
        str | None, typer.Option(help="Seconds until an unattended private screen is covered.")
    ] = None,
    images: Images = None,
    version: Annotated[  # noqa: ARG001
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    r"""A table for language games in your terminal: people, language models and word vectors.

    Without a command the app opens. Where there is no terminal, two word-vector baselines play an
    exhibition game against a third instead.

    \b
    Examples
      parlour
      parlour play decrypto --seat encoder=human:Ada --seat decoder=human:Ben \
          --seat interceptor=word2vec
      parlour resume
      parlour play --help
    """
    if context.invoked_subcommand in READ_THEMSELVES:
        return
    context.obj = prefer(data=data, theme=theme, idle=idle, images=images)
    if context.invoked_subcommand is not None:
        return
    if at_terminal():
        from tui.launch import open_app
        from tui.sessions import home

        raise typer.Exit(open_app(home, context.obj))
    from tui.exhibition import exhibit

    exhibit()


commands.callback(invoke_without_command=True, help=taught(parlour))(parlour)


def run(arguments: Sequence[str]) -> int:
    """Do what the command line asks for.

    Returns:
        The exit code: 0 done, 2 usage or configuration, 3 a player failed, 130 interrupted.
    """
    _write_anything()
    try:
        code = typer.main.get_command(commands).main(
            list(arguments), prog_name="parlour", standalone_mode=False
        )
    except typer.TyperException as error:
        return _refuse(_told(error), error.exit_code)
    except REFUSALS as error:
        return _refuse(str(error), 2)
    except PlayerError as error:
        return _refuse(str(error), 3)
    except typer.Abort:
        return 130
    except OSError as error:  # no room on the disk, a folder that is not ours
        what = f"{error.filename}: " if error.filename else "The output cannot be written: "
        return _refuse(f"{what}{error.strerror}.", 2)
    return code or 0


def _told(error: typer.TyperException) -> str:
    """What was wrong, and which help page says how it is done."""
    message = error.format_message().partition(", unable to parse")[0]
    message, context = message.replace("Input should", "it should"), getattr(error, "ctx", None)
    if context is None or "\n" in message:  # which is a help page itself
        return message
    stop = "" if message.endswith((".", "?")) else "."
    return f"{message}{stop} See: {context.command_path} --help"


def _refuse(message: str, code: int) -> int:
    typer.echo(message, err=True)
    return code


def _write_anything() -> None:
    """Let no locale and no closed stream stop a word on its way out; give files UTF-8."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
