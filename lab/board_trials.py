"""The trials of a cell of the board as rows, and the game of each as files for the replay."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.journal_reader import Record, read_record
from engine.llm.calls_file import SUFFIX
from engine.text import clean
from lab.board import LINEUP
from lab.bundle import unpack
from lab.errors import RunError
from lab.run_file import RunFile

MAX_ROWS = 1_000
"""How many trials of a cell are listed."""
TRIALS = f"""
SELECT t.number, t.kind, t.deal, o.failure, o.figures, o.seconds FROM outcomes o
JOIN trials t USING (number)
WHERE t.kind = :kind
    AND (:lineups = '[]' OR {LINEUP} IN (SELECT value FROM json_each(:lineups)))
    AND (o.failure != '' OR NOT :failed)
ORDER BY t.deal, t.number LIMIT {MAX_ROWS}
"""  # noqa: S608
GAME = """
SELECT m.number FROM trials t JOIN trials m ON m.key = coalesce(t.about, t.key) WHERE t.number = ?
"""


@dataclass(frozen=True, slots=True)
class TrialRow:
    """A trial that has an outcome."""

    number: int
    kind: str
    deal: int
    failure: str
    """Why it failed; empty if it did not."""
    figures: dict[str, Any]
    seconds: float

    @property
    def result(self) -> str:
        """How it ended, in a few words."""
        if self.failure:
            return f"\N{BALLOT X} {clean(self.failure, 200)}"
        if isinstance(self.figures.get("right"), bool):
            return "right" if self.figures["right"] else "wrong"
        if "right" in self.figures:
            return f"{self.figures['right']} of {self.figures.get('questions', '?')} right"
        reason = str(self.figures.get("reason") or "").replace("_", " ")
        outcome = str(self.figures.get("outcome") or "")
        return clean(" · ".join(filter(None, (reason, outcome))), 200)


def list_trials(
    path: Path, kind: str, lineups: Sequence[str] = (), *, failed: bool = False
) -> list[TrialRow]:
    """The trials that have an outcome, deal by deal; the first `MAX_ROWS`.

    Args:
        path: The run file.
        kind: The kind of trial.
        lineups: The line-ups, see `lab.board_matrix.Cell`; all of them if left out.
        failed: Failed trials alone.

    Raises:
        RunError: If there is no such run.
    """
    given = {"kind": kind, "lineups": json.dumps(lineups), "failed": failed}
    with RunFile(path) as file:
        return [
            TrialRow(number, kind, deal, failure, json.loads(figures or "{}"), seconds)
            for number, kind, deal, failure, figures, seconds in file.database.execute(
                TRIALS, given
            )
        ]


@contextmanager
def open_game(path: Path, trial: int) -> Iterator[Record]:
    """The game of a trial as a journal with its calls, in files that are deleted afterwards.

    A trial about a match, such as a question, has the game of that match.

    Raises:
        RunError: If it has none.
        JournalError: If it is damaged.
    """
    with RunFile(path) as file:
        number = file.value(GAME, trial)
        journal = unpack(file.value("SELECT text FROM journals WHERE number = ?", number))
        calls = unpack(file.value("SELECT text FROM calls WHERE number = ?", number))
    if not journal:
        raise RunError("This trial has no game to show.")
    with TemporaryDirectory(prefix="parlour-") as folder:
        game = Path(folder, f"{path.stem}-{number}.jsonl")
        for target, text in ((game, journal), (game.with_suffix(SUFFIX), calls)):
            if text:
                target.write_text(text, "utf-8")
        yield read_record(game)
