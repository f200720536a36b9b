"""Adversarial Taboo on screens, as `screens.games.ui.GameUI` declares it."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.widget import Widget

from engine.game import Seat
from engine.games.taboo.view import Role, View
from screens.games.taboo.attacker import AttackerScreen
from screens.games.taboo.board import TabooBoard
from screens.games.taboo.defender import DefenderScreen
from screens.games.taboo.headline import build_headline as build_headline
from screens.games.taboo.news import TabooNews
from screens.games.taboo.result import TabooResult
from screens.games.ui import SeatNames
from screens.private_screen import SeatScreen

presets = {
    "Two friends": {"attacker": "human", "defender": "human"},
    "You find out what word2vec means": {"attacker": "word2vec", "defender": "human"},
    "You lead glove astray": {"attacker": "human", "defender": "glove"},
    "Baselines only, watch": {"attacker": "word2vec", "defender": "glove"},
}


def create_seat_form(
    view: View, names: SeatNames, fault: Callable[[Any, Any], str | None], complaint: str | None
) -> SeatScreen[Any]:
    """The screen that asks the seat of `view` for a line, or for a guess."""
    screen = AttackerScreen if view.role is Role.ATTACKER else DefenderScreen
    return screen(view, names, fault, complaint)


def create_board(names: SeatNames) -> TabooBoard:
    """The table for onlookers, and for any seat in a replay."""
    return TabooBoard(names)


def create_reveal(before: View, after: View, names: SeatNames) -> Widget | None:
    """The end, between two onlookers' views; `None` while people talk."""
    return TabooNews(after, names) if after.over and not before.over else None


def create_result(view: View, names: SeatNames, score: Mapping[Seat, float]) -> Widget:
    """How the game ended."""
    return TabooResult(view, names, score)
