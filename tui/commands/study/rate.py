"""`parlour study rate`: rate clues."""

from typing import Annotated

import typer

from engine.config.start import Start
from images.deck_reader import open_deck
from lab.study.file import StudyFile, check_rater
from lab.study.folder import find_study
from screens.laboratory.study.required_deck import require_deck
from tui import launch
from tui.commands.study.argument import StudyName
from tui.options.declaration import Images
from tui.terminal.streams import explain_missing_terminal
from tui.usage_error import UsageError


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
    from screens.laboratory.study.raters import RatersScreen  # noqa: PLC0415 - textual: 0.1 s

    start = Start(context.obj.with_images(images))
    opened = launch.open_app(lambda: RatersScreen(file, deck, raters), start)
    raise typer.Exit(opened)
