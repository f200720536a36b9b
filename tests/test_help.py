"""Help on F1: every screen has it, it is short, and opening a page is cheap."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Markdown

import screens
from engine.config.start import Start
from engine.games.catalog import CATALOG
from screens.curtain import Curtain
from screens.dialogs.leave import LeaveDialog
from screens.games.ui import load_game_ui
from screens.help.description import describe_screen
from screens.help.screen import HelpScreen, PrivateHelp
from screens.home import HomeScreen
from screens.private_screen import PrivateScreen
from screens.widgets.markdown import MarkdownPage, parse_blocks
from tests.looking import Opened, appears, frame, in_front, until
from tui.app import ParlourApp

HELP_WIDTH = 74
"""Columns of the help in a terminal of 80."""
MAX_LINES = 5
BASES = (
    *("KeyGuard", "ListScreen", "ModalHost", "PictureDialog", "PrivateScreen", "SeatScreen"),
    "OperatorKeys",
    "OptionsDialog",
    "ScrollKeys",
    "StudyScreen",
)
"""Screens that are never shown themselves."""


def list_screens() -> Iterator[type[Screen[Any]]]:
    """Every class of a screen, once all modules are imported."""
    for module in walk_packages(screens.__path__, "screens."):
        import_module(module.name)
    found: list[type[Screen[Any]]] = [Screen]
    for one in found:
        found.extend(kind for kind in one.__subclasses__() if kind not in found)
    for kind in found:
        if kind.__module__.startswith("screens.") and "[" not in kind.__name__:
            yield kind


def is_shown(kind: type[Screen[Any]]) -> bool:
    """Whether a screen of this class is shown itself; the help needs no help."""
    return kind.__name__ not in (*BASES, "OperatedTable") and not issubclass(kind, HelpScreen)


def test_every_screen_says_in_five_lines_what_it_is_for() -> None:
    shown = [kind for kind in list_screens() if is_shown(kind)]
    assert len(shown) > 40
    for kind in shown:
        text = getattr(kind, "HELP", "")
        assert text, (
            f"{kind.__name__} has no help: give it HELP, a few sentences, in {kind.__module__}; "
            "if it is a base that is never shown itself, name it in BASES of this test"
        )
        assert len(Content(text).wrap(HELP_WIDTH)) <= MAX_LINES, kind.__name__


async def test_f1_opens_on_curtains_and_dialogs_and_closes_again() -> None:
    app: Opened[None] = Opened(lambda: Curtain("Quarkfennel"))
    async with app.run_test(size=(80, 24)) as pilot:
        await in_front(pilot, Curtain)
        await pilot.press("f1")
        await in_front(pilot, HelpScreen)
        await appears(pilot, "for one person only")
        await pilot.press("tab")
        await appears(pilot, "encoder")
        assert not app.screen.query(Markdown)  # many widgets: slow
        await pilot.press("f1")
        await in_front(pilot, Curtain)
        app.push_screen(LeaveDialog())
        await in_front(pilot, LeaveDialog)
        await pilot.press("f1")
        await in_front(pilot, HelpScreen)
        await appears(pilot, "Every move so far is saved")


class PrivateWithGame(PrivateScreen[None]):
    """A private screen of a game, full of a secret."""

    person = "Ada"
    game = "taboo"
    HELP = "What this is for."

    def render(self) -> str:
        return "Quarkfennel " * 200


async def test_help_comes_before_the_rules_of_the_game_and_hides_a_private_screen() -> None:
    app: Opened[None] = Opened(PrivateWithGame)
    async with app.run_test(size=(80, 24)) as pilot:
        await appears(pilot, "Quarkfennel")
        await pilot.press("f1")
        await in_front(pilot, PrivateHelp)
        await appears(pilot, "What this is for.")
        assert "Quarkfennel" not in frame(app)
        await pilot.press("tab")
        await appears(pilot, "Taboo")
        await appears(pilot, "attacker")
        assert isinstance(app.focused, VerticalScroll)
        await pilot.press("f9")
        await in_front(pilot, Curtain)
        assert "attacker" not in frame(app)


async def test_letters_work_in_both_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter that nothing uses is tried in the other case: Caps Lock may be on."""
    app = ParlourApp(lambda: HomeScreen(None, None, None, Start()))  # type: ignore[arg-type]
    async with app.run_test(size=(80, 24)) as pilot:
        home = await in_front(pilot, HomeScreen)
        letters = {
            key: active.binding.action
            for key, active in home.active_bindings.items()
            if len(key) == 1 and key.isalpha()
        }
        assert letters
        pressed: list[str] = []

        async def run(name: str, *_: object) -> bool:
            pressed.append(name)
            return True

        monkeypatch.setattr(app, "run_action", run)
        for letter in letters:
            await pilot.press(letter.lower(), letter.upper())
        await until(pilot, lambda: len(pressed) >= 2 * len(letters))
    assert pressed == [action for action in letters.values() for _ in range(2)]


def test_no_screen_tells_a_letter_from_the_same_letter_in_the_other_case() -> None:
    for kind in list_screens():
        actions: dict[str, set[str]] = {}
        for binding in kind.BINDINGS:
            assert isinstance(binding, Binding)
            for key in binding.key.split(","):
                if len(key) == 1 and key.isalpha():
                    actions.setdefault(key, set()).add(binding.action)
        for key in actions:
            assert actions[key] == actions.get(key.swapcase(), actions[key]), kind.__name__


@pytest.mark.parametrize("game", CATALOG)
def test_rules_are_laid_out_without_markup_and_within_the_width(game: str) -> None:
    page = MarkdownPage(load_game_ui(game).rules)
    for width in (24, 40, 76):
        lines = page.layout_lines(width)
        assert all(line.cell_length <= width for line in lines)
        text = "\n".join(line.plain for line in lines)
        assert not any(mark in text for mark in ("**", "# ", "| ", "`"))


def test_markdown_becomes_blocks() -> None:
    text = "# A\n\nb **c**\n*d*\n\n1. e\n2. f\n   - g\n\n| h | i |\n| - | - |\n| j | k [x](y) |\n"
    page = MarkdownPage(text)
    assert [line.plain.rstrip() for line in page.layout_lines(30)] == [
        *("A", "", "b c d", "", "1. e", "2. f", "  • g", ""),
        *("h  i", "j  k x"),
    ]
    assert parse_blocks(text)[1].text.spans


async def test_the_help_tells_a_key_once_and_in_its_fullest_words() -> None:
    class Keyed(Screen[None]):
        HELP = "What this is for."
        BINDINGS = [  # noqa: RUF012
            Binding("tab", "view", "Viewpoint", key_display="Tab", tooltip="Another viewpoint"),
            Binding("space", "run", "Play", key_display="Space", tooltip="Steps by itself"),
        ]

    app: Opened[None] = Opened(Keyed)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Keyed))
        told = describe_screen(app.screen)
        assert told is not None
        assert ("Tab", "Another viewpoint", "") in told.keys
        assert ("Space", "Play", "Steps by itself") in told.keys
