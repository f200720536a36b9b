"""A key that is held down or typed ahead does not leave a screen."""

from typing import ClassVar

import pytest
from textual.content import Content

from engine.seat import Seat
from screens.curtain import Curtain
from screens.dialogs.leave import LeaveDialog
from screens.games.ui import Headline
from screens.players.seat_names import SeatNames
from screens.watch.end_card import EndCard
from screens.widgets import key_guard
from screens.widgets.key_guard import KeyGuard
from tests.looking import Opened, appears, draws_letters, frame, in_front, until


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
    ada = SeatNames(("p1", "p2"), ("Ben", "Ada")).get_full_name(Seat(1))
    app = Opened(lambda: Curtain(ada))
    async with app.run_test(size=(80, 24)) as pilot:
        curtain = await in_front(pilot, Curtain)
        await pilot.press("enter")
        assert app.answers == []
        assert "press Enter" not in frame(app)
        monkeypatch.setattr(key_guard, "ARM_AFTER", 0.0)
        curtain.ignore_held_keys()
        await appears(pilot, "press Enter")
        for line in ("Pass the keyboard to", "Everyone else, look away."):
            assert line in frame(app)
        assert draws_letters(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers == [True])


async def test_the_end_card_shows_when_a_key_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_guard, "ARM_AFTER", 3600.0)
    headline = Headline("Round 1", "over", ("Ada",), "1 to 0")
    app = Opened(lambda: EndCard(headline, Content(""), ()))
    async with app.run_test(size=(80, 24)) as pilot:
        card = await in_front(pilot, EndCard)
        await pilot.press("a")
        assert app.answers == []
        assert card.query_one("#keys").has_class("-waiting")
        monkeypatch.setattr(key_guard, "ARM_AFTER", 0.0)
        monkeypatch.setattr(key_guard, "HOLD_TIME", 0.0)
        card.ignore_held_keys()
        assert not card.query_one("#keys").has_class("-waiting")
        await pilot.press("a")
        await until(pilot, lambda: app.answers == [True])


class ReadAgain(Guarded):
    """A screen that is read again after a dialog."""

    READ_ONCE = False


async def test_what_was_read_once_does_not_lock_again_after_a_dialog(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr(key_guard, "monotonic", lambda: now)
    monkeypatch.setattr(key_guard, "ARM_AFTER", 0.25)
    monkeypatch.setattr(Guarded, "READING_TIME", 3.0)
    for kind in (Guarded, ReadAgain):
        app = Opened(kind)
        async with app.run_test() as pilot:
            screen = await in_front(pilot, kind)
            await pilot.press("enter")
            assert screen.taken == 0
            now += 4
            app.push_screen(LeaveDialog())
            dialog = await in_front(pilot, LeaveDialog)
            dialog.dismiss(False)
            await in_front(pilot, kind)
            await pilot.press("enter")  # a key that is held down still does nothing
            assert screen.taken == 0
            now += 1
            await pilot.press("enter")
            assert screen.taken == (kind is Guarded)
            now += 4
            await pilot.press("enter")
            assert screen.taken == 1 + (kind is Guarded)
