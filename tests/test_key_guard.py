"""A key that is held down or typed ahead does not leave a screen."""

import pytest

from screens import key_guard
from screens.key_guard import KeyGuard

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
