"""The contract catches what would break a game's screens, in a sentence."""

from pathlib import Path
from typing import Any

import pytest

from tests.contract import check_game
from tests.new_game import read_files
from tests.test_parts import load_game

HEAD = """
from textual.content import Content
from screens.games.board import NamedLines
from screens.games.ui import GameUI, Headline

class UI(GameUI):
"""


@pytest.fixture(autouse=True)
def _importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)


FINE = """
    def build_headline(self, view, names):
        return Headline("Now", f"{len(view.given)} signals", view.given[-1:], "")

    def list_news(self, before, after, names):
        return []

    def create_reveal(self, before, after, names):
        return None

    class Table(NamedLines):
        def list_lines(self, view):
            yield Content(f"{len(view.given)} signals on {self.app.size.width} columns")

    table_lines = Table
"""


def test_screens_that_fit_are_accepted(tmp_path: Path) -> None:
    check_game(load_game(tmp_path, "screens_fine", ui=HEAD + FINE), matches=1)


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        (
            "import",
            "import nothere",
            "the screens cannot be loaded: ModuleNotFoundError: No module named 'nothere'",
        ),
        (
            "arguments",
            HEAD + "    def list_news(self, before, after): return []",
            r"list_news of UI takes \(self, before, after, names\): too many positional",
        ),
        (
            "headline",
            HEAD + "    def build_headline(self, view, names): return view.given[-1]",
            "after turn 0, build_headline of UI fails: IndexError: tuple index out of range",
        ),
        (
            "plain",
            HEAD + "    def build_headline(self, view, names): return 'now'",
            "build_headline of UI returns a Headline",
        ),
        (
            "large",
            HEAD + "    def build_headline(self, view, names): return Headline('', '', 'now', '')",
            "`large` of a Headline is a tuple of texts",
        ),
        (
            "news",
            HEAD + "    def list_news(self, before, after, names): return ['told']",
            "news are PublicMoves",
        ),
        (
            "news_fail",
            HEAD + "    def list_news(self, before, after, names): return [after.nothing]",
            "after turn 1, list_news of UI fails: AttributeError: .* no attribute 'nothing'",
        ),
        (
            "reveal",
            HEAD + "    def create_reveal(self, before, after, names): return 'revealed'",
            "create_reveal of UI returns a widget, or None",
        ),
        (
            "table",
            HEAD + "    table_lines = 'lines'",
            "table_lines of UI is a class that derives from NamedLines",
        ),
        (
            "wide",
            HEAD + "    class Table(NamedLines):\n"
            "        def build_lines(self, view, width): return [Content('x' * 81)]\n"
            "    table_lines = Table",
            "after turn 0, a line of the table is 81 columns wide, where it has 80: wrap it",
        ),
        (
            "table_fail",
            HEAD + "    class Table(NamedLines):\n"
            "        def list_lines(self, view): return [view.nothing]\n"
            "    table_lines = Table",
            "layout_lines of UI fails: AttributeError: .* no attribute 'nothing'",
        ),
    ],
)
def test_screens_that_would_break_are_caught(
    tmp_path: Path, name: str, text: str, complaint: str
) -> None:
    game = load_game(tmp_path, f"screens_{name}", ui=text)
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, matches=1)


def edit_game(folder: Path, name: str, file: str, old: str, new: str) -> Any:
    """Load the game of the page with another line in one of its files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.test_parts.read_files", lambda: edit_files(file, old, new))
        return load_game(folder, name)


def edit_files(file: str, old: str, new: str) -> dict[str, str]:
    files = read_files()
    assert old in files[file]
    return {**files, file: files[file].replace(old, new)}


@pytest.mark.parametrize(
    ("name", "file", "old", "new", "complaint"),
    [
        (
            "listed",
            "signals/rules.py",
            'listed = "given"',
            'listed = "moves"',
            "listed is 'moves', which is no field of the view",
        ),
        (
            "lines",
            "signals/view.py",
            "        for number, word in enumerate(self.given, 1):\n",
            "        for number, word in enumerate(self.given[::-1], 1):\n",
            "list_lines may only add lines, but turn 2 changes or moves this one: 'Signal 1 is",
        ),
        (
            "teams",
            "signals/rules.py",
            "    @classmethod\n    def draw",
            "    @classmethod\n    def list_teams(cls, options):\n"
            '        return {"red": ("giver", "fnder")}\n\n    @classmethod\n    def draw',
            "list_teams names fnder in team red, but the seats are giver, finder",
        ),
        (
            "two_teams",
            "signals/rules.py",
            "    @classmethod\n    def draw",
            "    @classmethod\n    def list_teams(cls, options):\n"
            '        return {"red": ("giver",), "blue": ("giver", "finder")}\n\n'
            "    @classmethod\n    def draw",
            "list_teams has no seat in two teams",
        ),
    ],
)
def test_a_view_or_a_team_that_would_break_them_is_caught(
    tmp_path: Path, name: str, file: str, old: str, new: str, complaint: str
) -> None:
    game = edit_game(tmp_path, f"edited_{name}", file, old, new)
    with pytest.raises(AssertionError, match=complaint):
        check_game(game)
