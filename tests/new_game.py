"""The game of docs/new-game.md: its files are written out and loaded as parts of the project.

It is cooperative, one seat moves several times in a row, one of its moves has no fields, its
secrets are ordinary words, and of the optional parts it has the prompt alone.
"""

import re
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import engine.games
import screens.games
import tests.samples

DOCUMENT = Path(__file__).parent.parent / "docs" / "new-game.md"
FILE = re.compile(r"^`([\w/.]+\.py)`:\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A file in the document: its path, and its text."""
FOLDER = TemporaryDirectory(prefix="new-game-")


def read_files() -> dict[str, str]:
    """The files of the document, by their paths."""
    return dict(FILE.findall(DOCUMENT.read_text(encoding="utf-8")))


def load_sample() -> tests.samples.Sample:
    """Write the files out, and load the sample."""
    for name, text in read_files().items():
        path = Path(FOLDER.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for package in (engine.games, screens.games, tests.samples):
        package.__path__.append(str(Path(FOLDER.name, *package.__name__.split("."))))
    sample: tests.samples.Sample = import_module("tests.samples.signals").SAMPLE
    return sample


SIGNALS = load_sample()
EVERY_SAMPLE = {**tests.samples.SAMPLES, SIGNALS.definition.name: SIGNALS}
"""The samples of the catalog, and that of the document."""
