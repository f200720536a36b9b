"""What scores of the papers are shares of, on rows whose figures can be counted by hand."""

import pandas as pd

from lab.papers.comet.metrics import NAMES, measure_players
from lab.papers.decrypto.belief_scores import BELIEF_SCORES, score_beliefs


def test_beliefs_are_conditioned_on_a_wrong_first_answer() -> None:
    """Each deal has a right first answer with passes, and a wrong one without."""
    rows = [
        {
            "question": "beliefs",
            "asked": "a",
            "deal": deal,
            "model_seed": 1,
            "about": deal,
            "trial": deal,
            "first_wrong": wrong,
            **dict.fromkeys(BELIEF_SCORES, not wrong),
            **dict.fromkeys((f"{name}_share" for name in BELIEF_SCORES), float(not wrong)),
        }
        for deal in (1, 2)
        for wrong in (False, True)
    ]
    found = score_beliefs(pd.DataFrame(rows), ["asked"])
    conditioned = found[found["conditioned"]]
    assert conditioned["score"].tolist() == list(BELIEF_SCORES)
    assert set(conditioned["pass"]) == {0.0}
    assert set(conditioned["positions"]) == {2}
    every = found[~found["conditioned"]]
    assert set(every["pass"]) == {0.5}
    assert set(every["positions"]) == {4}


def test_a_metric_is_a_share_of_occasions_not_a_mean_of_deals() -> None:
    """One of one in a deal and none of three in the other are a quarter."""
    rows = [
        {
            "trial": deal,
            "deal": deal,
            "cluster": deal,
            "model_seed": None,
            "variant": "",
            "player": "a",
            "against": "b",
            "role": "civilian",
            **dict.fromkeys((f"{name}_count" for name in NAMES), count),
            **dict.fromkeys((f"{name}_of" for name in NAMES), of),
        }
        for deal, (count, of) in enumerate(((1, 1), (0, 3)), 1)
    ]
    found = measure_players(pd.DataFrame(rows)).set_index("metric")
    assert found["value"].drop(["wr", "draws"]).unique().tolist() == [0.25]
    assert set(found["of"]) == {4}
