"""Read the game of a trial."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.llm.calls_file import SUFFIX
from files.replacement import replace_private_file
from lab.errors import RunError
from lab.run.compression import decompress_lines
from lab.run.store import RunFile

GAME = """
SELECT m.number FROM trials t JOIN trials m ON m.key = coalesce(t.about, t.key) WHERE t.number = ?
"""


@contextmanager
def open_game(path: Path, trial: int) -> Iterator[Record]:
    """Write the journal and calls of a trial's game to temporary files, and read them.

    For a trial about a match, such as a question, it is the game of that match.

    Raises:
        RunError: If the trial has no game.
        JournalError: If it is damaged.
    """
    with RunFile(path) as file:
        number = file.read_value(GAME, trial)
        journal = decompress_lines(
            file.read_value("SELECT text FROM journals WHERE number = ?", number), path
        )
        calls = decompress_lines(
            file.read_value("SELECT text FROM calls WHERE number = ?", number), path
        )
    if not journal:
        raise RunError("This trial has no game to show.")
    with TemporaryDirectory(prefix="parlour-") as folder:
        game = Path(folder, f"{path.stem}-{number}.jsonl")
        for target, text in ((game, journal), (game.with_suffix(SUFFIX), calls)):
            if text:
                replace_private_file(target, text, durable=False)
        yield read_record(game)
