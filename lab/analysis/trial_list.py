"""List single trials of a run."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.text import clean
from lab.run.store import RunFile

SEED = re.compile(r",model_seed=([^,]*)")
"""The model seed that a run gives the players of an experiment."""


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
        """Describe why a trial failed, or what was answered; empty for a game."""
        if self.failure:
            return f"\N{BALLOT X} {clean(self.failure, 200)}"
        if isinstance(self.figures.get("right"), bool):
            return "right" if self.figures["right"] else "wrong"
        if "right" in self.figures:
            return f"{self.figures['right']} of {self.figures.get('questions', '?')} right"
        return ""

    @property
    def winner(self) -> str:
        """Write who won a game, by the names of the experiment without their model seeds."""
        outcome = str(self.figures.get("outcome") or "")
        if self.failure or not outcome:
            return ""
        if outcome == "draw":
            return "a draw"
        names = (
            f"{_drop_seed(self.seats[seat])} ({seat})" if seat in self.seats else seat
            for seat in outcome.split(" and ")
        )
        return clean(" and ".join(names), 200)

    @property
    def reason(self) -> str:
        """Write in a few words how a game was won."""
        reason = str(self.figures.get("reason") or "")
        return "" if self.failure else clean(reason.replace("_", " "), 200)

    @property
    def model_seeds(self) -> str:
        """List the model seeds of the players: all have the same one, if they have any."""
        found = (SEED.search(spec) for spec in self.seats.values())
        return clean(", ".join(sorted({one[1] for one in found if one})), 40)


def _drop_seed(spec: str) -> str:
    return SEED.sub("", spec)


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
