"""The settings screen, and the file that it writes."""

import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Input

import screens
import tui.app
from engine.config.errors import SettingsError
from engine.config.keymap import KEYS, check_keymap
from engine.config.remembered_choices import recall_choice
from engine.config.settings import load_settings
from engine.config.settings_file import write_setting, write_table
from engine.config.start import load_start
from screens.help.screen import HelpScreen
from screens.home import HomeScreen
from screens.players.history import PlayerHistory, load_player_history, save_player_history
from screens.saved.screen import GamesList
from screens.settings.screen import SettingsScreen
from screens.settings.setting_row import SettingRow
from screens.settings.theme_dialog import ThemeDialog
from screens.setup.company import NameField
from screens.setup.screen import SetupScreen
from screens.widgets.choice_field import ChoiceField
from screens.widgets.yes_no import YesNo
from tests.looking import appears, frame, in_front, until
from tui.app import ParlourApp
from tui.home import create_home

OWN = """\
# mine
timeout = 7   # short

[models.big]
base_url = "http://localhost:1/v1"

[models.small]
base_url = "http://localhost:2/v1"
"""


@pytest.fixture(autouse=True)
def own_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    for module in ("paths", "settings", "trust"):
        name = f"engine.config.{module}.get_user_file"
        monkeypatch.setattr(name, lambda: path, raising=False)
    monkeypatch.setattr("screens.settings.screen.get_user_file", lambda: path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    return path


def read(path: Path) -> str:
    """The text of a file; empty if there is none."""
    return path.read_text() if path.exists() else ""


def write(path: Path, text: str) -> None:
    """Write a file."""
    path.write_text(text)


# The file.


def test_a_setting_is_written_and_other_lines_stay(own_file: Path) -> None:
    write_setting(own_file, "idle", 30.0)
    assert own_file.read_text() == "idle = 30\n"
    own_file.write_text(OWN)
    write_setting(own_file, "idle", 30.0)
    read = tomllib.loads(own_file.read_text())
    assert read == {**tomllib.loads(OWN), "idle": 30}
    for line in OWN.splitlines():
        assert line in own_file.read_text()
    write_setting(own_file, "timeout", 9.5)
    write_setting(own_file, "operator", True)
    assert tomllib.loads(own_file.read_text())["operator"] is True
    write_setting(own_file, "idle", None)
    assert "idle" not in tomllib.loads(own_file.read_text())
    assert tomllib.loads(own_file.read_text())["models"] == tomllib.loads(OWN)["models"]


def test_a_table_is_written_in_place_of_the_one_there(own_file: Path) -> None:
    own_file.write_text(OWN)
    write_table(own_file, "keymap", {"help": "f8"})
    write_table(own_file, "keymap", {"help": "f10", "start": "ctrl+g"})
    read = tomllib.loads(own_file.read_text())
    assert read == {**tomllib.loads(OWN), "keymap": {"help": "f10", "start": "ctrl+g"}}
    write_setting(own_file, "idle", 5.0)
    write_table(own_file, "keymap", {})
    assert tomllib.loads(own_file.read_text()) == {**tomllib.loads(OWN), "idle": 5}


@pytest.mark.parametrize(
    "text", ["a = [", 'idle = """\n30\n"""\n', "[x]\n[x]\n", 'y = """\nidle = 3\n"""\n', "\x00"]
)
def test_a_file_that_cannot_be_changed_stays_as_it_is(own_file: Path, text: str) -> None:
    own_file.write_text(text)
    with pytest.raises(SettingsError, match=r"own\.toml"):
        write_setting(own_file, "idle", 5.0)
    assert own_file.read_text() == text


# Paging.


async def test_a_page_key_goes_on_by_a_page_with_the_row_in_sight() -> None:
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("s")
        screen = await in_front(pilot, SettingsScreen)
        await until(pilot, lambda: screen.scrolled and screen.scrolled.show_vertical_scrollbar)
        rows = screen.open_rows
        for key, goes_on in (("pagedown", True), ("pagedown", True), ("pageup", False)):
            before = next(n for n, row in enumerate(rows) if row.has_focus_within)
            await pilot.press(key)
            rows = screen.open_rows
            at = next(n for n, row in enumerate(rows) if row.has_focus_within)
            assert (at > before + 5) if goes_on else (at < before - 5)
            await pilot.pause()
            assert screen.scrolled.region.contains_region(rows[at].region)


# Keys.


@pytest.mark.parametrize(
    ("keymap", "says"),
    [
        ({"jump": "f8"}, "there is no key 'jump'"),
        ({"help": "h"}, "help takes a key such as f8"),
        ({"help": "f99"}, "not 'f99'"),
        ({"help": "f9"}, "f9 always means the same"),
        ({"help": "f5"}, "would both have the key f5"),
        ({"help": "ctrl+m"}, "ctrl\\+m always means the same"),
        ({"machine": "ab"}, "or a letter, not 'ab'"),
    ],
)
def test_keys_that_cannot_be_used_are_refused(keymap: dict[str, str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        check_keymap(keymap)


def test_keys_can_change_places() -> None:
    check_keymap({"help": "f2", "theme": "f1", "machine": "x", "quit": "alt+q"})


def list_bindings() -> Iterator[Binding]:
    """Every binding of every screen, and of the app."""
    modules = [import_module(one.name) for one in walk_packages(screens.__path__, "screens.")]
    for module in (*modules, tui.app):
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == module.__name__:
                yield from (one for one in vars(kind).get("BINDINGS", ()) if one.id)


def test_every_binding_with_a_name_can_be_chosen_and_has_its_usual_key() -> None:
    found = {binding.id: set[str]() for binding in list_bindings()}
    for binding in list_bindings():
        found[binding.id] |= set(binding.key.lower().split(","))
    assert {name for name, key in KEYS.items() if key not in found.get(name, ())} == set()
    assert found.keys() == KEYS.keys()


def test_two_actions_of_a_screen_cannot_have_one_key() -> None:
    check_keymap({"rematch": "m", "branch": "m"})  # which are on different screens
    for keymap in ({"rematch": "s"}, {"inspect": "b"}, {"new_game": "w"}, {"replay": "i"}):
        with pytest.raises(ValueError, match="would both have the key"):
            check_keymap(keymap)


async def test_texts_of_the_help_name_the_keys_that_were_chosen(own_file: Path) -> None:
    write(own_file, '[keymap]\nresume_game = "y"\nnew_game = "f6"\nresume = "z"\n')
    app = ParlourApp(lambda: create_home(load_start()))
    app.set_keymap(dict(load_start().look.keymap))
    async with app.run_test(size=(100, 30)) as pilot:
        await in_front(pilot, HomeScreen)
        await appears(pilot, "F6  New game")
        await appears(pilot, "Z  Resume")
        await pilot.press("p")
        await in_front(pilot, GamesList)
        await pilot.press("question_mark")
        await in_front(pilot, HelpScreen)
        await appears(pilot, "Y resumes a game that is not finished")
        await pilot.press("question_mark")
        await in_front(pilot, GamesList)


def test_a_keymap_of_a_folder_of_somebody_else_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "parlour.toml").write_text('[keymap]\nhelp = "f8"\n')
    assert load_settings().keymap == {}


def test_a_wrong_keymap_is_named(own_file: Path) -> None:
    own_file.write_text('[keymap]\nhelp = "h"\n')
    with pytest.raises(SettingsError, match="keymap"):
        load_settings()


async def test_a_key_that_was_chosen_works_and_is_shown(own_file: Path) -> None:
    write(own_file, '[keymap]\nhelp = "f8"\ndetails = "ctrl+g"\n')
    app = ParlourApp(lambda: create_home(load_start()))
    app.set_keymap(dict(load_start().look.keymap))
    async with app.run_test(size=(100, 30)) as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("f8")
        await in_front(pilot, HelpScreen)
        await pilot.press("f8")
        await in_front(pilot, HomeScreen)
        await appears(pilot, "F8 Help")
        await pilot.press("n")
        await in_front(pilot, SetupScreen)
        await until(pilot, lambda: isinstance(app.focused, NameField))
        await appears(pilot, "Ctrl+G Details")


# The screen.


async def open_settings(pilot: Pilot[Any]) -> None:
    await in_front(pilot, HomeScreen)
    await pilot.press("s")
    screen = await in_front(pilot, SettingsScreen)
    await until(pilot, lambda: screen.listed_keys == KEYS.keys())  # they follow the first frame
    await pilot.pause()


def row(app: ParlourApp, name: str) -> SettingRow:
    return next(one for one in app.screen.query(SettingRow) if one.setting == name)


@pytest.mark.usefixtures("own_file")
async def test_a_theme_that_is_chosen_in_its_dialog_stands_in_its_row() -> None:
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_settings(pilot)
        before = row(app, "theme").text
        await pilot.press("f2")
        await in_front(pilot, ThemeDialog)
        await pilot.press("down", "enter")
        await in_front(pilot, SettingsScreen)
        await until(pilot, lambda: row(app, "theme").text == app.theme != before)
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
        assert app.theme != before


async def test_settings_are_written_and_count_at_once(own_file: Path, tmp_path: Path) -> None:
    save_player_history(PlayerHistory(("Ada", "Ben"), {"ada": 1}), tmp_path / "data")
    start = load_start()
    app = ParlourApp(lambda: create_home(start), data=start.data)
    async with app.run_test(size=(80, 24)) as pilot:
        await open_settings(pilot)
        row(app, "theme").query_one(ChoiceField).focus()
        await pilot.press("right", "right")
        await until(pilot, lambda: app.theme == "parlour-blue")
        row(app, "idle").query_one(Input).value = "30"
        row(app, "motion").query_one(YesNo).value = False
        assert row(app, "names").text == "Ada, Ben"
        row(app, "names").query_one(Input).value = "Cleo,, [b]Dan"
        row(app, "keymap.help").query_one(Input).value = "F8"
        await pilot.pause()
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
        await until(pilot, lambda: app.idle == 30)
        assert app.animation_level == "none"
        await pilot.press("f8")
        await in_front(pilot, HelpScreen)
    assert tomllib.loads(read(own_file)) == {
        "idle": 30,
        "motion": "off",
        "keymap": {"help": "f8"},
    }
    assert recall_choice("theme", tmp_path / "data") == "parlour-blue"
    history = load_player_history(tmp_path / "data")
    assert (history.people, dict(history.looks)) == (("Cleo", "[b]Dan"), {"ada": 1})
    again = load_settings()
    assert (again.idle, again.motion, again.keymap) == (30, "off", {"help": "f8"})
    assert start.settings.idle == 30


async def test_keys_stay_as_they_are_if_settings_are_left_before_they_are_listed(
    own_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def list_nothing(screen: SettingsScreen) -> None:
        assert not screen.listed_keys

    monkeypatch.setattr(SettingsScreen, "list_keys", list_nothing)
    write(own_file, '[keymap]\nhelp = "f8"\n')
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, HomeScreen)
        await pilot.press("s")
        await in_front(pilot, SettingsScreen)
        row(app, "idle").query_one(Input).value = "30"
        await pilot.press("escape")
        await in_front(pilot, HomeScreen)
    assert tomllib.loads(read(own_file)) == {"idle": 30, "keymap": {"help": "f8"}}


async def test_what_is_wrong_is_written_nowhere(own_file: Path) -> None:
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_settings(pilot)
        row(app, "idle").query_one(Input).value = "soon"
        await appears(pilot, "✗ idle must be")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        assert app.focused is row(app, "idle").query_one(Input)
        row(app, "idle").query_one(Input).value = "120"
        row(app, "keymap.help").query_one(Input).value = "f5"
        await pilot.press("escape")
        await appears(pilot, "help and start would both have the key f5")
        await pilot.press("f7")
        await in_front(pilot, HomeScreen)
    assert read(own_file) == ""


async def test_what_a_variable_sets_cannot_be_changed_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PARLOUR_IDLE", "77")
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(100, 30)) as pilot:
        await open_settings(pilot)
        await appears(pilot, "set by the environment (PARLOUR_IDLE)")
        assert row(app, "idle").query_one(Input).disabled


async def test_no_key_of_a_server_is_on_the_screen(
    own_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canarykey-0123456789")
    write(own_file, OWN)
    app = ParlourApp(lambda: create_home(load_start()))
    async with app.run_test(size=(200, 60)) as pilot:
        await open_settings(pilot)
        await appears(pilot, "Keys")
        assert "canarykey" not in frame(app)
