"""Beside a dialog stands nothing of the screen behind it."""

from collections.abc import Callable

import pytest
from textual.app import ComposeResult
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from screens.dialogs.band import DialogBand
from screens.dialogs.leave import LeaveDialog
from screens.settings.theme_dialog import ThemeDialog
from tests.looking import Opened, frame, in_front
from tui.theme import THEMES


class Full(Screen[None]):
    """A screen full of letters."""

    def compose(self) -> ComposeResult:
        yield Static("x" * 10_000)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (160, 45)])
@pytest.mark.parametrize("create", [LeaveDialog, lambda: ThemeDialog(THEMES)])
async def test_a_dialog_clears_its_lines(
    create: Callable[[], ModalScreen[object]], size: tuple[int, int]
) -> None:
    app = Opened(Full)
    async with app.run_test(size=size) as pilot:
        await in_front(pilot, Full)
        dialog = create()
        app.push_screen(dialog)
        await in_front(pilot, type(dialog))
        await pilot.pause()
        box = dialog.query_one(".dialog").region
        if dialog.query(DialogBand):
            band = dialog.query_one(DialogBand)
            assert band.region.width == size[0]
            assert band.region.line_span == box.line_span
            assert band.styles.background.a == 1
            assert band.region.height < size[1] - 1
        else:
            assert dialog.styles.background.a == 1
            assert "xx" not in frame(app)
