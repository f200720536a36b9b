"""Watching machines: the pace, and what the audience sees, is asked and is told."""

from pathlib import Path

from screens.dialogs import Pause
from screens.watch.screen import WatchScreen
from tests.looking import Opened, appears, in_front, until
from tests.test_table import PEOPLE, leaks, session


async def test_machines_alone_can_be_paused_and_left(tmp_path: Path) -> None:
    sitting = session(tmp_path, dict.fromkeys(PEOPLE, "random"), rounds=1)
    app = Opened(lambda: WatchScreen(sitting))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await in_front(pilot, WatchScreen)
        await pilot.press("space")
        await appears(pilot, "paused")
        assert not table.pacing.going
        assert not leaks(pilot)
        await pilot.press("escape")
        await in_front(pilot, Pause)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answers == [False])
