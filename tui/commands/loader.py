"""Import a command when it is called, or listed in the help."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from tui.commands.help import build_help

MODULES = {
    "play": "tui.commands.play",
    "watch": "tui.commands.watch",
    "resume": "tui.commands.resume",
    "replay": "tui.commands.replay",
    "branch": "tui.commands.branch",
    "show": "tui.commands.show",
    "rehearse": "tui.commands.rehearse",
    "doctor": "tui.commands.doctor",
    "trust": "tui.commands.trust",
    "vectors": "tui.commands.vectors.group",
    "deck": "tui.commands.deck.group",
    "models": "tui.commands.models.group",
    "agents": "tui.commands.agents.group",
    "prompts": "tui.commands.prompts.group",
    "lab": "tui.commands.lab.group",
    "export": "tui.commands.export",
    "study": "tui.commands.study.group",
    "pool": "tui.commands.pool.group",
    "config": "tui.commands.config.group",
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
