"""`parlour config`: the group of the commands for settings."""

import typer

from tui.commands.config.path import show_paths
from tui.commands.config.show import show_settings
from tui.commands.docstring_help import build_help

config = typer.Typer(
    name="config",
    no_args_is_help=True,
    help="Show the settings in force, and the settings files.",
)


config.command("show", help=build_help(show_settings))(show_settings)
config.command("path", help=build_help(show_paths))(show_paths)
