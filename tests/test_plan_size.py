"""Plans of millions of trials are counted, not listed."""

import tracemalloc
from pathlib import Path

import pytest

from lab.errors import RunError
from lab.experiment.file import Experiment
from lab.run.plan import plan_trials
from lab.run.plan_size import MOST_LISTED, measure_plan
from lab.run.start import prepare_run
from lab.run.store import RunFile
from tui.command_line import run

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
    monkeypatch.setattr("lab.run.plan_size.MOST_LISTED", 100)
    size = measure_plan(experiment, tmp_path)
    assert size.counts == {"match": len(listed)}
    assert size.costly == {"match": sum(trial.is_costly for trial in listed)}
    assert {one.key for one in size.trials} < {one.key for one in listed}


def test_a_run_of_too_many_trials_is_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, path = tmp_path / "big.toml", tmp_path / "big.run"
    file.write_text(EXPERIMENT.replace('m = "llm:m"', 'm = "random"'))
    assert run(["lab", "run", str(file), "--into", str(path)]) == 2
    assert capsys.readouterr().err == (
        "The plan has 27,000,000 trials; a run has at most 10,000,000. Make several experiments of "
        "it.\n"
    )
    with RunFile(path) as left:
        assert left.count_trials().trials == 0


def test_a_plan_is_written_and_compared_without_being_held(tmp_path: Path) -> None:
    text = EXPERIMENT.replace("games = 1000", "games = 3").replace(str(NAMES), str(NAMES[:10]))
    text = text.replace(str([*NAMES[1:], "m"]), str(NAMES[:10]))
    experiment = Experiment.parse(text)
    with RunFile(tmp_path / "some.run", writing=True) as file:
        write_plan(file, experiment, text, tmp_path)
        assert file.count_trials().trials == 3_000
        tracemalloc.start()
        write_plan(file, experiment, text, tmp_path)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 1_000_000, "a list of them takes several MB"
        smaller = Experiment.parse(text.replace("games = 3", "games = 2"))
        with pytest.raises(RunError, match="1000 of its 3000 trials are not in the experiment"):
            write_plan(file, smaller, text, tmp_path)
        assert file.count_trials().trials == 3_000


def write_plan(file: RunFile, experiment: Experiment, text: str, data: Path) -> None:
    environment: dict[str, object] = {"players": {}}
    prepare_run(file, experiment, text, environment, accept_changes=False, data=data)
