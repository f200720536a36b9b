"""What was lost in reading the answers of CoMet's modules and of inquiries after moves."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from engine.comet.belief_log import CLOSING, INQUIRY
from lab.analysis.tables import Run

SUMMED = ["lost_answers", "lost_items", "declined"]
"""The columns of what was lost."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What of a seat's answers could not be used in a game."""

    answers: Mapping[str, int]
    """By module: answers that it went without, and refused answers of the last step."""
    items: Mapping[str, int]
    """By module: items of other answers that were invalid, or named what does not exist."""
    declined: int = 0
    """1 if the seat was asked the closing question and did not answer it."""


def build_loss_table(run: Run) -> pd.DataFrame:
    """Build a row for each seat of each game whose player is asked in modules or by inquiries.

    Games of which such a seat lost nothing count, too: `lost_answers` and `lost_items` are 0.
    """
    rows = []
    for trial, text in run.file.database.execute(MATCHES).fetchall():
        content = json.loads(text)
        players, roles = content["players"], content.get("roles", {})
        for seat, lost in count_losses(run.read_calls(trial)).items():
            rows.append(
                {
                    "trial": trial,
                    "deal": content["deal"],
                    "seed": content["seed"],
                    "seat": seat,
                    "player": players.get(roles.get(seat, seat)),
                    "lost_answers": sum(lost.answers.values()),
                    "lost_items": sum(lost.items.values()),
                    "declined": lost.declined,
                }
            )
    columns = ["trial", "deal", "seed", "seat", "player", *SUMMED]
    return pd.DataFrame(rows, columns=columns)


MATCHES = """
SELECT t.number, t.content FROM outcomes o JOIN trials t USING (number)
WHERE t.kind IN ('match', 'recorded') AND o.failure = '' ORDER BY t.number
"""


def sum_losses(run: Run) -> pd.DataFrame:
    """Sum the losses of each player over a run, by player: the columns `SUMMED`."""
    table = build_loss_table(run)
    return table.groupby("player", sort=False)[SUMMED].sum()


def count_losses(calls: Iterable[Mapping[str, Any]]) -> dict[str, Losses]:
    """Count the losses of each seat of a game from its calls.

    An agent counts those of its modules in its beliefs. An inquiry is lost if none of its answers
    could be read. A model's answer to the closing question is lost in the same way; whoever else
    gives none has declined.
    """
    answers: dict[str, Counter[str]] = defaultdict(Counter)
    items: dict[str, Counter[str]] = defaultdict(Counter)
    own: dict[str, Mapping[str, Any]] = {}
    asked: dict[tuple[str, int, str], bool] = {}
    closing: dict[str, bool] = {}
    for call in calls:
        seat, beliefs, step = call["seat"], call.get("beliefs"), call.get("step")
        legal = call["verdict"] == "legal"
        if step == CLOSING and not call["server"]:
            closing[seat] = closing.get(seat, False) or legal
        elif step in (CLOSING, INQUIRY):
            key = seat, call["move"], step
            asked[key] = asked.get(key, False) or legal
            if legal and isinstance(beliefs, dict):
                items[seat].update(beliefs.get("dropped", {}))
        elif isinstance(beliefs, dict):
            own[seat] = beliefs  # each holds the counts since the beginning of the game
    for seat, beliefs in own.items():
        answers[seat].update(beliefs.get("lost", {}))
        items[seat].update(beliefs.get("dropped", {}))
    for (seat, _, step), read in asked.items():
        answers[seat][step] += not read
    return {
        seat: Losses(+answers[seat], +items[seat], int(not closing.get(seat, True)))
        for seat in {*answers, *items, *closing}
    }
