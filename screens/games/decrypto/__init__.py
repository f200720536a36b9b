"""Presets and the headline of Decrypto, and functions that create its forms, board and result.

The package implements `screens.games.game_ui.GameUI`. `build_headline` sums up the match in large
text for an audience.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.game import Seat
from engine.games.decrypto.match_report import describe_outcome
from engine.games.decrypto.view_and_moves import Role, View
from screens.games.decrypto.board import DecryptoBoard, format_tokens
from screens.games.decrypto.forms import DecryptoForm, EncoderForm, GuesserForm
from screens.games.decrypto.reveal_and_result import (
    DecryptoResult,
    DecryptoReveal,
    cover_code,
    describe_reveal,
)
from screens.games.game_ui import Headline
from screens.player_names_and_colours import SeatNames

presets = {
    "Three people": {"encoder": "human", "decoder": "human", "interceptor": "human"},
    "Two people against Parlour": {
        "encoder": "human",
        "decoder": "human",
        "interceptor": "pragmatic",
    },
    "You intercept two machines": {
        "encoder": "pragmatic",
        "decoder": "pragmatic",
        "interceptor": "human",
    },
    "Machines only: watch": {
        "encoder": "word2vec",
        "decoder": "word2vec",
        "interceptor": "glove",
    },
    "You give hints to Parlour": {
        "encoder": "human",
        "decoder": "pragmatic",
        "interceptor": "pragmatic",
    },
}


def choose_seat_form(view: View) -> type[DecryptoForm[Any]]:
    """Choose the form for three hints, or for a guess."""
    return EncoderForm if view.role is Role.ENCODER else GuesserForm


def create_board(names: SeatNames) -> DecryptoBoard:
    """Create the public table."""
    return DecryptoBoard(names)


def create_reveal(before: View, after: View, names: SeatNames) -> DecryptoReveal | None:
    """Create the reveal of the round that ended between two onlookers' views, if one did."""
    return DecryptoReveal(after, names) if len(after.rounds) > len(before.rounds) else None


def create_result(view: View, names: SeatNames, score: Mapping[Seat, float]) -> DecryptoResult:
    """Create the result of a finished game."""
    return DecryptoResult(view, names, score)


def build_headline(view: View, names: SeatNames) -> Headline:
    """Build the headline: the hints on the table; at the end, the winners."""
    when, score = f"Round {view.number} of {view.options.rounds}", format_tokens(view).plain
    build = partial(
        Headline,
        when,
        score=score,
        revealed=describe_reveal(view, names) if view.rounds else None,
        covered=cover_code(view.rounds[-1].code) if view.rounds else (),
    )
    if view.over:
        assert view.outcome is not None
        interceptor = names.get_label(Seat(Role.INTERCEPTOR))
        won = "Encoder and decoder win" if view.outcome.winner == "team" else f"{interceptor} wins"
        return build(describe_outcome(view.outcome, view), (won,))
    if view.hints is None:
        looks = f"{names.get_full_name(Seat(Role.ENCODER))} looks for three hints."
        return build(looks, (when.partition(" of ")[0],))
    guessers = (names.get_full_name(Seat(role)) for role in (Role.DECODER, Role.INTERCEPTOR))
    return build(f"{' and '.join(guessers)} guess the code.", view.hints)
