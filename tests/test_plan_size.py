"""Plans of millions of trials are counted, not listed."""

from pathlib import Path

import pytest

from lab.experiment.file import Experiment
from lab.run.plan import plan_trials
from lab.run.size import MOST_LISTED, measure_plan

PLAYERS = "\n".join(f'p{one} = "random,model_seed={one}"' for one in range(30))
NAMES = [f"p{one}" for one in range(30)]
EXPERIMENT = f"""
name = "big"
game = "decrypto"
games = 1000
[options]
rounds = 1
[players]
{PLAYERS}
m = "llm:m"
[lineups]
seats.encoder = {NAMES}
seats.decoder = {NAMES}
seats.interceptor = {[*NAMES[1:], "m"]}
"""


def test_millions_of_trials_are_counted_but_not_listed(tmp_path: Path) -> None:
    size = measure_plan(Experiment.parse(EXPERIMENT), tmp_path)
    assert size.counts == {"match": 27_000_000}
    assert size.costly == {"match": 900_000}
    assert 0 < len(size.trials) <= MOST_LISTED
    assert len({trial.content["deal"] for trial in size.trials}) >= 64


@pytest.mark.parametrize("rule", ["", 'except = [{ encoder = "p1", decoder = "p2" }]'])
def test_the_count_is_that_of_the_list(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = EXPERIMENT.replace("games = 1000", "games = 3").replace(str(NAMES), str(NAMES[:4]))
    experiment = Experiment.parse(text + rule)
    listed = list(plan_trials(experiment, data=tmp_path))
    monkeypatch.setattr("lab.run.size.MOST_LISTED", 100)
    size = measure_plan(experiment, tmp_path)
    assert size.counts == {"match": len(listed)}
    assert size.costly == {"match": sum(trial.is_costly for trial in listed)}
    assert {one.key for one in size.trials} < {one.key for one in listed}
