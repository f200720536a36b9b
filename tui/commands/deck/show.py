"""`parlour deck show`: show a deck, card by card."""

from difflib import get_close_matches
from typing import Annotated

import typer

from engine.config.start import Start
from images.deck import DeckError
from images.deck_reader import open_deck
from tui import launch
from tui.options.declaration import Images
from tui.terminal.streams import explain_missing_terminal
from tui.usage_error import UsageError


def run_show(
    context: typer.Context,
    folder: Annotated[
        str, typer.Argument(metavar="[DIR]", help="A deck of your own. Default: the built-in deck.")
    ] = "",
    images: Images = None,
) -> None:
    r"""Show a deck, card by card.

    \b
    Examples
      parlour deck
      parlour deck holidays
    """
    try:
        shown = open_deck(folder)
    except DeckError as error:
        near = get_close_matches(folder, ("check", "new", "show"), 1)
        meant = f" Did you mean: parlour deck {near[0]}?" if near else ""
        raise DeckError(f"{error}{meant}") from None
    if why := explain_missing_terminal():
        raise UsageError(f"The gallery needs a terminal, and {why}; parlour deck check needs none.")
    from screens.gallery.gallery import Gallery  # noqa: PLC0415 - textual: 0.1 s

    raise typer.Exit(
        launch.open_app(lambda: Gallery(shown), Start(context.obj.with_images(images)))
    )
