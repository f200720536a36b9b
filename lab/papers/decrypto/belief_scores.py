"""Score what the interceptor takes the keywords to be: Table 3 of the Decrypto benchmark."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from lab.papers.decrypto.score_estimates import (
    average_games,
    estimate_share,
    measure_groups,
    spread_estimate,
)

BELIEF_SCORES = {
    "rc_strong": "representational change, strong",
    "rc_weak": "representational change, weak",
    "fb_strong": "false belief, strong",
    "fb_weak": "false belief, weak",
    "agreement": "agreement of self and other",
}
"""The scores of Table 3 by name; each also has a `_share` over keywords."""


def score_beliefs(answers: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Compute Table 3: a row for each score, also on condition of a wrong first answer.

    A position counts if both compared answers were given; conditioned, only if the first answer
    was not all four keywords, as in the paper's code. `of_asked` counts every position that was
    asked (conditioned: whose first answer is not known to be right), so that unanswered questions
    do not pass.

    Args:
        answers: Rows of `representational-change`, `false-belief` or `beliefs`.
        by: The columns that make groups.
    """
    parts = []
    for name, title in BELIEF_SCORES.items():
        for conditioned in (True, False):

            def measure(
                rows: pd.DataFrame, name: str = name, *, conditioned: bool = conditioned
            ) -> dict[str, Any]:
                if conditioned:
                    rows = rows[rows["first_wrong"].map(lambda wrong: wrong is not False)]
                known = rows[name].map(bool, na_action="ignore")
                passed = known.fillna(value=False).astype(bool)
                return {
                    **spread_estimate("pass", estimate_share(rows, name)),
                    **spread_estimate("pass_games", average_games(rows, name)),
                    **spread_estimate("by_keyword", estimate_share(rows, f"{name}_share")),
                    "of_asked": float(passed.mean()) if len(rows) else None,
                    "positions": len(rows),
                    "unanswered": int(known.isna().sum()),
                }

            asked = _is_asked(answers, name)
            if not asked.any():
                continue
            part = measure_groups(answers[asked], by, measure)
            parts.append(part.assign(score=name, title=title, conditioned=conditioned))
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def _is_asked(answers: pd.DataFrame, score: str) -> pd.Series:
    """Whether a row's question has this score."""
    without = {
        "representational-change": ("fb_", "agreement"),
        "false-belief": ("rc_", "agreement"),
    }
    return (
        answers["question"]
        .astype(str)
        .map(lambda question: not score.startswith(without.get(question, ("-",))))
    )
