"""Decrypto at the table: the names that `screens.front.Front` asks for."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from textual.widget import Widget

from engine.decrypto.view import Role, View
from engine.game import Seat
from screens.decrypto.board import DecryptoBoard
from screens.decrypto.encoder import EncoderScreen
from screens.decrypto.essence import essence_of
from screens.decrypto.guesser import GuesserScreen
from screens.decrypto.news import News
from screens.decrypto.result import Result
from screens.front import Cast, Essence
from screens.private import SeatScreen

rules = files("screens.decrypto").joinpath("rules.md").read_text(encoding="utf-8")


def seat_screen(
    view: View, cast: Cast, fault: Callable[[Any, Any], str | None], complaint: str | None
) -> SeatScreen[Any]:
    """The screen that asks the seat of `view` for three hints, or for a guess."""
    assert view.role is not None
    screen = EncoderScreen if view.role is Role.ENCODER else GuesserScreen
    return screen(view, cast.name(Seat(view.role)), fault, complaint)


def board(cast: Cast) -> DecryptoBoard:
    """The table for onlookers, and for any seat in a replay."""
    return DecryptoBoard(cast)


def news(before: View, after: View, cast: Cast) -> Widget | None:
    """The round that was finished between two onlookers' views; `None` if none was."""
    return News(after, cast) if len(after.rounds) > len(before.rounds) else None


def essence(view: View, cast: Cast) -> Essence:
    """The little that matters most."""
    return essence_of(view, cast)


def result(view: View, cast: Cast) -> Widget:
    """How the game ended."""
    return Result(view, cast)
