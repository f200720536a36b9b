"""A key that is held down or typed ahead does not leave a screen."""

from typing import ClassVar

import pytest

from engine.game import Seat
from screens import key_guard
from screens.key_guard import KeyGuard
from screens.players import SeatNames
from screens.private_screen import Curtain
from tests.looking import Opened, appears, frame, in_front, until

SHOWN, SILENCE = 0.7, 0.4


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of the guard, in seconds, as the only item."""
    times = [100.0]
    monkeypatch.setattr(key_guard, "MIN_SHOWN", SHOWN)
    monkeypatch.setattr(key_guard, "MIN_SILENCE", SILENCE)
    monkeypatch.setattr(key_guard, "monotonic", lambda: times[0])
    return times


def press(guard: KeyGuard, clock: list[float], after: float) -> bool:
    """Press a key so many seconds later.

    Returns:
        Whether the screen accepts it.
    """
    clock[0] += after
    guard.record_press()
    return guard.accepts_key()


def test_a_press_counts_once_the_screen_has_been_shown(clock: list[float]) -> None:
    guard = KeyGuard()
    guard.ignore_held_keys()
    assert not press(guard, clock, 0.1)
    assert press(guard, clock, SHOWN)


def test_a_key_that_is_held_down_never_counts(clock: list[float]) -> None:
    guard = KeyGuard()
    guard.ignore_held_keys()
    assert not press(guard, clock, 0.5)
    assert not any(press(guard, clock, 0.05) for _ in range(100))
    assert press(guard, clock, SILENCE)


def test_what_is_shown_next_ignores_keys_again(clock: list[float]) -> None:
    guard = KeyGuard()
    guard.ignore_held_keys()
    assert press(guard, clock, 1.0)
    guard.ignore_held_keys()
    assert not press(guard, clock, 0.5)


def test_to_ask_changes_nothing(clock: list[float]) -> None:
    guard = KeyGuard()
    guard.ignore_held_keys()
    assert press(guard, clock, 1.0)
    clock[0] += 0.1
    assert [guard.accepts_key() for _ in range(3)] == [True] * 3
    assert not press(guard, clock, 0.1)
    assert [guard.accepts_key() for _ in range(3)] == [False] * 3


class Guarded(KeyGuard):
    """A screen that takes Enter, and counts."""

    BINDINGS: ClassVar = [("enter", "take", "Take")]
    taken = 0

    def action_take(self) -> None:
        self.press(self.take)

    def take(self) -> None:
        self.taken += 1


async def test_a_screen_that_shows_when_it_is_armed_takes_no_held_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(key_guard, "ARM_AFTER", 0.03)
    monkeypatch.setattr(key_guard, "HOLD_TIME", 3600.0)
    monkeypatch.setattr(key_guard, "REPEAT_GAP", 3600.0)
    screen = Guarded()
    app = Opened(lambda: screen)
    async with app.run_test() as pilot:
        await until(pilot, lambda: screen.armed)
        await pilot.press("enter", "enter")  # the first repeats of a key that is held
        assert screen.taken == 0
        await until(pilot, lambda: screen.armed)
        monkeypatch.setattr(key_guard, "REPEAT_GAP", 0.05)
        await pilot.press("enter")  # pressed once: it counts when no repeat follows
        await until(pilot, lambda: screen.taken == 1)
        monkeypatch.setattr(key_guard, "HOLD_TIME", 0.0)
        await pilot.press("enter")  # once no key can be held from before, it counts at once
        assert screen.taken == 2


async def test_the_curtain_says_when_enter_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_guard, "ARM_AFTER", 3600.0)
    monkeypatch.setattr(key_guard, "HOLD_TIME", 0.0)
    ada = SeatNames(("p1", "p2"), ("Ben", "Ada")).name(Seat(1))
    app = Opened(lambda: Curtain(ada))
    async with app.run_test(size=(80, 24)) as pilot:
        curtain = await in_front(pilot, Curtain)
        await pilot.press("enter")
        assert app.answers == []
        assert "press Enter" not in frame(app)
        monkeypatch.setattr(key_guard, "ARM_AFTER", 0.0)
        curtain.ignore_held_keys()
        await appears(pilot, "press Enter")
        for line in ("Pass the keyboard to", "▲ Ada", "Everyone else, look away."):
            assert line in frame(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [True])
