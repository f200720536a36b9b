"""Adversarial Taboo at the table: the names that `screens.front.Front` asks for."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from textual.widget import Widget

from engine.taboo.view import Role, View
from screens.front import Cast, Essence
from screens.private import SeatScreen
from screens.taboo.attacker import AttackerScreen
from screens.taboo.board import TabooBoard
from screens.taboo.defender import DefenderScreen
from screens.taboo.essence import essence_of
from screens.taboo.news import TabooNews
from screens.taboo.result import TabooResult

rules = files("screens.taboo").joinpath("rules.md").read_text(encoding="utf-8")


def seat_screen(
    view: View, cast: Cast, fault: Callable[[Any, Any], str | None], complaint: str | None
) -> SeatScreen[Any]:
    """The screen that asks the seat of `view` for a line, or for a guess."""
    screen = AttackerScreen if view.role is Role.ATTACKER else DefenderScreen
    return screen(view, cast, fault, complaint)


def board(cast: Cast) -> TabooBoard:
    """The table for onlookers, and for any seat in a replay."""
    return TabooBoard(cast)


def news(before: View, after: View, cast: Cast) -> Widget | None:
    """The end, between two onlookers' views; `None` while people talk."""
    return TabooNews(after, cast) if after.over and not before.over else None


def essence(view: View, cast: Cast) -> Essence:
    """The little that matters most."""
    return essence_of(view, cast)


def result(view: View, cast: Cast) -> Widget:
    """How the game ended."""
    return TabooResult(view, cast)
