"""Read the rounds of Dixit matches from a run, a row for each seat."""

import pandas as pd

from lab.analysis.stand_in_rule import find_not_own
from lab.analysis.tables import Run
from lab.experiment.sections import StandIns
from lab.papers.dixitworld.option_split import is_option


def read_rounds(run: Run, rule: StandIns | None = None) -> pd.DataFrame:
    """Read the rounds of all matches, a row for each seat, for `arena_results.py`.

    Rounds with a move of a stand-in, or assisted by the operator, are `not_own`. They are `failed`,
    so that they do not count, or count as they were played, or bring nobody points, as a failed
    round in the paper's program.

    Args:
        run: The run.
        rule: How these rounds count; by default as the experiment says.
    """
    rule = rule or run.stand_ins
    turns = run.turns("match", every=True)
    if turns.empty:
        return pd.DataFrame()
    seats = [name.removeprefix("points_") for name in turns if name.startswith("points_")]
    votes = turns.reindex(columns=[f"votes_{seat}" for seat in seats]).set_axis(seats, axis=1)
    right = votes.eq(turns["target"], axis=0)
    listeners = votes.notna().sum(axis=1)
    found = _find_rounds_not_own(run, len(seats))
    not_own = pd.Series(
        [pair in found for pair in zip(turns["trial"], turns["round"], strict=True)],
        index=turns.index,
    )
    void = not_own & (rule == "count-as-failure")
    length = turns.groupby("trial")["round"].transform("max")
    phases = turns.get("option_phases", 2)
    second = (phases != 1) & (turns["round"] > length / 2)
    common = pd.DataFrame(
        {
            "match": turns["trial"],
            "deal": turns["deal"],
            "round": turns["round"],
            "phase": second.astype(int) + 1,
            "clue": turns["clue"],
            "target": turns["target"],
            "found": right.sum(axis=1).mask(void),
            "listeners": listeners,
            "not_own": not_own,
            "failed": not_own & (rule == "leave-out"),
            **{name: turns[name] for name in turns if name in CONDITIONS or is_option(name)},
        }
    )
    parts = []
    for seat in seats:
        tells = turns["storyteller"] == seat
        parts.append(
            common.assign(
                seat=seat,
                player=turns[f"player_{seat}"].astype(str),
                role=tells.map({True: "storyteller", False: "listener"}),
                points=turns[f"points_{seat}"].astype(float).mask(void, 0.0),
                vote=votes[seat].mask(void),
                right=right[seat].astype(object).mask(tells | void, None),
            )
        )
    return pd.concat(parts, ignore_index=True).sort_values(["match", "round"], kind="stable")


CONDITIONS = ("model_seed", "candidates")
"""Further columns of turns that rounds have."""


def _find_rounds_not_own(run: Run, seats: int) -> set[tuple[int, int]]:
    """Trial and round of every move that is not its player's own."""
    games = run.games(every=True)
    each = 2 * seats - 1  # a clue, then a decoy and a vote of each listener
    return {
        (trial, number // each + 1)
        for trial in games.loc[find_not_own(games), "trial"]
        for number, move in enumerate(run.record(trial).moves)
        if move.stand_in or move.assisted
    }
