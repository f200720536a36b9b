"""The game of docs/new-game.md: its files are written out and loaded as a package of their own.

It is cooperative, one seat moves several times in a row, one of its moves has no fields, its
secrets are ordinary words, and it has nothing but the defaults.
"""

import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tests.samples
from engine.seat import Seat

DOCUMENT = Path(__file__).parent.parent / "docs" / "new-game.md"
FILE = re.compile(
    r"^`([\w/.]+\.(?:py|toml))`[^\n]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
"""A file in the document: its path, and its text."""
FOLDER = TemporaryDirectory(prefix="new-game-")


def read_files() -> dict[str, str]:
    """The files of the document, by their paths."""
    return dict(FILE.findall(DOCUMENT.read_text(encoding="utf-8")))


def write_out(folder: Path) -> None:
    """Write the files of the document into a folder."""
    for name, text in read_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def install(folder: Path) -> None:
    """Write the files out as an installer does, with what it makes of pyproject.toml."""
    write_out(folder)
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n",
        encoding="utf-8",
    )
    (about / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
            for group, entries in project["entry-points"].items()
        ),
        encoding="utf-8",
    )


def load_sample() -> tests.samples.Sample:
    """Write the game where imports find it, and load it; the catalog does not."""
    write_out(Path(FOLDER.name))
    sys.path.append(FOLDER.name)
    view: Any = import_module("signals.view")
    game: Any = import_module("signals.rules").Signals

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
