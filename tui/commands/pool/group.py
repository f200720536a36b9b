"""`parlour pool`: the group of the commands for pools of experiences."""

import typer

from tui.commands.docstring_help import build_help
from tui.commands.pool.export import export
from tui.commands.pool.learn import learn
from tui.commands.pool.merge import merge
from tui.commands.pool.new import new
from tui.commands.pool.show import show

pool = typer.Typer(
    name="pool",
    no_args_is_help=True,
    help="Pools of CoMet's experiences with metaphors: make, show, join, export, learn.",
)


for command in (new, show, merge, export, learn):
    pool.command(command.__name__, help=build_help(command))(command)
