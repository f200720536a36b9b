"""Add the lesson of a finished game to the pools of its players."""

from collections.abc import Callable, Iterable
from pathlib import Path

from engine.comet.pool import Pool, PoolError
from engine.comet.pool_file import update_pool
from engine.count_text import format_count
from engine.games.comet_settings import BUILT_IN, NO_POOL
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.learning.lesson import read_lesson
from engine.players.spec import Spec


def find_pools(specs: Iterable[Spec]) -> list[Path]:
    """Find the pools that learn from a game of these players."""
    found = set()
    for spec in specs:
        settings = dict(spec.settings)
        pool, learns = settings.get("pool", BUILT_IN), settings.get("learn", "yes") == "yes"
        if spec.kind == "comet" and learns and pool not in (BUILT_IN, NO_POOL):
            found.add(Path(pool).expanduser())
    return sorted(found)


def learn_from_game(
    pools: Iterable[Path], journal: Path | None, notify: Callable[[str], object], data: Path
) -> None:
    """Add the metaphors of a finished game to pools.

    Errors are reported through `notify`, and do no harm.

    Args:
        pools: The files of the pools.
        journal: The journal of the game; `None` if it was not saved.
        notify: Called with messages for everybody.
        data: The data folder, with imported vectors.
    """
    if journal is None:
        notify("Nothing was learned from this game: it was not saved.")
        return
    try:
        lesson = read_lesson(read_record(journal), data=data)
        for path in pools if lesson else ():
            assert lesson is not None
            known = lesson.game in Pool.read(path).games
            update_pool(path, lesson.apply)
            if not known:
                learned = format_count(len(lesson.metaphors), "metaphor")
                notify(f"The pool {path} has learned from {learned} of this game.")
    except (PoolError, JournalError) as error:
        notify(f"Nothing was learned from this game: {error}")
