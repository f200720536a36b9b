"""`python -m tools.deck`: draws the deck, or the cards that are named."""

from __future__ import annotations

import difflib
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import images
from tools.deck import distinct, drawing, sheet

DECK = Path(images.__file__).parent / "cards"
"""Where the pictures of the house deck are kept."""


app = typer.Typer(add_completion=False)


def _known(names: list[str]) -> list[str]:
    """The named cards, or all."""
    there = drawing.card_ids()
    for name in names:
        if name not in there:
            near = difflib.get_close_matches(name, there, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise typer.BadParameter(f"There is no card {name!r} in tools/deck/cards.{hint}")
    return names or there


def _draw_all(cards: list[str], folder: Path, console: Console) -> None:
    """Draw the cards into a folder, on all cores, one thread to a card."""
    began = time.perf_counter()
    os.environ["OMP_NUM_THREADS"] = "1"
    size = 0
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with (
        ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool,
        Progress(*columns, TimeElapsedColumn(), console=console) as progress,
    ):
        task = progress.add_task("Drawing the deck", total=len(cards))
        drawn = {pool.submit(drawing.draw, card, folder): card for card in cards}
        for done in as_completed(drawn):
            size += done.result()
            progress.update(task, advance=1, description=drawn[done])
        progress.update(task, description="Drawn")
    seconds = time.perf_counter() - began
    console.print(f"{len(cards)} cards in {seconds:.0f} s, {size / 1e6:.2f} MB, into {folder}")


def _print_nearest(console: Console, count: int = 12) -> None:
    """The pairs that are most alike, and how many are too near."""
    pairs = distinct.distances(sorted(DECK.glob("*.webp")))
    for distance, first, second in pairs[:count]:
        console.print(f"{distance:.3f}  {first}  {second}", highlight=False)
    near = sum(distance < distinct.BOUND for distance, _, _ in pairs)
    console.print(f"{near} of {len(pairs)} pairs are nearer than {distinct.BOUND}.")


@app.command()
def main(
    names: Annotated[
        list[str] | None, typer.Argument(help="Cards to draw; none: the whole deck.")
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(help="Draw in full colour, with the small view, into this folder instead."),
    ] = None,
    sheet_file: Annotated[
        Path | None, typer.Option("--sheet", help="Write a contact sheet of the deck.")
    ] = None,
    small: Annotated[bool, typer.Option(help="A contact sheet at 27x40 pixels.")] = False,
    nearest: Annotated[
        bool, typer.Option("--distinct", help="Print the pairs that are most alike.")
    ] = False,
) -> None:
    """Draw the house deck into images/cards, or judge what is there."""
    console = Console()
    if nearest:
        _print_nearest(console)
    if sheet_file:
        pictures = sorted(DECK.glob("*.webp"))
        made = sheet.small_sheet(pictures) if small else sheet.contact_sheet(pictures)
        made.save(sheet_file, optimize=True)
        console.print(f"{len(pictures)} cards on {sheet_file}")
    if nearest or sheet_file:
        return
    cards = _known(names or [])
    if to is None:
        DECK.mkdir(exist_ok=True)
        _draw_all(cards, DECK, console)
        return
    to.mkdir(parents=True, exist_ok=True)
    for card in cards:
        drawing.draw_to_look_at(card, to)


if __name__ == "__main__":
    app(prog_name="python -m tools.deck")
