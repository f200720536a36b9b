"""`parlour agents`: the group of the commands for agents."""

import typer

from tui.commands.agents.check import check_agent
from tui.commands.docstring_help import build_help

agents = typer.Typer(
    name="agents",
    no_args_is_help=True,
    help="Check an agent: a program, a Python player, or a model.",
)


@agents.callback()
def _group() -> None:
    """Keep `check_agent` a command of its own, though it is the only one: Typer would merge it."""


agents.command("check", help=build_help(check_agent))(check_agent)
