"""`parlour replay`: step through a saved game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.config.start import Start
from engine.games.catalog import find_recorded
from engine.journal.reader import read_record
from tui import launch
from tui.home import create_home
from tui.options.declaration import Images
from tui.options.programs import add_program_options
from tui.terminal.streams import explain_missing_terminal
from tui.trusted_specs import find_trusted_specs
from tui.usage_error import UsageError

if TYPE_CHECKING:
    from engine.config.settings import Settings


@add_program_options
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The journal.")],
    images: Images = None,
) -> None:
    r"""Step back and forth through a saved game, from any seat's viewpoint.

    B begins a new game at the current step, as parlour branch does.

    \b
    Example
      parlour replay games/evening.jsonl
    """
    from screens.replay.screen import create_replay  # noqa: PLC0415 - textual: 0.1 s

    if why := explain_missing_terminal():
        raise UsageError(
            f"parlour replay opens the app, and {why}; parlour show prints the game instead."
        )
    settings: Settings = context.obj
    record = read_record(file)
    trusted = find_trusted_specs(record, settings.data)
    screen = create_replay(record, find_recorded(record), trusted, settings)
    start = Start(settings.with_images(images))
    raise typer.Exit(launch.open_app(lambda: create_home(start, screen), start))
