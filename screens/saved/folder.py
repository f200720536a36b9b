"""Find the saved games in a folder, the latest played first."""

from collections.abc import Iterator
from pathlib import Path

from screens.saved.summary import DamagedGame, SavedGame, load_saved_game

JOURNAL_SUFFIX = ".jsonl"
"""The suffix of journals."""


CALLS_SUFFIX = ".calls.jsonl"
"""The suffix of the call log beside a journal."""


MAX_LISTED = 200
"""Maximum number of journals that are loaded, latest first."""


def list_journals(folder: Path) -> list[Path]:
    """List the journals in `folder`, the latest played first."""
    found = []
    for path in folder.glob(f"[!.]*{JOURNAL_SUFFIX}"):
        if not path.name.endswith(CALLS_SUFFIX):
            try:
                found.append((path.stat().st_mtime, path))
            except OSError:  # deleted meanwhile, or a broken link
                continue
    return [path for _, path in sorted(found, reverse=True)]


def load_saved_games(folder: Path) -> Iterator[SavedGame | DamagedGame]:
    """Load the summaries of the latest journals in `folder`, the latest played first."""
    yield from map(load_saved_game, list_journals(folder)[:MAX_LISTED])


def find_latest_unfinished(folder: Path) -> SavedGame | None:
    """Find the unfinished game that was played last."""
    return next(
        (
            game
            for game in load_saved_games(folder)
            if isinstance(game, SavedGame) and not game.over
        ),
        None,
    )
