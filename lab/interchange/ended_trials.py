"""Read the trials of a run that have an outcome, with all that was stored of them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.journal.entries import MoveEntry
from lab.analysis.stand_in_rule import MATCH_MOVED, MATCH_NOT_OWN, MOVED
from lab.analysis.tables import Run
from lab.run.call_lines import read_call_lines

TRIALS = f"""
SELECT t.number, t.key, t.kind, t.content, l.key, o.figures, o.seconds, o.finished, o.failure,
    u.turns, c.text, j.text IS NOT NULL, {MATCH_NOT_OWN}
FROM outcomes o JOIN trials t USING (number) LEFT JOIN lineups l ON l.number = t.lineup
LEFT JOIN turns u USING (number) LEFT JOIN calls c USING (number)
LEFT JOIN journals j USING (number)
ORDER BY t.number
"""  # noqa: S608 - of constants


@dataclass(frozen=True, slots=True)
class EndedTrial:
    """A trial with its outcome."""

    number: int
    key: str
    kind: str
    content: dict[str, Any]
    lineup: str
    """The key of its line-up."""
    figures: dict[str, Any]
    """What the table of games says of it; empty if it failed."""
    seconds: float
    finished: str
    """When the outcome was stored: UTC, ISO 8601."""
    failure: str
    """Why it failed; empty if it did not."""
    turns: list[dict[str, Any]]
    """What the table of turns says of it."""
    calls: list[dict[str, Any]]
    """The lines of its calls file."""
    moves: tuple[MoveEntry, ...]
    """The moves of its journal; empty if there is none."""

    @property
    def is_own(self) -> bool:
        """Whether all of its moves, and those of the match that it is about, are the players'."""
        return not any(self.figures.get(name) for name in (*MOVED, MATCH_MOVED))


def read_trials(run: Run) -> Iterator[EndedTrial]:
    """Read the trials with an outcome, in the order of the plan.

    Raises:
        RunError: If the run is damaged.
        JournalError: If a journal is damaged.
    """
    for row in run.file.database.execute(TRIALS):
        number, key, kind, content, lineup, figures = row[:6]
        seconds, finished, failure, turns, calls, has_journal, match_not_own = row[6:]
        before = {} if match_not_own is None else {MATCH_MOVED: match_not_own}
        yield EndedTrial(
            number=number,
            key=key,
            kind=kind,
            content=json.loads(content),
            lineup=lineup or "",
            figures={} if failure else {**json.loads(figures), **before},
            seconds=seconds,
            finished=finished,
            failure=failure,
            turns=json.loads(turns or "[]"),
            calls=list(read_call_lines(calls, run.path)),
            moves=run.record(number).moves if has_journal else (),
        )
