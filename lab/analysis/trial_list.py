"""List single trials of a run."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.text import clean
from lab.run.store import RunFile

MAX_ROWS = 1_000
"""Maximum number of trials that are listed for a cell."""


TRIALS = f"""
SELECT t.number, t.kind, t.deal, o.failure, o.figures, o.seconds,
    t.content -> 'seats', EXISTS (
    SELECT 1 FROM trials m JOIN journals USING (number) WHERE m.key = coalesce(t.about, t.key)
) FROM outcomes o JOIN trials t USING (number)
WHERE t.kind = :kind
    AND (:lineups = '[]' OR t.lineup IN (
        SELECT number FROM lineups WHERE key IN (SELECT value FROM json_each(:lineups))))
    AND (o.failure != '' OR NOT :failed)
ORDER BY t.deal, t.number LIMIT {MAX_ROWS}
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class TrialRow:
    """A trial with an outcome."""

    number: int
    kind: str
    deal: int
    failure: str
    """The reason if it failed; else empty."""
    figures: dict[str, Any]
    seconds: float
    seats: dict[str, str]
    """The player in each seat, by the names of the experiment."""
    has_game: bool
    """Whether a game can be opened, its own or the one that it is about."""

    @property
    def result(self) -> str:
        """Describe in a few words how it ended."""
        if self.failure:
            return f"\N{BALLOT X} {clean(self.failure, 200)}"
        if isinstance(self.figures.get("right"), bool):
            return "right" if self.figures["right"] else "wrong"
        if "right" in self.figures:
            return f"{self.figures['right']} of {self.figures.get('questions', '?')} right"
        reason = str(self.figures.get("reason") or "").replace("_", " ")
        outcome = str(self.figures.get("outcome") or "")
        if outcome == "draw":
            ending = "a draw"
        elif outcome:
            names = (
                f"{self.seats[seat]} ({seat})" if seat in self.seats else seat
                for seat in outcome.split(" and ")
            )
            ending = f"{' and '.join(names)} won"
        else:
            ending = ""
        return clean(" · ".join(filter(None, (ending, reason))), 200)


def list_trials(
    path: Path, kind: str, lineups: Sequence[str] = (), *, failed: bool = False
) -> list[TrialRow]:
    """List the first `MAX_ROWS` trials with an outcome, by deal.

    Args:
        path: The run file.
        kind: The kind of trial.
        lineups: The keys of the line-ups; empty for all.
        failed: Whether to list only failed trials.

    Raises:
        RunError: If the run does not exist.
    """
    given = {"kind": kind, "lineups": json.dumps(lineups), "failed": failed}
    with RunFile(path) as file:
        rows = file.database.execute(TRIALS, given)
        return [
            TrialRow(
                number,
                kind,
                deal,
                failure,
                json.loads(figures or "{}"),
                seconds,
                json.loads(seats or "{}"),
                bool(has_game),
            )
            for number, kind, deal, failure, figures, seconds, seats, has_game in rows
        ]
