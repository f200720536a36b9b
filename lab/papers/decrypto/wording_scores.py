"""Score games by the wording of their prompts: Figure 4 of the Decrypto benchmark."""

from collections.abc import Sequence
from itertools import chain

import numpy as np
import pandas as pd

from engine.games.prompt_texts import WORDINGS
from lab.papers.decrypto.score_estimates import estimate_share, measure_groups, spread_estimate


def group_wordings(games: pd.DataFrame) -> pd.DataFrame:
    """Group games for Figure 4: `model`, and as `group` the wording that encoder and decoder share.

    `wording` applies to rules, role and question; `rules`, `role` and `ask` override it. The style
    and a worked example belong to the rules, layout and form of the answer to the question. A
    model is a player without these settings, or two of them.
    """
    table = games.copy()
    for seat in ("encoder", "decoder"):
        for part, names in PROMPT_PARTS.items():
            values = (_read_setting(table, name, seat) for name in names)
            table[f"{part}_{seat}"] = [" ".join(one) for one in zip(*values, strict=True)]
    same = {name: table[f"{name}_encoder"] == table[f"{name}_decoder"] for name in ("rules", "ask")}
    table["group"] = np.select(
        [same["rules"] & same["ask"], same["rules"], same["ask"]],
        WORDING_GROUPS[:3],
        WORDING_GROUPS[3],
    )
    one, other = (
        table[f"player_{seat}"].astype(str).map(_strip_wording) for seat in ("encoder", "decoder")
    )
    table["model"] = one.where(one == other, one + " with " + other)
    return table


def _strip_wording(name: str) -> str:
    """Strip the settings of wordings from the name of a player that has several."""
    words = (one for one in name.split(" ") if one.partition("=")[0] not in WORDING_SETTINGS)
    return " ".join(words)


def _read_setting(table: pd.DataFrame, name: str, seat: str) -> list[str]:
    """Read a setting of a seat in each game; a piece without one has the common wording."""
    values = pd.Series("1" if name in WORDINGS else "", index=table.index, dtype="object")
    for one in ("wording", name) if name in WORDINGS else (name,):
        if (own := table.get(f"setting_{one}_{seat}")) is not None:
            own = own.astype("object")
            values = own.where(own.notna(), values)
    return [str(one) for one in values]


PROMPT_PARTS = {"rules": ("rules", "role", "prompt", "example"), "ask": ("ask", "layout", "form")}
"""By part of a prompt: the settings of a seat that change it, and nothing else."""
WORDING_SETTINGS = ("wording", "structured", "system", "user", *chain(*PROMPT_PARTS.values()))
"""What a player is called after that has several prompts."""
WORDING_GROUPS = ("both match", "rules match", "question matches", "neither matches")


def score_wordings(games: pd.DataFrame, rest: Sequence[str] = ()) -> pd.DataFrame:
    """Compute Figure 4: turns per game by model, group and whatever else varies.

    A row is pooled over wordings, which `lineups` counts.
    """
    table = group_wordings(games)
    return measure_groups(
        table.assign(about=table["trial"]),
        ("model", "group", *rest),
        lambda rows: {
            **spread_estimate("length", estimate_share(rows, "rounds")),
            "lineups": count_pairs(rows),
            **_spread_pairs(rows),
            "games": int(rows["rounds"].notna().sum()),
        },
    )


SEATS = ["player_encoder", "player_decoder"]


def count_pairs(games: pd.DataFrame) -> int:
    """Count the pairs of prompts in games."""
    return int(games.groupby(SEATS, observed=True).ngroups)


def _spread_pairs(games: pd.DataFrame) -> dict[str, float]:
    """Describe how the mean turns of pairs of prompts are distributed: minimum to maximum."""
    means = games.groupby(SEATS, observed=True)["rounds"].mean()
    quantiles = {"pair_min": 0, "pair_q1": 0.25, "pair_median": 0.5, "pair_q3": 0.75, "pair_max": 1}
    return {name: float(means.quantile(share)) for name, share in quantiles.items()}
