"""`parlour lab`: the group of the commands for experiments."""

from typing import ClassVar

import typer

from tui.commands.lab.laboratory_command import LaboratoryCommand
from tui.commands.loader import LazyGroup


class LaboratoryCommands(LazyGroup):
    """The commands for experiments; together they import most of the laboratory."""

    command_type = LaboratoryCommand
    places: ClassVar = {
        "run": "tui.commands.lab.run:run",
        "status": "tui.commands.lab.status:status",
        "pause": "tui.commands.lab.pause:pause",
        "go-on": "tui.commands.lab.go_on:go_on",
        "stop": "tui.commands.lab.stop:stop",
        "table": "tui.commands.lab.table:table",
        "report": "tui.commands.lab.report:report",
        "paper": "tui.commands.lab.paper:paper",
        "compare": "tui.commands.lab.compare:compare",
        "power": "tui.commands.lab.power:power",
        "merge": "tui.commands.lab.merge:merge",
        "judge": "tui.commands.lab.judge:judge",
        "examples": "tui.commands.lab.examples:examples",
        "new": "tui.commands.lab.new:new",
        "import": "tui.commands.lab.importer:import_games",
        "collect": "tui.commands.lab.collect:collect",
        "bench": "tui.commands.lab.bench.group:bench",
    }


lab = typer.Typer(
    name="lab",
    cls=LaboratoryCommands,
    help="Experiments with many games: run them, watch them, get tables and reports.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
