"""`parlour deck new`: make a deck from a folder of pictures."""

import json as json_
from typing import Annotated

import typer

from images.deck_folder import resolve_path
from tui.commands.deck.output import print_line
from tui.commands.deck.progress import show_progress_bar
from tui.output import echo
from tui.signals import Stopped, find_exit_code


def run_new(
    folder: Annotated[
        str,
        typer.Argument(
            metavar="DIR", help="The folder for the new deck: a new one, or an empty one."
        ),
    ],
    photos: Annotated[
        str, typer.Option("--from", metavar="PHOTOS", help="The folder with the pictures.")
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Print the result as one JSON object.")
    ] = False,
) -> None:
    r"""Make a deck from a folder of photographs or drawings.

    Each picture is turned upright, cropped to 305 x 460 (tall pictures keep more of their top) and
    saved without metadata. Files that cannot become cards are listed and left out. Describe the
    cards in DIR/deck.toml. The pictures in PHOTOS do not change.

    \b
    Examples
      parlour deck new holidays --from ~/Pictures/2024
      parlour deck check holidays
      parlour play dixit --set deck=holidays
    """
    from images.deck_creation import create_deck  # noqa: PLC0415 - numpy: 30 ms

    place, source = resolve_path(folder), resolve_path(photos)
    try:
        with show_progress_bar("Making cards") as progress:
            created = create_deck(source, place, progress)
    except (KeyboardInterrupt, Stopped) as error:
        print_line("Interrupted; nothing was made.", err=True)
        raise typer.Exit(find_exit_code(error)) from None
    if json:
        left_out = [{"file": one.where, "why": one.says} for one in created.left_out]
        result = {"deck": str(created.folder), "cards": created.cards, "left_out": left_out}
        echo(json_.dumps(result))
        return
    for finding in created.left_out:
        print_line(f"Left out: {finding}")
    cards = "1 card" if len(created.cards) == 1 else f"{len(created.cards)} cards"
    print_line(f"{created.folder}: {cards}.")
    print_line(f"Fill in {created.folder / 'deck.toml'}, then: parlour deck check {folder}")
