"""Dixit at the table: the names that `screens.front.Front` asks for."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from textual.widget import Widget

from engine.dixit.view import Stage, View
from screens.dixit.board import DixitBoard
from screens.dixit.essence import essence_of
from screens.dixit.listener import DecoyScreen, VoteScreen
from screens.dixit.news import News
from screens.dixit.result import Result
from screens.dixit.storyteller import StorytellerScreen
from screens.front import Cast, Essence
from screens.private import SeatScreen

rules = files("screens.dixit").joinpath("rules.md").read_text(encoding="utf-8")

SCREENS: dict[Stage, Callable[..., SeatScreen[Any]]] = {
    Stage.TELL: StorytellerScreen,
    Stage.DECOY: DecoyScreen,
    Stage.VOTE: VoteScreen,
}


def seat_screen(
    view: View, cast: Cast, fault: Callable[[Any, Any], str | None], complaint: str | None
) -> SeatScreen[Any]:
    """The screen that asks the seat of `view` for a clue, a decoy or a vote."""
    return SCREENS[view.stage](view, cast, fault, complaint)


def board(cast: Cast) -> DixitBoard:
    """The table for onlookers, and for any seat in a replay."""
    return DixitBoard(cast)


def news(before: View, after: View, cast: Cast) -> Widget | None:
    """The round that was finished between two onlookers' views; `None` if none was."""
    return News(after, cast) if len(after.rounds) > len(before.rounds) else None


def essence(view: View, cast: Cast) -> Essence:
    """The little that matters most."""
    return essence_of(view, cast)


def result(view: View, cast: Cast) -> Widget:
    """How the game ended."""
    return Result(view, cast)
