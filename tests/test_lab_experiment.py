"""Experiments as people write them: what is planned, and what errors say."""

from pathlib import Path

import pytest

from engine.config.settings import load_settings
from engine.players.spec import LineupError
from lab.errors import ExperimentError
from lab.experiment.examples import list_examples
from lab.experiment.file import Experiment
from lab.experiment.finder import find_experiment, read_experiment
from lab.experiment.limits import parse_duration
from lab.experiment.lineup import Lineups
from lab.run.plan import plan_trials
from lab.run.player_settings import check_players

TEXT = """
name = "small"
game = "decrypto"
games = 2
[options]
rounds = 3
[players]
a = "word2vec"
b = "glove"
[lineups]
seats.encoder = ["a", "b"]
seats.decoder = ["a", "b"]
fixed.interceptor = "a"
"""


def edited(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            edited("games = 2", "games = 2\ngame_s = 1"),
            "There is no key 'game_s'. Did you mean 'games'?",
        ),
        (
            edited('"decrypto"', '"decripto"'),
            "game: There is no game 'decripto'. Did you",
        ),
        (edited('"small"', '"Small One"'), "name must be lower-case letters, digits and hyphens"),
        (
            edited("games = 2", "games = 0"),
            "games must be a whole number from 1 to",
        ),
        (
            edited("games = 2", 'games = "2"'),
            "games must be a whole number from 1 to",
        ),
        (
            edited("games = 2", "games = true"),
            "games must be a whole number from",
        ),
        (edited('"glove"', "3"), "players.b must be text or a table, not 3."),
        (edited('b = "glove"', 'a = "glove"'), "line 9, column 12: this name is given a second"),
        (edited("games = 2", "games = = 2"), "line 4, column 9: invalid value: games = = 2"),
        (
            edited("games = 2", 'games = 2\non_failure = "baselin"'),
            "on_failure must be one of stop, random, baseline, reference, not 'baselin'",
        ),
        (
            TEXT + '[[replays]]\nseats = 3\n[[replays]]\nfollow = "record"',
            "replays.1.seats must be a table, not 3.",
        ),
        (TEXT + '[[questions]]\naks = "x"', "questions.1"),
        (edited('name = "small"\n', ""), "x.toml: name is missing."),
        (edited("rounds = 3", "round = 3"), "options: There is no option 'round'. Did you mean"),
        (
            edited("rounds = 3", "rounds = [3, 99]"),
            "options: rounds must be a whole number from 1 to",
        ),
        (edited("rounds = 3", "rounds = []"), "options.rounds: the list is empty."),
        (
            edited('"glove"', '"glov"'),
            "players.b: There is no player 'glov'. Did you mean",
        ),
        (edited('"glove"', '"human"'), "players.b: people cannot sit in an experiment."),
        (edited('"glove"', "{ k = 3 }"), 'players.b: a table needs spec = "...".'),
        (
            edited("seats.decoder", "seats.decodr"),
            "lineups.seats: There is no seat 'decodr'. Did you mean 'decoder'?",
        ),
        (
            edited('"b"]\nfixed', '"c"]\nfixed'),
            "lineups.decoder: There is no player 'c'. There",
        ),
        (TEXT + 'fixed.encoder = "a"', "lineups: encoder is in seats and in fixed; keep one."),
        (TEXT + 'same = [["encoder", "dekoder"]]', "lineups.same: There is no seat 'dekoder'. Did"),
        (
            TEXT + '[[questions]]\nask = "predict"',
            "questions.1.ask: There is no question 'predict'",
        ),
        (TEXT + '[limits]\nbudget = "much"', "limits.budget: A budget is an amount of money"),
        (
            TEXT + '[limits]\nwall_time = "8 days"',
            "limits.wall_time: a time is a number with s",
        ),
        (TEXT + "[limits]\nat_once = { z = 1 }", "limits.at_once: There is no player 'z'."),
        (
            TEXT + '[limits]\nat_once = { a = "x" }',
            "limits.at_once.a must be a whole number from 1 to 1000000, not 'x'.",
        ),
        (
            TEXT + '[report]\npaper = ["table-1", "nonsense"]',
            "report.paper: There is no figure or table of the paper 'nonsense'. There is: ",
        ),
        (
            TEXT + '[report]\npaper = ["tabel-1"]',
            "report.paper: There is no figure or table of the paper 'tabel-1'. Did you mean 'table",
        ),
        (
            TEXT + "[bench]\ntries = 1",
            "bench: its items are cards of dixit, not of decrypto.",
        ),
        (
            TEXT + "[limits]\nat_one = 1",
            "limits: There is no key 'at_one'. Did you mean 'at",
        ),
        ("name = ", "x.toml: "),
    ],
)
def test_an_error_names_file_key_and_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        Experiment.parse(text, "x.toml")
    assert str(caught.value).startswith("x.toml: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("report", "message"),
    [
        (
            'rows = "encoder"\ncolumns = "decodr"',
            "report.columns: There is no seat or option 'decodr'. Did you mean 'decoder'?",
        ),
        (
            'measures = ["rounds", "interceptoin_rate"]',
            "report.measures: There is no measure 'interceptoin_rate'. Did you mean "
            "'interception_rate'? There is: survived, miscommunication, ",
        ),
    ],
)
def test_a_file_is_told_of_what_its_report_cannot_show(
    report: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f"{TEXT}[report]\n{report}", "utf-8")
    with pytest.raises(ExperimentError) as caught:
        Experiment.read(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_space_that_is_not_here_is_told_with_its_player() -> None:
    with pytest.raises(LineupError, match=r"^Player b \(vectors:nope\): There is no space named"):
        check_players({"a": "word2vec", "b": "vectors:nope"}, settings=load_settings())


def test_lineups_are_a_product_reduced_by_the_rules() -> None:
    def pairs(more: str) -> list[str]:
        found = Experiment.parse(TEXT + more)
        seats = found.definition.usual_seats()
        return [one["encoder"] + one["decoder"] for one in found.lineups.expand(seats)]

    assert pairs("") == ["aa", "ab", "ba", "bb"]
    assert pairs('same = [["encoder", "decoder"]]') == ["aa", "bb"]
    assert pairs('only = [{ encoder = "a" }]') == ["aa", "ab"]
    assert pairs('except = [{ encoder = "a", decoder = "b" }]') == ["aa", "ba", "bb"]


def test_no_lineup_is_an_error() -> None:
    text = TEXT + 'only = [{ encoder = "a" }]\nexcept = [{ encoder = "a" }]'
    with pytest.raises(ExperimentError, match="x: lineups: no line-up is left; loosen same, only"):
        Experiment.parse(text, "x")


def test_the_plan_goes_deal_by_deal_and_a_list_is_a_sweep() -> None:
    text = TEXT.replace("rounds = 3", "rounds = [3, 4]")
    found = [
        trial.content for trial in plan_trials(Experiment.parse(text), data=load_settings().data)
    ]
    assert [one["deal"] for one in found] == [1] * 8 + [2] * 8
    assert [one["options"]["rounds"] for one in found[:8]] == [3] * 4 + [4] * 4
    assert {one["seed"] for one in found} == {"small/1", "small/2"}


def test_trials_about_a_match_name_it_by_its_key() -> None:
    text = TEXT + (
        '[[replays]]\nseats.interceptor = ["a", "b"]\n[[questions]]\nask = "predict-interceptor"\n'
    )
    trials = list(plan_trials(Experiment.parse(text), data=load_settings().data))
    kinds = [trial.kind for trial in trials[:4]]
    assert kinds == ["match", "replay", "replay", "question"]  # also by the player who sat there
    assert {trial.content["replaced"] for trial in trials[1:3]} == {"interceptor"}
    assert {trial.about for trial in trials[1:4]} == {trials[0].key}
    assert len({trial.key for trial in trials}) == len(trials)


def test_a_limit_counts_by_model_whatever_it_is_called() -> None:
    text = TEXT.replace('"glove"', '"llm:x"').replace('a = "word2vec"', 'a = "llm:x"')
    assert Experiment.parse(text + "[limits]\nat_once = { a = 3, b = 5 }").collect_limits() == {
        "llm:x": 3
    }
    assert Experiment.parse(text + "[limits]\nat_once = 7").collect_limits() == {"llm:x": 7}


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("1.5 min", 90), ("2h", 7200)])
def test_durations(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


def test_our_experiments_are_found_by_name_and_have_a_model_one_comment_away() -> None:
    assert set(list_examples()) >= {
        "decrypto-competitive",
        "decrypto-crossplay",
        "decrypto-k-sweep",
    }
    for name in list_examples():
        found, text = read_experiment(name)
        assert found.name == name
        assert found.report.question
        assert any(f'# model = "{kind}:' in text for kind in ("llm", "comet"))
        assert list(plan_trials(found, data=load_settings().data))
    with pytest.raises(ExperimentError, match="Did you mean 'decrypto-crossplay'"):
        find_experiment("decrypto-crossplai")
    with pytest.raises(ExperimentError, match=r"There is no file nowhere.toml\."):
        find_experiment("nowhere.toml")


def test_players_in_the_same_seats_are_listed_without_all_others() -> None:
    """Fifty players in five seats would be 300 million line-ups, of which 50 are wanted."""
    seats = ("p1", "p2", "p3", "p4", "p5")
    names = tuple(f"m{number}" for number in range(50))
    choices = dict.fromkeys(seats, names)
    lineups = Lineups(seats=choices, same=(seats[:2], seats[1:]))
    assert list(lineups.expand(seats)) == [dict.fromkeys(seats, name) for name in names]
    assert lineups.count(seats) == len(names)
