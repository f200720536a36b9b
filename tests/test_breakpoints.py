"""A screen's classes for its room are there before its first frame."""

import pytest
from textual.app import App
from textual.screen import Screen

from screens.widgets.breakpoints import apply_breakpoints


class Fitted(Screen[None]):
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    first: frozenset[str] = frozenset()

    def on_mount(self) -> None:
        apply_breakpoints(self)

    def on_screen_resume(self) -> None:  # laid out and painted for the first time after this
        self.first = self.first or self.classes


@pytest.mark.parametrize(
    ("size", "classes"),
    [
        ((80, 24), {"-narrow"}),
        ((119, 35), {"-narrow"}),
        ((120, 36), {"-wide", "-tall"}),
        ((200, 60), {"-wide", "-tall"}),
    ],
)
async def test_a_screen_knows_its_room_from_the_first_frame_on(
    size: tuple[int, int], classes: set[str]
) -> None:
    app: App[None] = App()
    async with app.run_test(size=size) as pilot:
        screen = Fitted()
        await app.push_screen(screen)
        await pilot.pause()
        assert screen.first >= classes
        assert not (screen.first | screen.classes) & ({"-narrow", "-wide", "-tall"} - classes)
        await pilot.resize_terminal(120, 36)
        await pilot.pause()
        assert screen.has_class("-wide")
        assert not screen.has_class("-narrow")
