"""Decrypto on screens, as `screens.games.ui.GameUI` declares it."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.widget import Widget

from engine.game import Seat
from engine.games.decrypto.view import Role, View
from screens.games.decrypto.board import DecryptoBoard
from screens.games.decrypto.encoder import EncoderScreen
from screens.games.decrypto.guesser import GuesserScreen
from screens.games.decrypto.headline import build_headline as build_headline
from screens.games.decrypto.news import News
from screens.games.decrypto.result import DecryptoResult
from screens.games.ui import SeatNames
from screens.private_screen import SeatScreen

presets = {
    "Three friends": {"encoder": "human", "decoder": "human", "interceptor": "human"},
    "You and a friend against word2vec": {
        "encoder": "human",
        "decoder": "human",
        "interceptor": "word2vec",
    },
    "You intercept two baselines": {
        "encoder": "word2vec",
        "decoder": "word2vec",
        "interceptor": "human",
    },
    "Baselines only, watch": {
        "encoder": "word2vec",
        "decoder": "word2vec",
        "interceptor": "glove",
    },
}


def create_seat_form(
    view: View, names: SeatNames, fault: Callable[[Any, Any], str | None], complaint: str | None
) -> SeatScreen[Any]:
    """The screen that asks the seat of `view` for three hints, or for a guess."""
    assert view.role is not None
    screen = EncoderScreen if view.role is Role.ENCODER else GuesserScreen
    return screen(view, names.name(Seat(view.role)), fault, complaint)


def create_board(names: SeatNames) -> DecryptoBoard:
    """The table for onlookers, and for any seat in a replay."""
    return DecryptoBoard(names)


def create_reveal(before: View, after: View, names: SeatNames) -> Widget | None:
    """The round that was finished between two onlookers' views; `None` if none was."""
    return News(after, names) if len(after.rounds) > len(before.rounds) else None


def create_result(view: View, names: SeatNames, score: Mapping[Seat, float]) -> Widget:
    """How the game ended."""
    return DecryptoResult(view, names, score)
