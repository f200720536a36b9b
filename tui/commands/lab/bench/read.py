"""`parlour lab bench read`: collect how machines read clues."""

from pathlib import Path
from typing import Annotated

import typer

from images.deck import DeckError
from images.deck_reader import open_deck
from lab.errors import BenchError
from tui.output import echo
from tui.usage_error import UsageError


def read(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="The new CSV file with readings.")],
    clues: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="The clues: a CSV file with the columns target and clue, such as one with the "
            "readings of people.",
        ),
    ],
    deck: Annotated[
        str, typer.Option(metavar="DIR", help="The folder of a deck. Default: the built-in one.")
    ] = "",
    seed: Annotated[str, typer.Option(help="Draws the weights of listeners, and ties.")] = "42",
    replace: Annotated[bool, typer.Option("--replace", help="Replace the file.")] = False,
) -> None:
    r"""Let word vectors and listeners of Parlour's own player read clues among the whole deck.

    They know tags and themes of cards. What they say depends on the words that this version of
    Parlour knows, so it is kept in a file, by which `parlour lab bench choose` chooses items.

    \b
    Examples
      parlour lab bench read machines.csv --clues anna.csv
      parlour lab bench choose mine --readings anna.csv --readings machines.csv
    """
    from lab.papers.dixitworld.clue_readings import read_meant_clues, write_readings  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.machine_readers import read_by_machines  # noqa: PLC0415 - pandas: 0.25 s

    if out.exists() and not replace:
        raise UsageError(f"{out} exists. Name a new file, or replace it: --replace.")
    try:
        opened = open_deck(deck)
    except DeckError as error:
        raise BenchError(str(error)) from None
    meant = read_meant_clues(clues, opened.cards)
    found = list(read_by_machines(meant, opened, str(opened.folder) if deck else "", seed))
    write_readings(out, found)
    solvers = len({one.solver for one in found})
    echo(f"{len(meant):,} clues, read by {solvers} machines.", err=True)
    echo(str(out))
