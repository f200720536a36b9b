"""Options that several commands share, as Typer declares them."""

from pathlib import Path
from pkgutil import iter_modules
from typing import Annotated, Any

import typer

import engine.games
from engine.suggestion import explain_unknown
from screens.pictures.protocol import AUTO, Protocol
from tui.recording import check_recordable
from tui.usage_error import UsageError

IMAGES_VALUES = (AUTO, *Protocol)


def _check_images(value: str | None) -> str | None:
    if value is not None and value not in IMAGES_VALUES:
        raise UsageError(explain_unknown("way to show pictures", value, IMAGES_VALUES))
    return value


def _check_record(value: Path | None) -> Path | None:
    if value is not None:
        check_recordable(value)
    return value


def declare_seat_option(others: str, who: str = "Who plays") -> Any:  # noqa: ANN401 - as typer declares it
    """Declare `--seat`, for a list of texts.

    Args:
        others: A sentence about seats that are not given.
        who: The description of a seat.
    """
    return typer.Option(metavar="SEAT=SPEC", help=f"{who} in a seat; repeatable. {others}")


GAMES = sorted(module.name for module in iter_modules(engine.games.__path__) if module.ispkg)
"""The names of our games, found without importing the catalog, which is slower."""
GAME_HELP = f"The game: {', '.join(GAMES)}, or one of another package."


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help=GAME_HELP),
]


GameSettings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]


Seed = Annotated[
    str | None,
    typer.Option(
        help="The seed of everything random, from which all secrets follow; - reads it from stdin, "
        "as other users of the computer see the command line. Default: a new one."
    ),
]


JournalPath = Annotated[
    str | None,
    typer.Option(
        "--journal",
        metavar="PATH",
        help="The file to save the game in, or a folder for it. Default: the folder games in the "
        "data folder.",
    ),
]


AsJson = Annotated[
    bool, typer.Option("--json", help="Print the result as one JSON object, and nothing else.")
]


RunPrograms = Annotated[
    bool,
    typer.Option(
        "--run-programs",
        help="Allow a journal from elsewhere to start the programs that it names.",
    ),
]


ReadFiles = Annotated[
    bool,
    typer.Option(
        "--read-files",
        help="Allow a journal from elsewhere to read the files that its players name: scripts and "
        "pools.",
    ),
]


OnFailure = Annotated[
    str | None,
    typer.Option(
        "--on-failure",
        metavar="HOW",
        help="If a player fails in a game without people: stop (the default) ends the game; random "
        "or baseline makes the move instead, which the journal notes. Of several games (--games) "
        "the others are played nonetheless, unless stop is given.",
    ),
]


BudgetLimit = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="AMOUNT",
        help="How much models may use in this run: 0.50 in the currency of their prices, "
        "20000tokens, or 100calls. When it is used up, the app asks what to do; a game without "
        "people stops and can be resumed.",
    ),
]


Watch = Annotated[
    bool,
    typer.Option("--watch", help="Show a game without people in the app, as parlour watch does."),
]


Images = Annotated[
    str | None,
    typer.Option(
        "--images",
        metavar="|".join(IMAGES_VALUES),
        callback=_check_images,
        help="How to show cards: auto is the best that the terminal can do, none is words.",
    ),
]


Plain = Annotated[
    bool,
    typer.Option(
        "--plain",
        help="Play line by line instead of in the app: questions and answers as text, for screen "
        "readers, braille lines, Emacs shells and logs. The usual way if TERM is dumb.",
    ),
]


Record = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE.cast",
        callback=_check_record,
        help="Record what is shown to a new file in asciinema's format.",
    ),
]


Hold = Annotated[
    list[str] | None,
    typer.Option(
        "--hold",
        metavar="SEAT",
        help="Hold a machine's turns for you in the app; all for every machine. You see its "
        "question and answer, and can change either or move in its place. Repeatable.",
    ),
]


OpenTable = Annotated[
    bool,
    typer.Option(
        "--open-table",
        help="In a game with people: let the operator see what machines are asked and answer. "
        "Every player is told.",
    ),
]
