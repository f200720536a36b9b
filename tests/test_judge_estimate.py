"""What judging a run would take, said before it is played and before it is judged."""

import asyncio
from pathlib import Path

import pytest

import lab
from engine.comet.beliefs import MAX_FEATURES
from engine.config.settings import load_settings
from engine.tries import MAX_TRIES
from lab.experiment.file import Experiment
from lab.papers.comet.claims import Claim, list_claims
from lab.papers.comet.judge import batch_claims
from lab.papers.comet.judge_estimate import estimate_claims, estimate_judging, find_judge
from lab.papers.comet.metrics import list_belief_games
from lab.run.estimate import estimate_run
from lab.run.plan_size import measure_plan
from tests.test_lab_run import run as run_trials

SIDES = """
name = "judged"
game = "undercover"
games = 3
[options]
words = "bee,butterfly"
rounds = 2
[players]
one = "random"
two = "word2vec"
model = "llm:word2vec,prompt=cot"
[sides]
civilian = ["one"]
undercover = ["two"]
"""


@pytest.fixture(autouse=True)
def _set_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")


def test_the_calls_about_statements_are_those_of_the_run(tmp_path: Path) -> None:
    """Baselines play the same games in the sample as in the run, so that nothing is guessed."""
    settings, path = load_settings(), tmp_path / "judged.run"
    run_trials(path, SIDES)
    with lab.open_run(path) as opened:
        games = [game for *_, game in list_belief_games(opened) if game is not None]
    claims = list_claims(games, ["statement", "blind"])
    calls = len(batch_claims(claims)) + sum(one.kind == "blind" for one in claims)
    experiment = Experiment.parse(SIDES.replace('"word2vec"', '"random"'))
    size = measure_plan(Experiment.parse(SIDES), settings.data)
    told = asyncio.run(estimate_judging(experiment, size, "llm:word2vec", settings=settings))
    assert told is not None
    heard = sum(len(game.statements) for game in games)
    features = told.least.calls - calls
    assert 2 <= features <= heard  # of word2vec alone, one in each statement of others
    assert told.most.calls >= MAX_TRIES * told.least.calls
    assert told.most.calls <= MAX_TRIES * (calls + MAX_FEATURES * features)


def test_the_plan_says_what_a_judge_would_take() -> None:
    experiment, settings = Experiment.parse(SIDES), load_settings()
    assert find_judge(experiment) == "llm:word2vec"
    told = asyncio.run(estimate_run(experiment, 1, 1, settings=settings)).describe()
    (line,) = (one for one in told if "judges it afterwards" in one)
    assert "(parlour lab judge judged --by llm:word2vec)" in line
    assert " calls, " in line
    taboo = 'name = "t"\ngame = "taboo"\ngames = 1\n[players]\na = "llm:word2vec"\n'
    taboo += '[lineups]\nseats.attacker = ["a"]\nseats.defender = ["a"]\n'
    bare = asyncio.run(estimate_run(Experiment.parse(taboo), 1, 1, settings=settings)).describe()
    assert not any("judges" in one for one in bare)


def test_claims_are_estimated_by_the_calls_that_they_take() -> None:
    some = [Claim("feature", "bee", f"it has {n} legs") for n in range(41)]
    some += [Claim("statement", "bee", "It flies."), Claim("blind", "", "It flies.")]
    told = estimate_claims(some, "llm:word2vec", settings=load_settings())
    assert (told.least.calls, told.most.calls) == (3 + 1 + 1, 5 * MAX_TRIES)
