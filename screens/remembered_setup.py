"""What is remembered from game to game: the last set-up, and the players' names and looks."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.screen import Screen

from engine.games.catalog import GAMES
from screens.players.history import merge_people, read_player_history, save_player_history
from screens.players.seat_names import SeatNames
from screens.setup.last_setup import LastSetupError, load_last_setup, save_last_setup
from screens.setup.screen import create_first_setup
from screens.setup.setup import Setup


def load_setup(screen: Screen[Any], data: Path) -> Setup:
    """Load the last set-up, or the default one; the screen tells what is wrong with the last."""
    try:
        last = load_last_setup(data)
    except LastSetupError as error:
        screen.notify(str(error), severity="warning", markup=False)
        last = None
    return last or create_first_setup(GAMES[0].name)


def save_setup(setup: Setup, screen: Screen[Any], data: Path) -> None:
    """Save a set-up for next time; the screen tells if it cannot be saved."""
    try:
        save_last_setup(setup, data)
    except OSError as error:
        screen.notify(
            f"This set-up could not be remembered: {error.strerror}.",
            severity="warning",
            markup=False,
        )


def save_players(names: SeatNames, typed: Sequence[str] = (), *, data: Path) -> None:
    """Save the players' marks and colours, and the names typed, for the next games."""
    looks = {name.casefold(): look for name, look in zip(names.labels, names.looks, strict=True)}
    with suppress(OSError):  # they will be asked again
        history = read_player_history(data)
        known = {name: look for name, look in history.looks.items() if name not in looks}
        people = merge_people(typed, history.people)
        save_player_history(replace(history, people=people, looks=known | looks), data)
