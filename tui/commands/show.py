"""`parlour show`: print a saved game."""

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import OptionError
from engine.export.format import FORMATS, export_calls, export_match
from engine.game import GameType
from engine.games.catalog import find_recorded
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.players.spec import LineupError
from engine.suggestion import explain_unknown
from screens.players.seat_names import SeatNames
from screens.players.seat_naming import name_players_of_record
from tui.output import echo


def show(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The journal.")],
    seat: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="SEAT",
            help="The seat whose viewpoint to print. Default: an onlooker's.",
        ),
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text, json, csv or html.")
    ] = "text",
    calls: Annotated[
        bool,
        typer.Option(
            "--calls",
            help="Print for every move what models and programs were asked and answered, and what "
            "baselines compared: as text or json, if the game is over or its table open.",
        ),
    ] = False,
) -> None:
    r"""Print a saved game.

    A finished game is printed in full, an unfinished one as an onlooker may see it; --as prints
    only what that seat has seen. The HTML is one self-contained page.

    \b
    Examples
      parlour show games/evening.jsonl
      parlour show games/evening.jsonl --as interceptor
      parlour show games/evening.jsonl --format html >evening.html
      parlour show games/evening.jsonl --calls | less
    """
    chosen = next((one for one in FORMATS if one == format_), None)
    if chosen is None:
        raise OptionError(explain_unknown("format", format_, FORMATS))
    record = read_record(file)
    definition = find_recorded(record)
    if calls:
        if seat is not None:
            raise OptionError("--calls tells of all machines alike: leave out --as.")
        echo(export_calls(record, definition, chosen, data=context.obj.data), nl=False)
    else:
        data = context.obj.data
        names = find_names(record, definition, data)
        labels, colours = (names.marked_labels, names.colours) if names else (None, ())
        page = export_match(
            record, definition, seat, chosen, data=data, labels=labels, colours=colours
        )
        echo(page, nl=False)


def find_names(record: Record, definition: GameType, data: Path) -> SeatNames | None:
    """Find the players' names with their looks; `None` if a SPEC is unknown here."""
    try:
        return name_players_of_record(record, definition, data=data)
    except LineupError:  # edited by hand: the export still shows what the journal says
        return None
