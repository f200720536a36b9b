"""The command palette: every action of a screen, new games, saved games, and no secret."""

from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandPalette
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from engine.config.start import load_start
from screens.curtain import Curtain
from screens.forms.seat_screen import SeatScreen
from screens.help.screen import HelpScreen
from screens.home import HomeScreen
from screens.palette.actions import list_actions
from screens.palette.palette import PrivatePalette
from screens.palette.row import NARROW, render_row
from screens.replay.screen import ReplayScreen
from screens.settings.theme_dialog import ThemeDialog
from screens.setup.company import NameField
from screens.setup.game_choice import GameChoice
from screens.setup.screen import SetupScreen
from tests.kept_games import SECRETS, keep_game
from tests.looking import appears, frame, in_front, until
from tui.app import ParlourApp
from tui.home import create_home
from tui.theme import THEMES, recall_theme


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    (tmp_path / "games").mkdir()
    return tmp_path


def open_app() -> ParlourApp:
    start = load_start()
    return ParlourApp(lambda: create_home(start), data=start.data)


async def choose(pilot: Pilot[Any], text: str) -> None:
    """Open the palette, type, and choose the first command."""
    await pilot.press("ctrl+p")
    await until(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
    await until(pilot, lambda: isinstance(pilot.app.focused, Input))
    await pilot.press(*text)
    await until(pilot, lambda: text.casefold() in frame(pilot.app).casefold().split("Commands")[-1])
    found = pilot.app.screen.query_one(OptionList)
    await until(pilot, lambda: found.option_count and found.highlighted is not None)
    await pilot.pause(0.2)
    await pilot.press("enter")
    await until(pilot, lambda: not isinstance(pilot.app.screen, CommandPalette))


async def test_the_palette_opens_games_and_runs_actions(data: Path) -> None:
    keep_game(data / "games", "whole")
    app = open_app()
    async with app.run_test(size=(100, 30)) as pilot:
        await in_front(pilot, HomeScreen)
        await choose(pilot, "Undercover")
        await in_front(pilot, SetupScreen)
        assert app.screen.query_one(GameChoice).game == "undercover"
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
        await choose(pilot, "Replay Decrypto")
        await in_front(pilot, ReplayScreen)
        assert "Focus Previous" not in {action.name for action in list_actions(app.screen)}
        assert not [action.name for action in list_actions(app.screen) if not action.told]
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
        await choose(pilot, "Help")
        await in_front(pilot, HelpScreen)


async def test_unfinished_games_are_listed_without_secrets(data: Path) -> None:
    keep_game(data / "games", "open", moves=4)
    app = open_app()
    async with app.run_test(size=(100, 30)) as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("ctrl+p")
        await pilot.press(*"Resume")
        await appears(pilot, ": [red]Ada, Ben")
        assert not set(SECRETS) & set(frame(app).split())


async def test_every_action_of_a_screen_is_in_the_palette() -> None:
    app = open_app()
    async with app.run_test(size=(100, 30)) as pilot:
        home = await in_front(pilot, HomeScreen)
        titles = {action.name for action in list_actions(home)}
        assert {
            "New game",
            "Play alone",
            "Watch",
            "Saved games",
            "Rules",
            "Deck",
            "Theme",
        } <= titles
        assert "Resume" not in titles  # there is no unfinished game
        assert [action.name for action in list_actions(home)].count("Quit") == 1
        await pilot.press("n")
        await in_front(pilot, SetupScreen)
        titles = {action.name for action in list_actions(app.screen)}
        assert all(action.told for action in list_actions(app.screen))
        assert {"Details", "Models", "Back"} <= titles
        assert "Start" not in titles  # nobody is here yet
        assert not {"Add", "Choose", "Next"} & titles  # what Enter and the arrow keys do in a field
        await pilot.press(*"Ada", "enter", *"Ben", "enter")
        await until(pilot, lambda: "Start" in {action.name for action in list_actions(app.screen)})


async def test_over_a_private_screen_f9_hides_the_palette_and_a_curtain_has_none() -> None:
    app = open_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("n")
        await in_front(pilot, SetupScreen)
        await until(pilot, lambda: isinstance(app.focused, NameField))
        await pilot.press(*"Ada", "enter", *"Ben", "enter", "f5")
        await in_front(pilot, Curtain)
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SeatScreen))
        await pilot.press("ctrl+p")
        await in_front(pilot, PrivatePalette)
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        assert "What do you want" not in frame(app)


async def test_themes_are_shown_at_once_and_kept_or_not(data: Path) -> None:
    app = open_app()
    names = list(THEMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("f2")
        await in_front(pilot, ThemeDialog)
        for name in names[1:]:
            await pilot.press("down")
            await until(pilot, lambda: app.theme == name)  # noqa: B023
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
        assert app.theme == names[0]
        assert recall_theme(data) == names[0]
        await pilot.press("f2")
        await in_front(pilot, ThemeDialog)
        await pilot.press("down", "down", "enter")
        await in_front(pilot, HomeScreen)
        await until(pilot, lambda: recall_theme(data) == names[2])
        assert app.theme == names[2]


@pytest.mark.parametrize("theme", THEMES)
async def test_every_screen_of_a_start_can_be_drawn_in_every_theme(theme: str) -> None:
    app = ParlourApp(lambda: create_home(load_start()), theme=theme)
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("n")
        await in_front(pilot, SetupScreen)
        await until(pilot, lambda: isinstance(app.focused, NameField))
        await pilot.press(*"Ada", "enter", *"Ben", "enter", "f5")
        await in_front(pilot, Curtain)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SeatScreen))


async def test_a_long_key_does_not_touch_its_command() -> None:
    for room in (NARROW - 1, NARROW):
        row = render_row(Content("Back"), "To the page before", "Shift+Tab", room=room)
        assert row.plain.startswith("Shift+Tab Back")
