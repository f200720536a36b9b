"""Undercover at the table: the names that `screens.front.Front` asks for."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from textual.widget import Widget

from engine.undercover.view import Stage, View
from screens.front import Cast, Essence
from screens.private import SeatScreen
from screens.undercover.board import UndercoverBoard
from screens.undercover.essence import essence_of
from screens.undercover.news import News
from screens.undercover.result import Result
from screens.undercover.speaker import SpeakerScreen
from screens.undercover.voter import VoterScreen

rules = files("screens.undercover").joinpath("rules.md").read_text(encoding="utf-8")


def seat_screen(
    view: View, cast: Cast, fault: Callable[[Any, Any], str | None], complaint: str | None
) -> SeatScreen[Any]:
    """The screen that asks the seat of `view` for a description, or for a vote."""
    screen = VoterScreen if view.stage is Stage.VOTE else SpeakerScreen
    return screen(view, cast, fault, complaint)


def board(cast: Cast) -> UndercoverBoard:
    """The table for onlookers, and for any seat in a replay."""
    return UndercoverBoard(cast)


def news(before: View, after: View, cast: Cast) -> Widget | None:
    """The round that was finished between two onlookers' views; `None` if none was."""
    return News(after, cast) if len(after.rounds) > len(before.rounds) else None


def essence(view: View, cast: Cast) -> Essence:
    """The little that matters most."""
    return essence_of(view, cast)


def result(view: View, cast: Cast) -> Widget:
    """How the game ended."""
    return Result(view, cast)
