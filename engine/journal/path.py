"""Choose the path of the journal of a new game."""

from datetime import datetime
from pathlib import Path
from secrets import token_hex


def choose_journal_path(folder: Path, game: str) -> Path:
    """Build a path for the journal of a new game; it reveals neither the seed nor people.

    Games that begin within the same second get different names, even in several processes.
    """
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    return folder / f"{stamp}-{game}-{token_hex(3)}.jsonl"
