"""Models in place of those of an experiment: `--model`."""

import pytest

from engine.config.settings import load_settings
from lab.errors import ExperimentError
from lab.experiment.changes import Changes
from lab.experiment.collection import find_collection
from lab.experiment.file import Experiment
from lab.run.plan_size import count_plan

TABOO = """
name = "defenders"
game = "taboo"
games = 2
[players]
attacker = "llm:one,prompt=cot"
one-cot = "llm:one,prompt=cot"
one-comet = "comet:one"
two-cot = "llm:two,prompt=cot"
two-comet = "comet:two"
base = "word2vec"
[lineups]
fixed.attacker = "attacker"
seats.defender = ["one-cot", "one-comet", "two-cot", "two-comet", "base"]
"""


def change(*models: str) -> Experiment:
    return Experiment.parse(Changes(models=models).write(TABOO))


def test_models_take_the_places_of_the_experiment_s_in_their_order() -> None:
    both = change("a", "b")
    assert both.specs == {
        "attacker": "llm:a,prompt=cot",
        "one-cot": "llm:a,prompt=cot",
        "one-comet": "comet:a",
        "two-cot": "llm:b,prompt=cot",
        "two-comet": "comet:b",
        "base": "word2vec",
    }
    assert len(both.lineups.seats["defender"]) == 5


def test_one_model_stands_for_all_and_players_that_become_equal_play_once() -> None:
    single = change("llm:a")
    assert {spec for spec in single.specs.values() if spec != "word2vec"} == {
        "llm:a,prompt=cot",
        "comet:a",
    }
    assert tuple(single.lineups.seats["defender"]) == ("one-cot", "one-comet", "base")
    assert count_plan(single, load_settings().data) == 3 * 2


def test_players_that_were_equal_before_stay() -> None:
    twins = TABOO.replace('["one-cot", ', '["attacker", "one-cot", ')
    experiment = Experiment.parse(Changes(models=["a"]).write(twins))
    assert tuple(experiment.lineups.seats["defender"])[:2] == ("attacker", "one-cot")


def test_who_joins_keeps_their_model() -> None:
    text = Changes(["new=llm:own,prompt=naive"], ["a"]).write(TABOO)
    assert Experiment.parse(text).specs["new"] == "llm:own,prompt=naive"


@pytest.mark.parametrize("name", ["a,b", "", "a=b", 'a"b'])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ExperimentError, match="--model takes"):
        change(name)


def test_models_are_refused_where_nobody_asks_one() -> None:
    bare = TABOO.replace('"llm:', '"script:').replace('"comet:', '"script:')
    bare = bare.replace(",prompt=cot", "")
    with pytest.raises(ExperimentError, match="no player asks a model"):
        Experiment.parse(Changes(models=["a"]).write(bare))


def test_one_model_plays_all_of_the_comet_paper() -> None:
    found = find_collection("comet-paper")
    assert found is not None
    collection, beside = found
    for path in collection.find_experiments(beside):
        experiment = Experiment.parse(Changes(models=["my-model"]).write(path.read_text("utf-8")))
        asked = {spec.partition(",")[0].partition(":")[2] for spec in experiment.specs.values()}
        assert asked == {"my-model"}
