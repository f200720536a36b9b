"""The command line: the Typer app with all commands, and the exit codes and messages of errors."""

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from engine.config.trust import explain_ignored_settings
from tui.shared_options import Images, Plain, build_help
from tui.stop_signals import Stopped
from tui.terminal_probe import (
    explain_missing_terminal,
    has_dumb_terminal,
    has_terminal,
    is_only_stderr_redirected,
)

WITHOUT_SETTINGS = {"config", "doctor", "trust"}
"""The commands that must work even if a settings file is broken."""
CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"]}


MODULES = {
    "play": "tui.play_commands",
    "watch": "tui.play_commands",
    "resume": "tui.saved_game_commands",
    "replay": "tui.saved_game_commands",
    "branch": "tui.saved_game_commands",
    "show": "tui.saved_game_commands",
    "rehearse": "tui.prompts_and_rehearse_commands",
    "doctor": "tui.doctor_command",
    "trust": "tui.config_and_trust_commands",
    "vectors": "tui.vectors_command",
    "deck": "tui.deck_command",
    "agents": "tui.agent_check_command",
    "prompts": "tui.prompts_and_rehearse_commands",
    "lab": "tui.lab_command",
    "study": "tui.human_study_command",
    "pool": "tui.experience_pool_command",
    "config": "tui.config_and_trust_commands",
}
"""The commands, in the order of the help: the module with a function or a `Typer` of that name."""


class LazyGroup(TyperGroup):
    """A group that imports a command when it is called, or listed in the help.

    The other commands and their options would take time and 2 MB of memory.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002
        if cmd_name not in self.commands and cmd_name in MODULES:
            self.commands[cmd_name] = load_command(cmd_name)
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        if args[0] not in MODULES:  # the error suggests the nearest of all commands
            for name in MODULES:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


def load_command(name: str) -> Any:  # noqa: ANN401 - a class that typer does not export
    """Import a command and build it, with the help of its docstring.

    If its module has a function `build_NAME_help`, that builds the help only to show it, as it
    imports the games.
    """
    module = import_module(MODULES[name])
    found = getattr(module, name)
    parent = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    if isinstance(found, typer.Typer):
        parent.add_typer(found)
    else:
        build = getattr(module, f"build_{name}_help", None)
        parent.command(help=build_help(found), cls=build and with_built_help(build))(found)
    return typer.main.get_group(parent).commands[name]


def with_built_help(build: Callable[[], str]) -> type[TyperCommand]:
    """Create a command class that builds its help only to show it."""

    class CommandWithBuiltHelp(TyperCommand):
        def get_help(self, ctx: Any) -> str:  # noqa: ANN401
            self.help = build()
            return super().get_help(ctx)

    return CommandWithBuiltHelp


commands = typer.Typer(
    name="parlour",
    cls=LazyGroup,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=CONTEXT_SETTINGS,
)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        typer.echo(f"parlour {version('parlour')}")
        raise typer.Exit


def parlour(
    context: typer.Context,
    data: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="The folder for saved games and imported vectors."),
    ] = None,
    theme: Annotated[str | None, typer.Option(help="The theme of the app: dark or light.")] = None,
    idle: Annotated[
        str | None, typer.Option(help="Seconds without input until a private screen is covered.")
    ] = None,
    images: Images = None,
    motion: Annotated[
        str | None,
        typer.Option(
            metavar="on|off",
            help="Whether reveals come part by part; off shows everything at once.",
        ),
    ] = None,
    plain: Plain = False,
    version: Annotated[  # noqa: ARG001
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    r"""Play language games in your terminal: people, language models and word-vector baselines.

    Without a command the app opens; with --plain you play line by line. Without a terminal,
    word-vector baselines play a game and it is printed.

    \b
    Examples
      parlour
      parlour play decrypto --seat encoder=human:Ada --seat decoder=human:Ben \
          --seat interceptor=word2vec
      parlour resume
      parlour play --help
    """
    if context.invoked_subcommand in WITHOUT_SETTINGS:
        return
    from engine.config.settings import load_settings  # `--help` need not wait for it: 0.1 s

    given = {"data": data, "theme": theme, "idle": idle, "images": images, "motion": motion}
    settings = load_settings({name: one for name, one in given.items() if one is not None})
    context.obj = settings
    plain = plain or has_dumb_terminal()
    opens_app = context.invoked_subcommand is None and has_terminal() and not plain
    if not opens_app:  # the app says it itself
        for sentence in explain_ignored_settings():
            typer.echo(sentence, err=True)
    if context.invoked_subcommand is not None:
        return
    if plain:
        from tui.plain_game_flow import play_plain
        from tui.plain_setup import Plan

        raise typer.Exit(play_plain(Plan(), settings))
    if opens_app:
        from engine.config.start import Start
        from tui.open_app_and_games import create_home, open_app

        start = Start(settings)
        raise typer.Exit(open_app(lambda: create_home(start), start))
    if is_only_stderr_redirected():  # somebody watches
        from tui.argument_values_and_usage_errors import UsageError

        raise UsageError(f"The app cannot open: {explain_missing_terminal()}.")
    from tui.headless import play_exhibition

    play_exhibition(settings)


commands.callback(invoke_without_command=True, help=build_help(parlour))(parlour)


def run(arguments: Sequence[str]) -> int:
    """Run a command.

    Returns:
        The exit code: 0 done, 2 usage or configuration, 3 a player failed, 128 and the number of
        the signal that ended it: 130 for Ctrl+C.
    """
    _prepare_output()
    try:
        code = typer.main.get_command(commands).main(
            list(arguments), prog_name="parlour", standalone_mode=False
        )
    except typer.TyperException as error:
        return _print_error(_format_usage_error(error), error.exit_code)
    except typer.Abort:
        return 130
    except Stopped as stopped:
        return _print_error(str(stopped), stopped.exit_code)
    except Exception as error:
        if (explained := _explain_error(error)) is None:
            raise
        return _print_error(*explained)
    return code or 0


def _explain_error(error: Exception) -> tuple[str, int] | None:
    """Find the message and the exit code of an error that is not a bug."""
    from engine.errors import PlayerError
    from lab.requirements import PACKAGES, explain_missing
    from tui.argument_values_and_usage_errors import (
        USAGE_ERRORS,  # imported late, as it imports most of the engine
    )

    if isinstance(error, USAGE_ERRORS):
        return str(error), 2
    if isinstance(error, ModuleNotFoundError):
        package = str(error.name).partition(".")[0]
        return (explain_missing([package]), 2) if package in PACKAGES else None
    if isinstance(error, PlayerError):
        return str(error), 3
    if isinstance(error, OSError):  # a full disk, a folder without permission
        what = f"{error.filename}: " if error.filename else "The output cannot be written: "
        return f"{what}{error.strerror}.", 2
    return None


def _format_usage_error(error: typer.TyperException) -> str:
    """Format the error, and the command that shows the help."""
    message = error.format_message().partition(", unable to parse")[0]
    message = message.replace("Input should", "it should").replace("Value error, ", "")
    context = getattr(error, "ctx", None)
    if context is None or "\n" in message:  # the message is a help page itself
        return message
    stop = "" if message.endswith((".", "?")) else "."
    return f"{message}{stop} See: {context.command_path} --help"


def _print_error(message: str, code: int) -> int:
    typer.echo(message, err=True)
    return code


def _prepare_output() -> None:
    """Make stdout and stderr accept any text, even if closed or in a limited locale."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
