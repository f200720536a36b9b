"""`parlour study`: the group of the commands for studies."""

import typer

from tui.commands.docstring_help import build_help
from tui.commands.study.copy import copy
from tui.commands.study.export import export
from tui.commands.study.list import list_all
from tui.commands.study.merge import merge
from tui.commands.study.new import new
from tui.commands.study.rate import rate
from tui.commands.study.show import show

study = typer.Typer(
    name="study",
    no_args_is_help=True,
    help="""Let people judge clues blind: guess the card, then rate clarity and creativity.

    A study is one file. Raters take turns at one keyboard, or rate copies that are merged. Nobody
    sees who gave a clue, which card was meant before the guess is locked, or what others said.""",
)


for command in (new, rate, show, export, copy, merge):
    study.command(command.__name__, help=build_help(command))(command)
study.command("list", help=build_help(list_all))(list_all)
