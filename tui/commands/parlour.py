"""The command `parlour`, with its options and its commands."""

from typing import Annotated, ClassVar

import typer

from engine.config.project_file import explain_ignored_settings
from engine.config.start import Start
from tui.commands.docstring_help import build_help
from tui.commands.loader import LazyGroup
from tui.options.declaration import Images, Plain
from tui.output import echo
from tui.plain.game_plan import GamePlan
from tui.terminal.streams import (
    explain_missing_terminal,
    has_dumb_terminal,
    has_terminal,
    is_only_stderr_redirected,
)
from tui.usage_error import UsageError

WITHOUT_SETTINGS = {"config", "doctor", "trust"}
"""The commands that must work even if a settings file is broken."""


class Commands(LazyGroup):
    """The commands of Parlour."""

    places: ClassVar = {
        "play": "tui.commands.play:play",
        "watch": "tui.commands.watch:watch",
        "resume": "tui.commands.resume:resume",
        "replay": "tui.commands.replay:replay",
        "branch": "tui.commands.branch:branch",
        "show": "tui.commands.show:show",
        "rehearse": "tui.commands.rehearse:rehearse",
        "doctor": "tui.commands.doctor:doctor",
        "trust": "tui.commands.trust:trust",
        "vectors": "tui.commands.vectors.group:vectors",
        "deck": "tui.commands.deck.group:deck",
        "models": "tui.commands.models.group:models",
        "agents": "tui.commands.agents.group:agents",
        "prompts": "tui.commands.prompts.group:prompts",
        "lab": "tui.commands.lab.group:lab",
        "export": "tui.commands.export:export",
        "study": "tui.commands.study.group:study",
        "pool": "tui.commands.pool.group:pool",
        "config": "tui.commands.config.group:config",
    }


CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"]}


commands = typer.Typer(
    name="parlour",
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=CONTEXT_SETTINGS,
)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version  # noqa: PLC0415 - reads files, only for --version

        echo(f"parlour {version('parlour')}")
        raise typer.Exit


def parlour(
    context: typer.Context,
    data: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="The folder for saved games and imported vectors."),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(help="dark, light, blue, white, contrast or terminal: the colours."),
    ] = None,
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
    from engine.config.settings import load_settings  # noqa: PLC0415 - pydantic: 0.1 s, not for --help

    given = {"data": data, "theme": theme, "idle": idle, "images": images, "motion": motion}
    settings = load_settings({name: one for name, one in given.items() if one is not None})
    context.obj = settings
    is_dialogue = plain or has_dumb_terminal()
    opens_app = context.invoked_subcommand is None and has_terminal() and not is_dialogue
    if not opens_app:  # the app says it itself
        for sentence in explain_ignored_settings():
            echo(sentence, err=True)
    if context.invoked_subcommand is not None:
        if plain:  # the command may come before or behind it
            context.default_map = {context.invoked_subcommand: {"plain": True}}
        return
    if is_dialogue:
        from tui.plain.game_flow import play_plain  # noqa: PLC0415 - the games: 0.2 s

        raise typer.Exit(play_plain(GamePlan(), settings))
    if opens_app:
        from tui.home import create_home  # noqa: PLC0415 - textual: 0.1 s, only if the app opens
        from tui.launch import open_app  # noqa: PLC0415 - textual: 0.1 s, only if the app opens

        start = Start(settings)
        raise typer.Exit(open_app(lambda: create_home(start), start))
    if is_only_stderr_redirected():  # somebody watches
        raise UsageError(f"The app cannot open: {explain_missing_terminal()}.")
    from tui.exhibition_game import play_exhibition  # noqa: PLC0415 - the games: 0.2 s

    play_exhibition(settings)


commands.callback(invoke_without_command=True, help=build_help(parlour))(parlour)
