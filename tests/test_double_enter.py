"""A second Enter skips nothing that nobody has seen, at any step of any game."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from engine.config.settings import load_settings
from engine.games.catalog import CATALOG
from engine.players.spec import Spec
from engine.seat import Seat
from engine.session import Session
from screens.curtain import Curtain
from screens.forms.confirmation import ConfirmDialog
from screens.forms.seat_form import SeatForm
from screens.result import NextGameDialog, ResultScreen
from screens.table.round_summary import RoundSummary
from screens.table.screen import TableScreen
from screens.widgets.key_guard import KeyGuard
from tests.looking import Opened, in_front, until

DELAYS = (0.1, 0.3, 0.6, 1.0)
"""Seconds between the Enter that brings a screen and the next."""
LATER = 10.0
"""Seconds after which everybody has read everything."""
SHORT: dict[str, dict[str, Any]] = {
    "decrypto": {"rounds": 1},
    "dixit": {"rules": "boxed", "rounds": "1"},
    "undercover": {"rounds": 1},
    "taboo": {"turns": 2},
    "signals": {},
    "decrypto in teams": {"players": 4, "rounds": 1},
    "undercover with machines": {"players": 4, "rounds": 1, "machines_talk": True},
}
"""By case, which begins with the game: options with which it is short."""
PEOPLE = {"undercover with machines": ("Ada", "Ben")}
"""By case: the people, if they are not the only players."""


class Clock:
    """The clock of the guard against doubled keys, moved by the test."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("screens.widgets.key_guard.monotonic", clock)
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 0.25)
    return clock


async def is_left(pilot: Pilot[Any], screen: Screen[Any]) -> bool:
    """Whether another screen is in front."""
    await pilot.pause()
    return pilot.app.screen is not screen


async def press_again(pilot: Pilot[Any], clock: Clock, screen: KeyGuard) -> None:
    """Press Enter soon after a screen has come, once for each delay; it has to stay."""
    for delay in DELAYS:
        if isinstance(screen, ConfirmDialog) and delay == DELAYS[-1]:
            continue  # a second is long enough to read again what one has just typed
        screen.ignore_held_keys()  # as if the screen had just come
        clock.now += delay
        await pilot.press("enter")
        assert not await is_left(pilot, screen), f"left after {delay} s: {screen}"


async def go_on(pilot: Pilot[Any], clock: Clock, screen: Screen[Any]) -> None:
    """Press Enter once everything has been read."""

    async def is_gone() -> bool:
        for _ in range(5):
            if await is_left(pilot, screen):
                return True
        return False

    for _ in range(5):  # the screen may have noted only now that it is in front
        clock.now += LATER
        await pilot.press("enter")
        if await is_gone():
            return
    raise AssertionError(f"Enter does not leave {screen}")


def create_session(case: str, path: Path) -> Session:
    definition = CATALOG[case.partition(" ")[0]]
    options = definition.options_type(**SHORT[case])
    seats = definition.list_seats(options)
    people = PEOPLE.get(case, ("Ada", "Ben", "Cleo", "Dan", "Eve"))
    lineup = dict.fromkeys(seats, Spec("random", ""))
    lineup |= {seat: Spec("human", name) for seat, name in zip(seats, people, strict=False)}
    return Session.create(definition, options, lineup, "moon", path=path, settings=load_settings())


async def play(pilot: Pilot[Any], clock: Clock, app: Opened[Any], rng: Random) -> set[type]:
    """Play a game to its end, and press Enter twice at each step; return the kinds of screens."""
    met: Counter[tuple[type, type | None]] = Counter()
    while not app.answers:
        await pilot.pause()
        screen: Any = app.screen
        if not isinstance(screen, Curtain | ConfirmDialog | RoundSummary | SeatForm):
            continue
        kind = type(screen), type(getattr(screen, "reveal", None))
        met[kind] += 1
        match screen:
            case SeatForm():
                if met[kind] == 1:
                    await pilot.press("enter")  # as its curtain, which the first Enter has opened
                    assert not await is_left(pilot, screen)
                    assert not screen.query_one("#complaint").display
                move = screen.view.draw_move(rng)
                screen.confirm(move, "Send this?", [], "Everybody sees it.")
                await in_front(pilot, ConfirmDialog)
            case _ if met[kind] <= 2:
                await press_again(pilot, clock, screen)
                await go_on(pilot, clock, screen)
            case _:
                screen.dismiss(True)  # it is the same as those before
                await until(pilot, lambda: pilot.app.screen is not screen)  # noqa: B023
    return {screen for screen, _ in met}


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.usefixtures("new_game")
async def test_a_second_enter_skips_nothing(game: str, tmp_path: Path, clock: Clock) -> None:
    session = create_session(game, tmp_path / "game.jsonl")
    app: Opened[Any] = Opened(lambda: TableScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        met = await play(pilot, clock, app, Random(1))
    assert {Curtain, ConfirmDialog} <= met
    assert RoundSummary in met or game == "signals"
    assert app.answers == [True]
    result: Opened[Any] = Opened(lambda: ResultScreen(session))
    async with result.run_test(size=(80, 24)) as pilot:
        await leave_the_result(pilot, clock, result)


async def leave_the_result(pilot: Pilot[Any], clock: Clock, app: Opened[Any]) -> None:
    """Press Enter soon, then late: only R starts a rematch directly."""
    screen = await in_front(pilot, ResultScreen)
    await press_again(pilot, clock, screen)
    screen.ignore_held_keys()
    clock.now += 2.9
    await pilot.press("enter", "r", "h", "escape")
    assert not await is_left(pilot, screen)
    for delay in DELAYS:
        clock.now += LATER
        await pilot.press("enter")
        await in_front(pilot, NextGameDialog)
        clock.now += delay
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, NextGameDialog)
        assert count_focused_buttons(app) == 0
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
    assert app.answers == []
    clock.now += LATER
    await pilot.press("r")
    await until(pilot, lambda: app.answers)
    assert app.answers[0].game == screen.game
    assert app.answers[0].seed == ""


def count_focused_buttons(app: App[Any]) -> int:
    return len(app.screen.query("Button:focus"))


async def test_the_result_has_no_default_button(tmp_path: Path, clock: Clock) -> None:
    session = create_session("taboo", tmp_path / "game.jsonl")
    for seat in (0, 1, 0, 1):
        if not session.match.awaits:
            break
        view = session.match.view(Seat(seat))
        session.match.submit(Seat(seat), view.draw_move(Random(seat)))
    app: Opened[Any] = Opened(lambda: ResultScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await in_front(pilot, ResultScreen)
        assert screen.query("#next .-waiting")
        clock.now += LATER
        await until(pilot, lambda: not screen.query("#next .-waiting"))
        assert count_focused_buttons(app) == 0
        await pilot.press("right")
        assert count_focused_buttons(app) == 1
