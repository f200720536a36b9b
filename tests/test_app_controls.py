"""No screen of the app shows a terminal what it would obey, whatever names and answers hold."""

from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import DataTable, Input, OptionList, Static, TextArea, Tree

from engine.config.start import load_start
from engine.text import OBEYED
from screens.home import HomeScreen
from screens.laboratory.runs import LaboratoryScreen
from screens.laboratory.study.list import StudiesScreen
from screens.saved.screen import GamesList
from tests.looking import appears, frame, in_front
from tui.app import ParlourApp

HOSTILE = "a\x1b]0;t\x07b\x9b2Jc\u202ed\x08e\u2066f\x85g\u200fh\x7fi"
HARMLESS = "a]0;tb2Jcdefghi"


class HostileScreen(Screen[None]):
    """Has the text in every kind of widget, in titles, and in a notification."""

    def compose(self) -> ComposeResult:
        yield Static(HOSTILE, markup=False)
        titled = Static("titled")
        titled.styles.border = ("round", "white")
        titled.border_title, titled.border_subtitle = Content(HOSTILE), Content(HOSTILE)
        yield titled
        table: DataTable[Any] = DataTable()
        table.add_columns(Text(HOSTILE))
        table.add_row(Text(HOSTILE))
        yield table
        yield Input(HOSTILE)
        yield TextArea(HOSTILE)
        yield OptionList(Content(HOSTILE))
        yield Tree(Text(HOSTILE))

    def on_mount(self) -> None:
        self.app.notify(HOSTILE, title=HOSTILE, markup=False, timeout=60)


async def test_no_widget_shows_what_a_terminal_obeys() -> None:
    app = ParlourApp(HostileScreen)
    async with app.run_test(size=(100, 60)) as pilot:
        await appears(pilot, "titled")
        await appears(pilot, "╭")
        await pilot.pause(0.1)
        shown = frame(app)
        assert not OBEYED.search(shown)
        assert shown.count(HARMLESS) >= 6
        assert shown.count("─ a]0;tb2J") == 2, "the titles of the border"


@pytest.mark.parametrize(
    ("folder", "ending", "screen"),
    [
        ("games", ".jsonl", GamesList),
        ("lab", ".run", LaboratoryScreen),
        ("studies", ".study", StudiesScreen),
    ],
)
async def test_names_of_files_are_harmless_in_lists(
    folder: str, ending: str, screen: type[Screen[Any]], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    place = tmp_path / folder
    place.mkdir()
    (place / f"{HOSTILE}{ending}").write_bytes(b"what is no such file\n\x1b[2J")
    refuse: Any = None
    app = ParlourApp(lambda: HomeScreen(refuse, refuse, refuse, load_start()))
    async with app.run_test(size=(120, 40)) as pilot:
        if screen is GamesList:
            app.push_screen(GamesList(place))
        elif screen is StudiesScreen:
            app.push_screen(StudiesScreen(tmp_path))
        else:
            await pilot.press("l")
        await in_front(pilot, screen)
        await appears(pilot, "hi")
        for _ in range(3):
            await pilot.press("down", "enter")
            await pilot.pause()
            assert not OBEYED.search(frame(app))
