"""Options that several commands for games take, and how they are read."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.games.definition import GameDefinition
    from engine.lineup import Spec
    from engine.llm.budget import Budget

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game: decrypto, dixit, undercover or taboo.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be given again."),
]
Seed = Annotated[
    str | None, typer.Option(help="What all chance comes from; a fresh one if left out.")
]
JournalAt = Annotated[
    str | None,
    typer.Option(
        "--journal",
        metavar="PATH",
        help="The file to keep the game in, or a folder for it. Left out: the folder games "
        "in the data folder.",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the result as one JSON object, and nothing else.")
]
RunPrograms = Annotated[
    bool,
    typer.Option(
        "--run-programs",
        help="Start the programs that the journal names, though it is not one of your own.",
    ),
]
OnFailure = Annotated[
    str | None,
    typer.Option(
        "--on-failure",
        metavar="HOW",
        help="What becomes of a move whose player failed (no people): stop, the usual; random or "
        "baseline make it instead, marked in the journal.",
    ),
]
BudgetFor = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="AMOUNT",
        help="What models may use in this run: 0.50 by their prices, 20000tokens, or 100calls. "
        "Before it is passed the app asks what to do; without people the game stops, and can be "
        "resumed.",
    ),
]
Watch = Annotated[
    bool,
    typer.Option(
        "--watch", help="Show the rest of a game without people in the app, as parlour watch."
    ),
]


def read_budget(text: str | None) -> "Budget | None":
    """What models may use, as `--budget` says.

    Raises:
        OptionError: If it means no budget.
    """
    if text is None:
        return None
    from engine.llm.budget import Budget

    return Budget.read(text)


def read_journal(text: str | None) -> Path | None:
    """Where a game is to be kept, as `--journal` says.

    Raises:
        UsageFault: If that is no place.
    """
    from tui.usage_errors import UsageFault

    if text == "":
        raise UsageFault("--journal takes a file or a folder, not an empty name.")
    path = Path(text) if text else None
    if path and text and text.endswith("/") and not path.is_dir():
        raise UsageFault(f"There is no folder {text} for the journal: make it first.")
    return path


def journal_file(path: Path | None, definition: "GameDefinition") -> Path:
    """The file for a new game: in the data folder unless it is to lie elsewhere."""
    from engine.journal import new_journal
    from tui.sessions import games_folder

    folder = path or games_folder()
    return new_journal(folder, definition.name) if path is None or path.is_dir() else path


def read_on_failure(text: str | None, *, people: bool) -> "Spec | None":
    """Who makes a move for a player that failed, as `--on-failure` says.

    Args:
        text: What it says; `None` if it was not given.
        people: Whether people play.

    Raises:
        UsageFault: If people play, who are asked instead.
        OptionError: If it means nothing.
    """
    from tui.headless import read_stand_in
    from tui.usage_errors import UsageFault

    if people and text is not None:
        raise UsageFault("--on-failure is for games without people; the app asks what to do.")
    return read_stand_in(text or "stop")


def refuse_watch(*, watch: bool, json: bool, at_terminal: bool) -> None:
    """Make sure that there is an app to watch in.

    Raises:
        UsageFault: If there is none.
    """
    from tui.usage_errors import UsageFault

    if watch and (json or not at_terminal):
        why = "--json prints it" if json else "there is no terminal here"
        raise UsageFault(f"--watch shows the game in the app, and {why}.")
