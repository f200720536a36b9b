"""`parlour lab bench build`: build a bench of Dixit items."""

from pathlib import Path
from typing import Annotated

import typer

from engine.config.paths import get_vectors_folder
from images.deck import DeckError
from images.deck_reader import open_deck
from lab.errors import BenchError
from tui.output import echo


def build(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the new bench.")],
    clues: Annotated[
        Path, typer.Option(metavar="FILE", help="A CSV file with the columns card and clue.")
    ],
    deck: Annotated[
        str, typer.Option(metavar="DIR", help="The folder of a deck. Default: the built-in one.")
    ] = "",
    similarity: Annotated[
        str,
        typer.Option(
            metavar="SPACE|FILE",
            help="How similar cards are: a space of word vectors, built in or imported, over tags, "
            "themes, titles and captions; or a CSV file with a matrix of your own.",
        ),
    ] = "word2vec",
    name: Annotated[str, typer.Option(help="What the bench is called.")] = "",
    version: Annotated[str, typer.Option("--edition", help="Its version.")] = "1",
    seed: Annotated[str, typer.Option(help="Decides which distractors are drawn.")] = "42",
    tier: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=A-B",
            help="The ranks of a tier, such as medium=8-15. Default: hard=1-5, medium=10-20, "
            "easy=30-80.",
        ),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the bench that is in the folder.")
    ] = False,
) -> None:
    r"""Build a bench: for each clue three items with five distractors of growing similarity.

    Use it by items = "DIR" in [bench] of an experiment. Its hash stands in every result. A bench
    that is in the folder already stays, unless --replace is given.

    \b
    Examples
      parlour lab bench build mine --clues clues.csv --deck holidays
      parlour lab bench build mine --clues clues.csv --similarity glove --tier easy=20-30
      parlour lab bench build mine --clues clues.csv --similarity matrix.csv
    """
    from lab.papers.dixitworld.bench_files import check_folder, read_clues, write_bench  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.card_similarity import compare_cards  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.card_similarity_file import read_matrix  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.item_drawing import parse_tiers  # noqa: PLC0415 - pandas: 0.25 s

    check_folder(folder, replace=replace)
    try:
        opened = open_deck(deck)
    except DeckError as error:
        raise BenchError(str(error)) from None
    said = read_clues(clues, opened.cards)
    tiers = parse_tiers(tier or ())
    if Path(similarity).suffix == ".csv":
        matrix, source = read_matrix(Path(similarity), list(opened.cards)), Path(similarity).name
    else:
        imported = get_vectors_folder(context.obj.data)
        matrix = compare_cards(opened, similarity, imported)
        source = f"{similarity}, of tags, themes, title and caption of each card"
    made = write_bench(
        folder,
        opened,
        said,
        matrix,
        where=str(opened.folder) if deck else "",
        name=name or folder.name,
        version=version,
        seed=seed,
        tiers=tiers,
        source=source,
    )
    echo(f"{made.label}: {len(made.items):,} items.", err=True)
    echo(str(folder))
