"""`parlour study new`: make a study."""

from pathlib import Path
from typing import Annotated

import typer

from lab.errors import StudyError
from lab.study.file import StudyFile
from lab.study.folder import SUFFIX, get_studies_folder
from lab.study.study import NAME, Mode
from tui.output import echo


def new(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Lower-case letters, digits, hyphens.")
    ],
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="SOURCE",
            help="Where the clues come from: dixitbench, the folder of a bench, a run of the "
            "laboratory with games of Dixit, or a CSV file with the columns clue, target, card_1, "
            "card_2 and so on.",
        ),
    ] = "dixitbench",
    guess_only: Annotated[
        bool, typer.Option("--guess-only", help="Raters only guess: people on DixitBench.")
    ] = False,
    clues: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="So many clues by lot; of a run for each player."),
    ] = 0,
    seed: Annotated[str, typer.Option(help="Decides which clues are drawn.")] = "42",
    deck: Annotated[
        str, typer.Option(metavar="DIR", help="For a CSV file: the folder of the deck.")
    ] = "",
    into: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it there, not to the studies folder.")
    ] = None,
) -> None:
    r"""Make a study.

    On DixitBench each rater gets each clue once, in one of its three tiers, as the same clue with
    other cards would give the card away.

    \b
    Examples
      parlour study new bench-by-people --guess-only
      parlour study new twenty --guess-only --clues 20
      parlour study new clues --from dixit-arena --clues 20
      parlour study new mine --from clues.csv --deck holidays
    """
    from lab.study.creation import create_study  # noqa: PLC0415 - pandas: 0.25 s

    if not NAME.fullmatch(name):
        raise StudyError("The name of a study has lower-case letters, digits and hyphens only.")
    path = into or get_studies_folder(context.obj.data) / f"{name}{SUFFIX}"
    mode: Mode = "guess" if guess_only else "rate"
    made = StudyFile.create(
        path, create_study(name, source, mode, clues=clues, seed=seed, deck=deck)
    )
    each = len(made.study.order_for("anybody"))
    echo(f"{len(made.study.items):,} items, {each:,} for each rater.", err=True)
    echo(str(path))
