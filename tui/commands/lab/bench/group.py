"""`parlour lab bench`: the group of the commands for sets of Dixit items."""

import typer

from tui.commands.docstring_help import build_help
from tui.commands.lab.bench.build import build
from tui.commands.lab.bench.choose import choose
from tui.commands.lab.bench.fit import fit
from tui.commands.lab.bench.read import read
from tui.commands.lab.bench.report import report
from tui.commands.lab.bench.show import show
from tui.commands.lab.laboratory_command import LaboratoryCommand

bench = typer.Typer(
    name="bench",
    no_args_is_help=True,
    help="""Show DixitBench, or build the same for a deck and clues of your own.""",
)


for command in (build, read, choose, fit, report, show):
    bench.command(command.__name__, cls=LaboratoryCommand, help=build_help(command))(command)
