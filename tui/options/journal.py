"""Read `--journal`, and choose the file of a new game."""

from pathlib import Path

from engine.config.paths import get_games_folder
from engine.game import GameType
from engine.journal.path import choose_journal_path
from tui.usage_error import UsageError


def read_journal_path(text: str | None) -> Path | None:
    """Read `--journal`.

    Raises:
        UsageError: If it is empty, or a folder that does not exist.
    """
    if text == "":
        raise UsageError("--journal takes a file or a folder, not an empty name.")
    path = Path(text) if text else None
    if path and text and text.endswith("/") and not path.is_dir():
        raise UsageError(f"There is no folder {text} for the journal: make it first.")
    return path


def choose_journal_file(path: Path | None, definition: GameType, data: Path) -> Path:
    """Choose the journal of a new game: `path` if it is a file, else a new file in that folder.

    Args:
        path: The value of `--journal`; `None` for the folder of saved games.
        definition: The game.
        data: The data folder, with the folder of saved games.
    """
    folder = path or get_games_folder(data)
    return choose_journal_path(folder, definition.name) if path is None or path.is_dir() else path
