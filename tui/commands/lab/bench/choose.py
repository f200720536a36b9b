"""`parlour lab bench choose`: choose the items of a bench by how solvers read clues."""

from pathlib import Path
from typing import Annotated

import typer

from engine.config.paths import get_vectors_folder
from images.deck import DeckError
from images.deck_reader import open_deck
from lab.errors import BenchError
from tui.output import echo


def choose(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the new bench.")],
    readings: Annotated[
        list[Path],
        typer.Option(
            metavar="FILE",
            help="A CSV file with the columns solver, kind (reader or machine), target, clue and "
            "ranking: cards between blanks, the likeliest first. May be given more than once.",
        ),
    ],
    hold_out: Annotated[
        list[str] | None,
        typer.Option(metavar="SOLVER", help="A solver that chooses nothing, to validate the rest."),
    ] = None,
    deck: Annotated[
        str, typer.Option(metavar="DIR", help="The folder of a deck. Default: the built-in one.")
    ] = "",
    name: Annotated[str, typer.Option(help="What the bench is called.")] = "",
    count: Annotated[int, typer.Option(min=1, help="The number of items of each tier.")] = 84,
    seed: Annotated[str, typer.Option(help="Draws cards that are no lures.")] = "42",
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the bench that is in the folder.")
    ] = False,
) -> None:
    r"""Choose items whose distractors are the wrong cards that solvers took a clue to mean.

    Word vectors and listeners of Parlour's own player read each clue as well. Kept are items that
    30 to 90 % of solvers find, and able ones more often; a Rasch fit gives the tiers. The version
    of the bench is its hash, and the readings are kept with it.

    \b
    Examples
      parlour lab bench choose mine --readings anna.csv --readings ben.csv
      parlour lab bench choose mine --readings all.csv --hold-out carla --hold-out glove
    """
    from lab.papers.dixitworld.bench_files import check_folder, write_items  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.card_similarity import compare_cards  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.clue_readings import READINGS, read_readings, write_readings  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.item_selection import (  # noqa: PLC0415 - pandas: 0.25 s
        choose_items,
        describe_selection,
        list_answers,
        validate,
    )
    from lab.papers.dixitworld.machine_readers import read_by_machines  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.tier_refit import write_answers  # noqa: PLC0415 - pandas: 0.25 s

    check_folder(folder, replace=replace)
    try:
        opened = open_deck(deck)
    except DeckError as error:
        raise BenchError(str(error)) from None
    cards = sorted(opened.cards)
    given = [one for path in readings for one in read_readings(path, cards)]
    where = str(opened.folder) if deck else ""
    clues = list(dict.fromkeys((one.target, one.clue) for one in given))
    every = [*given, *read_by_machines(clues, opened, where, seed)]
    held = tuple(hold_out or ())
    found = choose_items(every, cards, held_out=held, count=count, seed=seed)
    made = write_items(
        folder,
        opened,
        found.items,
        compare_cards(opened, "word2vec", get_vectors_folder(context.obj.data)),
        {
            "seed": seed,
            "similarity": "word2vec, of tags, themes, title and caption of each card",
            "tiers": describe_selection(found, given, held),
        },
        where=where,
        name=name or folder.name,
    )
    write_readings(folder / READINGS, given)
    write_answers(folder, list_answers(found.items, every, len(cards)))
    echo(f"{made.label}: {len(made.items):,} items.", err=True)
    echo(validate(found, every, held, len(cards)).round(2).to_string(), err=True)
    echo(str(folder))
