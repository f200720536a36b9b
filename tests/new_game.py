"""The game of docs/new-game.md: its files are written out and loaded as parts of the project.

It is cooperative, one seat moves several times in a row, one of its moves has no fields, its
secrets are ordinary words, and it has nothing but the defaults.
"""

import re
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import engine.games
import tests.samples
from engine.seat import Seat

DOCUMENT = Path(__file__).parent.parent / "docs" / "new-game.md"
FILE = re.compile(r"^`([\w/.]+\.py)`:\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A file in the document: its path, and its text."""
FOLDER = TemporaryDirectory(prefix="new-game-")


def read_files() -> dict[str, str]:
    """The files of the document, by their paths."""
    return dict(FILE.findall(DOCUMENT.read_text(encoding="utf-8")))


def load_sample() -> tests.samples.Sample:
    """Write the files out, and load the game."""
    for name, text in read_files().items():
        path = Path(FOLDER.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    engine.games.__path__.append(str(Path(FOLDER.name, "engine", "games")))
    view: Any = import_module("engine.games.signals.view")
    game: Any = import_module("engine.games.signals.rules").Signals

    def list_hidden(state: Any, seat: Seat | None) -> tuple[str, ...]:
        return () if seat == view.GIVER or state.guess is not None else ("game",)

    return tests.samples.Sample(
        game,
        material={"secret": "game"},
        other_material={"secret": "word"},
        variants=({}, {"signals": "1"}, {"signals": "5"}),
        hidden=list_hidden,
        faulty=(view.Signal.model_construct(word="two words"), view.Guess(word="nothing")),
    )


SIGNALS = load_sample()
EVERY_SAMPLE = {**tests.samples.SAMPLES, SIGNALS.definition.name: SIGNALS}
"""The samples of the catalog, and that of the document."""
