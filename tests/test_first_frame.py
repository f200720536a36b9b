"""What the first frame of `parlour` waits for, in a real terminal, and what commands import."""

import subprocess
from pathlib import Path

import pytest

from benchmarks.terminal import PYTHON, Terminal
from tests.first_frame_driver import NOTE, SIGN

ROOT = Path(__file__).parent.parent
PARLOUR = str(Path(PYTHON).with_name("parlour"))
HEAVY = (
    "distributed",
    "gensim",
    "httpx2",
    "matplotlib",
    "numpy",
    "openai",
    "pandas",
    "pyarrow",
    "scipy",
    "statsmodels",
)
"""What the first frame must never wait for."""
NEEDLESS = (
    "PIL",
    "click",
    "engine.games.catalog",
    "engine.llm",
    "engine.player",
    "httpx",
    "jinja2",
    "markdown_it",
    "pydantic",
    "rich.markdown",
    "screens.private_screen",
    "screens.table.screen",
    "simplemma",
    "snowballstemmer",
    "tomllib",
    "typer",
)
"""What it need not wait for either."""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The modules that `parlour` had imported when Home was written to its terminal."""
    folder = tmp_path_factory.mktemp("first-frame")
    note = folder / "modules"
    env = {
        "XDG_DATA_HOME": str(folder),  # a setting would be loaded and checked first
        "PARLOUR_PATIENCE": "",
        "PYTHONPATH": str(ROOT),
        "TEXTUAL_DRIVER": "tests.first_frame_driver:FirstFrameDriver",
        NOTE: str(note),
    }
    with Terminal([PARLOUR], env=env) as terminal:
        terminal.expect(SIGN)
        terminal.expect("Parlour 0.")  # written later: by now the note is complete
    return frozenset(note.read_text(encoding="utf-8").split())


def test_the_frame_is_the_apps_own(imported: frozenset[str]) -> None:
    assert {"textual.app", "tui.app", "screens.home"} <= imported


@pytest.mark.parametrize("module", HEAVY + NEEDLESS)
def test_the_first_frame_does_not_wait_for(module: str, imported: frozenset[str]) -> None:
    assert not {name for name in imported if name == module or name.startswith(f"{module}.")}


def test_the_command_line_a_card_and_a_table_import_little() -> None:
    """Games are for the help of `play`, 45 formats of Pillow for no card, lists for no table."""
    program = """
import sys
import tui.command_line
print(*(name for name in ("asyncio", "engine.games.catalog", "engine.llm") if name in sys.modules))
from images.deck_reader import open_deck
from screens.pictures.picture_file import open_picture
deck = open_deck()
open_picture(deck.get_path(next(iter(deck.cards))))
print(*(name for name in ("PIL.TiffImagePlugin", "numpy") if name in sys.modules))
import screens.table.screen
print(*(name for name in sys.modules if "data_table" in name or name == "screens.list_screen"))
"""
    command = [PYTHON, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_a_run_begins_without_the_libraries_of_its_report() -> None:
    program = f"""
import sys
import tui.commands.lab.run
print(*(name for name in {HEAVY} if name in sys.modules))
"""
    done = subprocess.run([PYTHON, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
