"""The files beside a game's rules take the place of defaults."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.contract import check_game
from tests.new_game import read_files

STORY = "def narrate(before, after):\n    return [f'{len(after.given)} signals']\n"


def load_game(folder: Path, name: str, **parts: str) -> Any:
    """Write the game of docs/new-game.md as a package of that name, with these files beside it."""
    package = folder / name
    package.mkdir()
    for path, text in read_files().items():
        if path.endswith(".py"):
            moved = text.replace("from signals.", f"from {name}.")
            (package / Path(path).name).write_text(moved, encoding="utf-8")
    for file, text in parts.items():
        (package / f"{file}.py").write_text(text, encoding="utf-8")
    return import_module(f"{name}.rules").Signals


@pytest.fixture(autouse=True)
def _importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)


def test_a_file_beside_the_rules_is_found_and_imported_late(tmp_path: Path) -> None:
    game = load_game(tmp_path, "chorus_with_story", story=STORY)
    assert game.name == "chorus_with_story"
    assert "chorus_with_story.story" not in sys.modules
    assert game.brings("narrate")
    assert not game.brings("build_page")
    assert game.narrate.__module__ == "chorus_with_story.story"


def test_what_the_class_overrides_stays(tmp_path: Path) -> None:
    game = load_game(tmp_path, "chorus_with_both", story=STORY)

    told = type("Told", (game,), {"narrate": staticmethod(lambda *_: ["told"])})
    assert told.narrate(None, None) == ["told"]  # type: ignore[attr-defined]


def test_what_a_file_lacks_is_the_default(tmp_path: Path) -> None:
    game = load_game(
        tmp_path,
        "chorus_with_highlights",
        highlights="def find_given_words(view):\n    return {}\n",
    )
    assert game.find_given_words(None) == {}
    assert not game.brings("find_highlights")


def test_a_file_with_none_of_the_names_is_refused(tmp_path: Path) -> None:
    game = load_game(
        tmp_path, "chorus_with_slip", story="def tell(before, after):\n    return []\n"
    )
    with pytest.raises(ImportError, match=r"chorus_with_slip\.story defines none of: narrate"):
        game.narrate(None, None)


def test_the_contract_finds_a_part_that_takes_too_little(tmp_path: Path) -> None:
    short = "def find_highlights():\n    return None\n"
    game = load_game(tmp_path, "chorus_with_short", highlights=short)
    with pytest.raises(AssertionError, match=r"find_highlights takes \(view\)"):
        check_game(game)


def test_an_error_at_the_top_of_a_file_is_not_hidden(tmp_path: Path) -> None:
    game = load_game(tmp_path, "chorus_with_error", story="import os\nos.no_such_thing\n")
    with pytest.raises(ImportError, match="no_such_thing"):
        game.narrate(None, None)
