"""`parlour study`: let people judge clues without knowing who gave them, and show the results."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from engine.config.start import Start
from engine.wording import format_count
from images.reader import open_deck
from lab.errors import StudyError
from lab.study.file import StudyFile, check_rater
from lab.study.folder import SUFFIX, find_study, get_studies_folder, list_studies
from lab.study.study import NAME, Mode
from screens.laboratory.deck import require_deck
from tui import launch
from tui.commands.help import build_help
from tui.options.declaration import Images
from tui.output import echo
from tui.terminal.streams import explain_missing_terminal, has_terminal
from tui.usage_error import UsageError

study = typer.Typer(
    name="study",
    no_args_is_help=True,
    help="""Let people judge clues blind: guess the card, then rate clarity and creativity.

    A study is one file. Raters take turns at one keyboard, or rate copies that are merged. Nobody
    sees who gave a clue, which card was meant before the guess is locked, or what others said.""",
)

StudyName = Annotated[
    str,
    typer.Argument(
        metavar="[STUDY]",
        help="A study's file, or its name in the studies folder. Default: the latest one.",
        show_default=False,
    ),
]


class TableFormat(StrEnum):
    """The formats of tables."""

    TEXT = "text"
    MARKDOWN = "markdown"


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


def rate(
    context: typer.Context,
    study: StudyName = "",
    rater: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Who rates: a name that does not tell who it is. Several take turns behind the "
            "curtain. Left out, the screen asks.",
        ),
    ] = None,
    images: Images = None,
) -> None:
    r"""Rate clues, or go on where you paused.

    \b
    Examples
      parlour study rate
      parlour study rate twenty --rater rater-1
      parlour study rate clues --rater rater-1 --rater rater-2
    """
    file = StudyFile.open(find_study(study, data=context.obj.data))
    raters = tuple(check_rater(name) for name in rater or ())
    deck = open_deck(file.study.deck)
    require_deck(file, deck)
    if why := explain_missing_terminal():
        raise UsageError(f"Rating needs a terminal, and {why}.")
    from screens.laboratory.raters import RatersScreen  # noqa: PLC0415 - textual: 0.1 s

    start = Start(context.obj.with_images(images))
    opened = launch.open_app(lambda: RatersScreen(file, deck, raters), start)
    raise typer.Exit(opened)


def show(
    context: typer.Context,
    study: StudyName = "",
    form: Annotated[
        TableFormat | None,
        typer.Option(
            "--format", help="Print the tables: text or markdown. Default: live, in the app."
        ),
    ] = None,
) -> None:
    r"""What the organiser sees: progress, figures and agreement, live while others rate.

    \b
    Examples
      parlour study show
      parlour study show clues --format markdown >clues.md
    """
    path = find_study(study, data=context.obj.data)
    if form is None and has_terminal():
        from screens.laboratory.organiser import OrganiserScreen  # noqa: PLC0415 - textual: 0.1 s

        raise typer.Exit(launch.open_app(lambda: OrganiserScreen(path), Start(context.obj)))
    from lab.report.markdown import format_markdown_table  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.study.tables import build_tables  # noqa: PLC0415 - statsmodels: 0.8 s

    for table in build_tables(StudyFile.open(path)):
        head = f"## {table.title}\n\n" if form is TableFormat.MARKDOWN else f"{table.title}\n"
        echo(f"{head}{format_markdown_table(table)}")
        echo(f"\n{table.note}\n" if table.note else "")


def export(
    context: typer.Context,
    study: StudyName = "",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder. Default: the study's name, here."),
    ] = None,
) -> None:
    """Write ratings, figures and agreement as CSV and JSON, with a codebook."""
    from lab.study.export import export_study  # noqa: PLC0415 - statsmodels: 0.8 s

    file = StudyFile.open(find_study(study, data=context.obj.data))
    for path in export_study(file, out or Path(file.study.name)):
        echo(str(path))


def copy(
    context: typer.Context,
    study: Annotated[str, typer.Argument(metavar="STUDY", help="The study.")],
    into: Annotated[Path, typer.Argument(metavar="FILE", help="The copy, a new file.")],
) -> None:
    """Write a copy for raters on another computer: without answers and names of players.

    The copy holds which card was meant, as it is shown after each guess.
    """
    StudyFile.open(find_study(study, data=context.obj.data)).copy_for_raters(into)
    echo(str(into))


def merge(
    context: typer.Context,
    study: Annotated[str, typer.Argument(metavar="STUDY", help="The study that takes them over.")],
    copies: Annotated[list[Path], typer.Argument(metavar="COPY...", help="Copies with answers.")],
) -> None:
    """Take over what raters have said in copies of a study; each line counts once."""
    file = StudyFile.open(find_study(study, data=context.obj.data))
    new_lines = file.merge([StudyFile.open(path) for path in copies])
    echo(f"{new_lines:,} new answers of {len(file.raters)} raters.", err=True)
    echo(str(file.path))


def list_all(context: typer.Context) -> None:
    """List the studies in the studies folder, latest first."""
    paths = list_studies(context.obj.data)
    if not paths:
        echo("There are no studies yet. Make one: parlour study new NAME", err=True)
    for path in paths:
        try:
            file = StudyFile.open(path)
        except StudyError as error:
            echo(str(error), err=True)
            continue
        doing = "guess" if file.study.mode == "guess" else "guess and rate"
        count = len(file.study.order_for("anybody"))
        echo(
            f"{path.stem}\n    {doing}, {format_count(count, 'clue')}, "
            f"{format_count(len(file.raters), 'rater')} so far"
        )


for command in (new, rate, show, export, copy, merge):
    study.command(command.__name__, help=build_help(command))(command)
study.command("list", help=build_help(list_all))(list_all)
