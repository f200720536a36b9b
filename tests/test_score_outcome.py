"""A cooperative game that ends with a score: no winners, no losers, the score everywhere."""

from random import Random
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.screen import Screen

from engine.seat import Seat
from engine.winners import describe_winners, is_score, list_winners
from screens.games.ui import GameUI
from screens.players.seat_names import SeatNames
from screens.widgets.celebration import Celebration
from tests.contract import check_game
from tests.looking import Opened, in_front
from tests.test_contract import Call, Coin, Taken, WordsOptions
from tui.result import format_ending


class Scored(Coin):
    """The same call is a point of one."""

    @classmethod
    def find_most_points(cls, options: WordsOptions) -> int | None:  # noqa: ARG003
        return 1


NAMES = SeatNames(("p1", "p2"), ("Ada", "Ben"))


@pytest.mark.parametrize("points", [0, 1, 6, 13])
def test_nobody_wins_or_loses(points: int) -> None:
    outcome, score = f"{points} of 13", {Seat(0): float(points), Seat(1): float(points)}
    assert is_score(outcome)
    assert list_winners(score, outcome) == []
    assert describe_winners(outcome) == f"The score is {points} of 13"
    told = format_ending({"p1": float(points), "p2": float(points)}, "p1", outcome)
    assert told == f"{points} point{'s' * (points != 1)}"


def test_other_outcomes_are_no_scores() -> None:
    assert not any(map(is_score, ("everybody", "p1, p2", "nobody", None, "6 of", "of 13")))


@pytest.mark.parametrize(
    ("calls", "shown"), [(("heads", "tails"), "0 of 1"), (("heads", "heads"), "1 of 1")]
)
async def test_the_result_shows_the_score_without_confetti(
    calls: tuple[str, str], shown: str
) -> None:
    game = Scored(options=WordsOptions(), letter="a")
    moves = {Seat(seat): Call(side=side) for seat, side in enumerate(calls)}
    state = game.play(Taken(), moves, Random(1))
    view = game.view(state, None)
    assert view.outcome == shown

    ui: GameUI[Any, Any] = GameUI(Scored)

    class Shown(Screen[None]):
        def compose(self) -> ComposeResult:
            yield ui.create_result(view, NAMES, game.score(state))

    app = Opened(Shown)
    async with app.run_test(size=(80, 30)) as pilot:
        await in_front(pilot, Shown)
        celebration = app.screen.query_one(Celebration)
        assert celebration.plain == shown
        assert not celebration.winners


def test_the_game_keeps_the_contract() -> None:
    check_game(Scored)


def test_a_model_is_told_its_code_as_a_name() -> None:
    game = Scored(options=WordsOptions(), letter="a")
    assert "You are p2." in Scored.build_prompt(game.view(Taken(), Seat(1))).system
