"""`parlour lab new`: ask some questions, and write an experiment to start from."""

from pathlib import Path
from typing import Annotated

import typer

from engine.games.catalog import find, list_games
from files.replacement import create_file
from lab.experiment.writer import PLAYERS, Answers, write_experiment
from tui.output import echo
from tui.usage_error import UsageError


def new(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="The file. Default: NAME.toml in this folder."),
    ] = None,
) -> None:
    """Ask some questions, and write a commented experiment to start from."""
    game = typer.prompt(f"Game ({', '.join(list_games())})", default="decrypto", err=True)
    definition = find(game)
    name = typer.prompt("Name (small letters, digits, hyphens)", default=f"my-{game}", err=True)
    question = typer.prompt("Question that it asks, in a sentence", default="", err=True)
    specs = typer.prompt(
        "Players, with blanks between (word2vec glove llm:gpt-4o)", " ".join(PLAYERS), err=True
    )
    seats = typer.prompt(
        f"Seats to compare them in ({' '.join(definition.usual_seats())})",
        " ".join(definition.usual_seats()[:2]),
        err=True,
    )
    games = typer.prompt("Deals that each line-up plays", default=100, type=int, err=True)
    answers = Answers(name, game, games, tuple(specs.split()), tuple(seats.split()), question)
    text = write_experiment(answers)
    file = path or Path(f"{name}.toml")
    try:
        create_file(file, text)
    except FileExistsError:
        raise UsageError(
            f"{file} exists already; name another file: parlour lab new FILE"
        ) from None
    echo(f"Written: {file}\nTry it: parlour lab run {file} --dry-run", err=True)
