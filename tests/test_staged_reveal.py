"""Reveals in stages: pauses, keys that skip them, and no waiting where nothing may move."""

from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot

from engine.config.errors import SettingsError
from engine.config.settings import load_settings
from engine.config.start import Start, load_start
from screens.table.round_summary import RoundSummary
from screens.widgets.gradual_reveal import GradualReveal, StagedLines, StagedReveal
from screens.widgets.key_guard import is_any_key
from tests.looking import Opened, frame, in_front, until
from tui.launch import open_app

PARTS = ("the code", "the guess", "the verdict")


class Parts(StagedLines):
    """Three parts, one after another."""

    def __init__(self, seconds: float) -> None:
        """Pause for so many seconds before each part."""
        super().__init__([seconds] * len(PARTS))
        self.completed = 0

    def layout_stage(self, width: int, stage: int) -> list[Content]:  # noqa: ARG002
        return [Content(part if stage > place else "?") for place, part in enumerate(PARTS)]

    def on_staged_reveal_completed(self) -> None:
        self.completed += 1


async def opened(pilot: Pilot[Any]) -> tuple[RoundSummary, Parts]:
    summary = await in_front(pilot, RoundSummary)
    return summary, summary.reveal


@pytest.fixture
def paced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screens.widgets.gradual_reveal.PACE", 1.0)


@pytest.mark.usefixtures("paced")
async def test_parts_come_by_themselves_in_their_order_without_moving() -> None:
    app = Opened(lambda: RoundSummary(Parts(0.05)))
    async with app.run_test(size=(40, 12)) as pilot:
        _, parts = await opened(pilot)
        seen, heights = [], set()
        while not parts.is_complete:
            seen.append(parts.stage)
            heights.add(parts.size.height)
            await pilot.pause(0.01)
        assert sorted(set(seen)) == list(dict.fromkeys(seen)), "never back"
        assert {0, 1, 2} >= set(seen)
        await until(pilot, lambda: PARTS[-1] in frame(app))
        assert heights <= {len(PARTS)}
        await until(pilot, lambda: parts.completed == 1)


@pytest.mark.usefixtures("paced")
async def test_any_key_shows_the_rest_and_only_then_enter_goes_on() -> None:
    app = Opened(lambda: RoundSummary(Parts(60)))
    async with app.run_test(size=(40, 12)) as pilot:
        summary, parts = await opened(pilot)
        assert isinstance(parts, GradualReveal)
        assert PARTS[0] not in frame(app)
        for key in ("left_shift", "f5", "down"):
            await pilot.press(key)
        assert not parts.is_complete, "modifiers, function keys and scrolling skip nothing"
        await pilot.press("x")
        await until(pilot, lambda: all(part in frame(app) for part in PARTS))
        assert app.screen is summary
        await pilot.press("x")
        assert app.screen is summary, "only Enter and Space go on"
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is not summary)


@pytest.mark.usefixtures("paced")
async def test_a_key_held_down_since_the_screen_before_skips_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("screens.widgets.key_guard.ARM_AFTER", 3600.0)
    app = Opened(lambda: RoundSummary(Parts(60)))
    async with app.run_test(size=(40, 12)) as pilot:
        _, parts = await opened(pilot)
        await pilot.press("enter", "x")
        assert parts.stage == 0


@pytest.mark.usefixtures("paced")
async def test_without_motion_everything_is_there_at_once() -> None:
    app = Opened(lambda: RoundSummary(Parts(60)))
    app.animation_level = "none"
    async with app.run_test(size=(40, 12)) as pilot:
        summary, parts = await opened(pilot)
        assert parts.is_complete
        assert PARTS[-1] in frame(app)
        await until(pilot, lambda: parts.completed == 1)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is not summary)


def test_a_reveal_of_one_stage_is_complete() -> None:
    assert StagedReveal(()).is_complete


@pytest.mark.parametrize("key", ["left_shift", "ctrl", "right_control", "f1", "f12"])
def test_keys_that_are_not_any_key(key: str) -> None:
    assert not is_any_key(key)


def test_motion_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = []
    monkeypatch.setattr("tui.app.ParlourApp.run", lambda app: levels.append(app.animation_level))
    open_app(RoundSummary, load_start())  # type: ignore[arg-type]
    monkeypatch.setenv("PARLOUR_MOTION", "off")
    open_app(RoundSummary, load_start())  # type: ignore[arg-type]
    open_app(RoundSummary, Start(load_settings({"motion": "on"})))  # type: ignore[arg-type]
    assert levels == ["full", "none", "full"]
    with pytest.raises(SettingsError, match="motion must be one of on, off, not 'fast'"):
        load_settings({"motion": "fast"})


@pytest.mark.usefixtures("paced")
async def test_a_reveal_is_held_where_it_is() -> None:
    parts = Parts(0.05)
    parts.held = True
    app = Opened(lambda: RoundSummary(parts))
    async with app.run_test() as pilot:
        await opened(pilot)
        await pilot.pause(0.2)
        assert parts.stage == 0
        parts.hold(False)
        await until(pilot, lambda: parts.is_complete)
