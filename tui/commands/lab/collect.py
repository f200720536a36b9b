"""`parlour lab collect`: collect games of people as data, with their consent."""

from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Annotated

import typer

from engine.count_text import format_count
from engine.text import escape_controls
from lab.records.collected_games import Collection, collect_games, list_people, write_collected
from lab.records.recorded_games import get_recorded_folder
from tui.output import echo
from tui.usage_error import UsageError


def collect(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder of journals, such as saved games.")
    ],
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="A new folder for the games. Default: collected in the folder recorded of the "
            "data, where experiments find it by that name.",
        ),
    ] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="Only games of this kind.")] = "",
    consent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=PSEUDONYM",
            help="A person who agreed, and what stands instead of the name; repeat it for others. "
            "Without it you are asked for each person.",
        ),
    ] = None,
) -> None:
    r"""Collect games of people as data: with their consent, and without their names.

    Each person in the journals is asked about once: did they agree that their games are used, and
    under which pseudonym? A game is taken only if everybody in it agreed. Names never leave: new
    journals hold pseudonyms alone, under new file names, without the time of day. What people typed
    in their moves is data and stays: look through it before you publish it.

    \b
    Examples
      parlour lab collect ~/.local/share/parlour/games
      parlour lab collect study --into study-data --consent Ada=P1 --consent Ben=P2
    """
    people, games = list_people(folder, game)
    if not games:
        raise UsageError(f"There are no games of people in {folder}.")
    agreed = _parse_consent(consent) if consent is not None else _ask_consent(people)
    collected = collect_games(games, agreed)
    target = into or get_recorded_folder(context.obj.data) / "collected"
    write_collected(collected, target)
    _print_collected(collected, target)


def _parse_consent(given: Sequence[str]) -> dict[str, str]:
    agreed = {}
    for one in given:
        name, equals, pseudonym = one.partition("=")
        if not equals or not name.strip() or not pseudonym.strip():
            raise UsageError(f"--consent takes NAME=PSEUDONYM, not {one!r}.")
        agreed[name.strip()] = pseudonym.strip()
    return agreed


def _ask_consent(people: dict[str, int]) -> dict[str, str]:
    """Ask for each person whether they agreed, and for a pseudonym."""
    agreed: dict[str, str] = {}
    for name, count in people.items():
        who = (
            f"{escape_controls(name) or 'A person without a name'} ({format_count(count, 'game')})"
        )
        question = f"{who}: did they agree that their games are used as data?"
        if typer.confirm(question, default=False, err=True):
            usual = f"P-{token_hex(3)}"  # numbers would follow the order of the names
            agreed[name] = typer.prompt("Pseudonym", default=usual, err=True).strip()
    return agreed


def _print_collected(collected: Collection, folder: Path) -> None:
    taken = format_count(len(collected.games), "game")
    left_out = collected.without_consent
    echo(f"{taken} collected; left out: {left_out} without consent.", err=True)
    if unfinished := collected.unfinished:
        echo(f"{unfinished} of them are unfinished, and count as unresolved.", err=True)
    echo(str(folder))
