"""Import a command when it is called, or listed in the help."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from tui.commands.docstring_help import build_help


class LazyGroup(TyperGroup):
    """A group that imports a command when it is called, or listed in the help.

    The other commands and their options would take time and 2 MB of memory.
    """

    places: ClassVar[Mapping[str, str]]
    """The commands, in the order of the help: the module and the function or `Typer` in it."""
    command_type: ClassVar[type[TyperCommand] | None] = None
    """The class of commands that are not built in another way."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002
        if cmd_name not in self.commands and cmd_name in self.places:
            place = self.places[cmd_name]
            self.commands[cmd_name] = load_command(cmd_name, place, self.command_type)
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        if args[0] not in self.places:  # the error suggests the nearest of all commands
            for name in self.places:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


def load_command(name: str, place: str, command_type: type[TyperCommand] | None = None) -> Any:  # noqa: ANN401 - a class that typer does not export
    """Import a command and build it, with the help of its docstring.

    If its module has a function `build_NAME_help`, that builds the help only to show it, as it
    imports the games.

    Args:
        name: The name of the command.
        place: Its module and the function or `Typer` in it, as `module:name`.
        command_type: The class of the command, if it is none of those.
    """
    found = resolve_name(place)
    parent = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    if isinstance(found, typer.Typer):
        parent.add_typer(found)
    else:
        build = getattr(import_module(place.partition(":")[0]), f"build_{name}_help", None)
        chosen = with_built_help(build) if build else command_type
        parent.command(name, help=build_help(found), cls=chosen)(found)
    return typer.main.get_group(parent).commands[name]


def with_built_help(build: Callable[[], str]) -> type[TyperCommand]:
    """Create a command class that builds its help only to show it."""

    class CommandWithBuiltHelp(TyperCommand):
        def get_help(self, ctx: Any) -> str:  # noqa: ANN401
            self.help = build()
            return super().get_help(ctx)

    return CommandWithBuiltHelp
