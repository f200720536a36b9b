"""Read the rounds of Dixit matches from a run, a row for each seat."""

import pandas as pd

from lab.analysis.tables import Run


def read_rounds(run: Run) -> pd.DataFrame:
    """Read the rounds of all matches, a row for each seat, for `lab.papers.dixitworld.arena`.

    Rounds with a move of a stand-in, or assisted by the operator, are marked as failed.
    """
    turns = run.turns("match", every=True)
    if turns.empty:
        return pd.DataFrame()
    seats = [name.removeprefix("points_") for name in turns if name.startswith("points_")]
    votes = turns.reindex(columns=[f"votes_{seat}" for seat in seats]).set_axis(seats, axis=1)
    right = votes.eq(turns["target"], axis=0)
    listeners = votes.notna().sum(axis=1)
    failed = _find_failed_rounds(run, len(seats))
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
            "found": right.sum(axis=1),
            "listeners": listeners,
            "failed": [pair in failed for pair in zip(turns["trial"], turns["round"], strict=True)],
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
                points=turns[f"points_{seat}"].astype(float),
                vote=votes[seat],
                right=right[seat].where(~tells).astype(object),
            )
        )
    return pd.concat(parts, ignore_index=True).sort_values(["match", "round"], kind="stable")


def _find_failed_rounds(run: Run, seats: int) -> set[tuple[int, int]]:
    """Trial and round of every move that is not its player's own."""
    games = run.games(every=True)
    moved = games["stand_in_moves"] + games["assisted_moves"] > 0
    each = 2 * seats - 1  # a clue, then a decoy and a vote of each listener
    return {
        (trial, number // each + 1)
        for trial in games.loc[moved, "trial"]
        for number, move in enumerate(run.record(trial).moves)
        if move.stand_in or move.assisted
    }
