"""Undercover on screens, as `screens.games.ui.GameUI` declares it."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.widget import Widget

from engine.game import Seat
from engine.games.undercover.view import Stage, View
from screens.games.ui import SeatNames
from screens.games.undercover.board import UndercoverBoard
from screens.games.undercover.headline import build_headline as build_headline
from screens.games.undercover.news import News
from screens.games.undercover.result import UndercoverResult
from screens.games.undercover.speaker import SpeakerScreen
from screens.games.undercover.voter import VoterScreen
from screens.private_screen import SeatScreen

presets = {
    "Five friends": dict.fromkeys(("p1", "p2", "p3", "p4", "p5"), "human"),
    "You and a friend, three baselines": {
        "p1": "human",
        "p2": "human",
        "p3": "word2vec",
        "p4": "glove",
        "p5": "word2vec",
    },
    "You among four baselines": {
        "p1": "human",
        "p2": "word2vec",
        "p3": "glove",
        "p4": "word2vec",
        "p5": "glove",
    },
    "Baselines only, watch": {
        "p1": "word2vec",
        "p2": "glove",
        "p3": "word2vec",
        "p4": "glove",
        "p5": "word2vec",
    },
}


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


def create_result(view: View, names: SeatNames, score: Mapping[Seat, float]) -> Widget:
    """How the game ended."""
    return UndercoverResult(view, names, score)
