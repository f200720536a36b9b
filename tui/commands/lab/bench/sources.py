"""Arguments that several commands of a bench take: the bench, and answers to its items."""

from pathlib import Path
from typing import Annotated

import typer

BenchFolder = Annotated[
    str, typer.Argument(metavar="[DIR]", help="A bench. Default: Parlour's own.")
]
RunNames = Annotated[
    list[str] | None,
    typer.Option(
        "--run", metavar="RUN", help="A run with answers to its items, by direct selection."
    ),
]
StudyNames = Annotated[
    list[str] | None,
    typer.Option("--study", metavar="STUDY", help="A study in which people answered its items."),
]
AnswerFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--answers",
        metavar="FILE",
        help="A CSV file with answers to its items: solver, item, and chosen (a card) or right "
        "(from 0 to 1); may have source and shown.",
    ),
]
