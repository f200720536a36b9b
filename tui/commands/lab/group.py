"""`parlour lab`: the group of the commands for experiments."""

import typer

from tui.commands.help import build_help
from tui.commands.lab.bench.group import bench
from tui.commands.lab.collect import collect
from tui.commands.lab.command import LaboratoryCommand
from tui.commands.lab.compare import compare
from tui.commands.lab.examples import examples
from tui.commands.lab.go_on import go_on
from tui.commands.lab.importer import import_games
from tui.commands.lab.judge import judge
from tui.commands.lab.merge import merge
from tui.commands.lab.new import new
from tui.commands.lab.paper import paper
from tui.commands.lab.pause import pause
from tui.commands.lab.power import power
from tui.commands.lab.report import report
from tui.commands.lab.run import run
from tui.commands.lab.status import status
from tui.commands.lab.stop import stop
from tui.commands.lab.table import table

lab = typer.Typer(
    name="lab",
    help="Experiments with many games: run them, watch them, get tables and reports.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


NAMES = {"import_games": "import"}
"""Commands whose name is a word of Python's."""


for command in (
    run,
    status,
    pause,
    go_on,
    stop,
    table,
    report,
    paper,
    compare,
    power,
    merge,
    judge,
    examples,
    new,
    import_games,
    collect,
):
    name = NAMES.get(command.__name__, command.__name__.replace("_", "-"))
    lab.command(name, cls=LaboratoryCommand, help=build_help(command))(command)


lab.add_typer(bench)
