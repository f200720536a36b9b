"""`parlour deck`: the group of the commands for decks."""

from typing import Any

import typer
from typer.core import TyperGroup

from tui.commands.deck.check import run_check
from tui.commands.deck.new import run_new
from tui.commands.deck.show import run_show
from tui.commands.docstring_help import build_help


class DeckGroup(TyperGroup):
    """Treats an argument that is not a command as a deck to show: `parlour deck holidays`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        first = args[0] if args else ""
        if first not in self.commands and first not in ctx.help_option_names:
            args = ["show", *args]
        return super().parse_args(ctx, args)


deck = typer.Typer(
    name="deck",
    cls=DeckGroup,
    help="""Show a deck of cards, check one, or make one of your own pictures.

    parlour deck shows the built-in deck, parlour deck DIR the deck in a folder.""",
)


deck.command("show", help=build_help(run_show))(run_show)
deck.command("check", help=build_help(run_check))(run_check)
deck.command("new", help=build_help(run_new))(run_new)
