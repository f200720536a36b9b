"""Dixit on screens, as `screens.games.ui.GameUI` declares it."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.widget import Widget

from engine.game import Seat
from engine.games.dixit.view import Stage, View
from screens.games.dixit.board import DixitBoard
from screens.games.dixit.headline import build_headline as build_headline
from screens.games.dixit.listener import DecoyScreen, VoteScreen
from screens.games.dixit.news import News
from screens.games.dixit.result import DixitResult
from screens.games.dixit.storyteller import StorytellerScreen
from screens.games.ui import SeatNames
from screens.private_screen import SeatScreen

presets = {
    "Four friends": {"p1": "human", "p2": "human", "p3": "human", "p4": "human"},
    "You and a friend with two baselines": {
        "p1": "human",
        "p2": "human",
        "p3": "word2vec",
        "p4": "glove",
    },
    "You among three baselines": {
        "p1": "human",
        "p2": "word2vec",
        "p3": "glove",
        "p4": "word2vec",
    },
    "Baselines only, watch": {
        "p1": "word2vec",
        "p2": "glove",
        "p3": "word2vec",
        "p4": "glove",
    },
}

SCREENS: dict[Stage, Callable[..., SeatScreen[Any]]] = {
    Stage.TELL: StorytellerScreen,
    Stage.DECOY: DecoyScreen,
    Stage.VOTE: VoteScreen,
}


def create_seat_form(
    view: View, names: SeatNames, fault: Callable[[Any, Any], str | None], complaint: str | None
) -> SeatScreen[Any]:
    """The screen that asks the seat of `view` for a clue, a decoy or a vote."""
    return SCREENS[view.stage](view, names, fault, complaint)


def create_board(names: SeatNames) -> DixitBoard:
    """The table for onlookers, and for any seat in a replay."""
    return DixitBoard(names)


def create_reveal(before: View, after: View, names: SeatNames) -> Widget | None:
    """The round that was finished between two onlookers' views; `None` if none was."""
    return News(after, names) if len(after.rounds) > len(before.rounds) else None


def create_result(view: View, names: SeatNames, score: Mapping[Seat, float]) -> Widget:  # noqa: ARG001
    """How the game ended."""
    return DixitResult(view, names)
