"""Places outside of the campaign's folders where a run could leave files by mistake."""

import os
from pathlib import Path
from tempfile import gettempdir

ROOT = Path(__file__).parent.parent.parent
PASSED_OVER = {".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
USERS = (".config/parlour", ".local/share/parlour", ".local/state/parlour", ".cache/parlour")


def list_watched() -> set[Path]:
    """Every file of the project and of the user's own Parlour, and Parlour's temporary files."""
    found = {path for path in Path(gettempdir()).iterdir() if path.name.startswith("parlour")}
    for place in (ROOT, *(Path.home() / user for user in USERS)):
        for folder, folders, files in os.walk(place):
            folders[:] = [name for name in folders if name not in PASSED_OVER]
            found.update(Path(folder, name) for name in files)
    return found
