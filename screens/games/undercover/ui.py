"""Undercover at the table: the names that `screens.games.ui.Front` asks for."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from textual.widget import Widget

from engine.games.undercover.view import Stage, View
from screens.games.ui import SeatNames
from screens.games.undercover.board import UndercoverBoard
from screens.games.undercover.headline import build_headline as build_headline
from screens.games.undercover.news import News
from screens.games.undercover.result import Result
from screens.games.undercover.speaker import SpeakerScreen
from screens.games.undercover.voter import VoterScreen
from screens.private import SeatScreen

rules = files("screens.games.undercover").joinpath("rules.md").read_text(encoding="utf-8")


def create_seat_form(
    view: View, names: SeatNames, fault: Callable[[Any, Any], str | None], complaint: str | None
) -> SeatScreen[Any]:
    """The screen that asks the seat of `view` for a description, or for a vote."""
    screen = VoterScreen if view.stage is Stage.VOTE else SpeakerScreen
    return screen(view, names, fault, complaint)


def create_board(names: SeatNames) -> UndercoverBoard:
    """The table for onlookers, and for any seat in a replay."""
    return UndercoverBoard(names)


def create_reveal(before: View, after: View, names: SeatNames) -> Widget | None:
    """The round that was finished between two onlookers' views; `None` if none was."""
    return News(after, names) if len(after.rounds) > len(before.rounds) else None


def create_result(view: View, names: SeatNames) -> Widget:
    """How the game ended."""
    return Result(view, names)
