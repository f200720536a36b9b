"""`python -m images.art`: draws the deck, or the cards that are named."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from images.art import drawing


def main(
    names: Annotated[list[str] | None, typer.Argument(help="Cards; none: the whole deck.")] = None,
    to: Annotated[Path, typer.Option(help="Folder for cards to look at.")] = Path(),
) -> None:
    """Draw the deck."""
    to.mkdir(parents=True, exist_ok=True)
    for card in names or drawing.card_ids():
        drawing.draw_to_look_at(card, to)


if __name__ == "__main__":
    typer.run(main)
